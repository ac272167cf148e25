package files_test

import (
	"io/fs"
	"strings"
	"syscall"
	"testing"

	"github.com/mark3labs/mcp-go/client"

	"github.com/deskhand/deskhand/mcp/servers/files"
	"github.com/deskhand/deskhand/mcp/servers/files/safefs"
)

// share is the disk, with a folder that is another computer's which cannot be
// reached, as the system says it.
type share struct {
	safefs.FS
	at  string
	why syscall.Errno
}

func (s share) OpenRoot(path string) (safefs.Dir, error) {
	if path == s.at {
		return nil, &fs.PathError{Op: "open", Path: path, Err: s.why}
	}
	return s.FS.OpenRoot(path)
}

func TestAShareThatCannotBeReachedIsAMatterOfTheNetwork(t *testing.T) {
	for _, why := range []syscall.Errno{syscall.EHOSTUNREACH, syscall.ENOTCONN, syscall.ESTALE, syscall.ETIMEDOUT} {
		dir := t.TempDir()
		srv, err := files.New(t.Context(), files.Config{Roots: []string{dir}, JournalDir: t.TempDir(), FS: share{safefs.Disk{}, dir, why}})
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = srv.Close() }()
		c, err := client.NewInProcessClient(srv.MCP)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = c.Close() }()
		initialize(t, c)
		for _, tool := range []string{"list", "info"} {
			r := call(t.Context(), t, c, tool, object{"path": dir}, nil)
			if !r.failed || r.ErrorType != "network_error" || !strings.Contains(r.text, "another computer") || !strings.Contains(r.Advice.Text, "later") {
				t.Errorf("%v: %s is answered %s: %s", why, tool, r.ErrorType, r.text)
			}
		}
	}
}
