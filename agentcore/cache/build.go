package cache

import (
	"fmt"
	"os"
)

// Build identifies this build of the program by its file: another one may have other
// results.
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
