package access

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"syscall"
	"testing"
)

// asNobody runs check on a thread that has the rights of nobody. The thread is not
// used again.
func asNobody(check func() error) error {
	done := make(chan error)
	go func() {
		runtime.LockOSThread()
		if os.Getuid() == 0 {
			const nobody = 65534
			if _, _, errno := syscall.RawSyscall(syscall.SYS_SETRESUID, nobody, nobody, nobody); errno != 0 {
				done <- errno
				return
			}
		}
		done <- check()
	}()
	return <-done
}

func TestAFolderThatCannotBeWrittenIsTold(t *testing.T) {
	dir := t.TempDir()
	open, shut := filepath.Join(dir, "open"), filepath.Join(dir, "shut")
	for folder, mode := range map[string]os.FileMode{open: 0o777, shut: 0o555} {
		if err := os.Mkdir(folder, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(folder, mode); err != nil {
			t.Fatal(err)
		}
	}
	for _, parent := range []string{dir, filepath.Dir(dir)} {
		if err := os.Chmod(parent, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	var got []bool
	err := asNobody(func() error {
		got = []bool{MayWrite(open), MayWrite(shut), MayWrite(filepath.Join(dir, "gone"))}
		return nil
	})
	if err != nil || !slices.Equal(got, []bool{true, false, true}) {
		t.Errorf("it may write %v, %v", got, err)
	}
}
