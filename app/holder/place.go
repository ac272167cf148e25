package holder

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
)

// socketName is the socket in the data folder.
const socketName = "deskhand.sock"

// longestPath is the longest socket path that works on every system.
const longestPath = 100

// place is a path to the socket of a data folder that is short enough for the system. It
// is valid until closed.
type place struct {
	path   string
	folder *os.File // the folder that the path leads through; nil: none
}

func (p *place) close() {
	if p.folder != nil {
		_ = p.folder.Close() // it was opened only for its name
	}
}

// address returns the place of the socket of a data folder. A path that is too long for a
// socket goes through the open folder, if the system can, or through the user's temporary
// folder.
func address(data string) (*place, error) {
	data, err := filepath.EvalSymlinks(data)
	if err != nil {
		return nil, err
	}
	if path := filepath.Join(data, socketName); len(path) <= longestPath {
		return &place{path: path}, nil
	}
	if runtime.GOOS == "linux" {
		folder, err := os.Open(data)
		if err != nil {
			return nil, err
		}
		return &place{path: fmt.Sprintf("/proc/self/fd/%d/%s", folder.Fd(), socketName), folder: folder}, nil
	}
	sum := sha256.Sum256([]byte(data))
	return &place{path: filepath.Join(os.TempDir(), fmt.Sprintf("deskhand-%x.sock", sum[:8]))}, nil
}
