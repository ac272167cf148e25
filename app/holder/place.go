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

// longestPath is how long the path of a socket may be everywhere.
const longestPath = 100

// place is a path that leads to the socket of a data folder and that the operating
// system takes for one. It holds until it is closed.
type place struct {
	path   string
	folder *os.File // what path leads through; nil: nothing
}

func (p *place) close() {
	if p.folder != nil {
		_ = p.folder.Close() // it was opened to be named alone
	}
}

// address finds the place of the socket of a data folder. A path that is too long
// for a socket is taken through the open folder, where the system can, or through
// the folder of this person's temporary files.
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
