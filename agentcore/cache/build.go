package cache

import (
	"fmt"
	"os"
)

// Build tells this build of the program from others, by its file: another one may
// come to other results.
func Build() string {
	self, err := os.Executable()
	if err != nil {
		self = os.Args[0]
	}
	info, err := os.Stat(self)
	if err != nil {
		return ""
	}
	return fmt.Sprintf("%d %d", info.Size(), info.ModTime().UnixNano())
}
