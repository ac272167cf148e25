package safefs

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

// TestACopyKeepsOwnerModeTimeAndExtendedAttributes checks the copy made by a move to
// another disk. Only root can set another owner.
func TestACopyKeepsOwnerModeTimeAndExtendedAttributes(t *testing.T) {
	folder := t.TempDir()
	d := openRoot(t, folder)
	path := filepath.Join(folder, "a")
	put(t, path, "a")
	owner := os.Getuid()
	if owner == 0 {
		owner = 12345
	}
	long := make([]byte, 3000)
	for i := range long {
		long[i] = byte(i)
	}
	for name, value := range map[string][]byte{"user.colour": []byte("red"), "user.empty": {}, "user.long": long} {
		if err := unix.Setxattr(path, name, value, 0); err != nil {
			t.Fatalf("this test needs a folder for temporary files that keeps extended attributes: %v", err)
		}
	}
	if err := os.Chmod(path, 0o640); err != nil {
		t.Fatal(err)
	}
	if err := os.Chown(path, owner, os.Getgid()); err != nil {
		t.Fatal(err)
	}
	in, err := d.Lstat("a")
	if err != nil {
		t.Fatal(err)
	}
	out, err := Move{From: Place{d, "a"}, To: Place{d, "b"}, ID: in.ID, Temp: ".t"}.copy(t.Context())
	if err != nil || out.Hash == "" {
		t.Fatalf("the copy is %+v: %v", out, err)
	}
	now, err := os.Stat(filepath.Join(folder, "b"))
	if err != nil {
		t.Fatal(err)
	}
	if st := now.Sys().(*syscall.Stat_t); int(st.Uid) != owner || now.Mode() != 0o640 || now.ModTime().UnixNano() != in.ID.MtimeNS {
		t.Errorf("it belongs to %d, has mode %s and is of %s", st.Uid, now.Mode(), now.ModTime())
	}
	for name, want := range map[string]string{"user.colour": "red", "user.empty": "", "user.long": string(long)} {
		value := make([]byte, 4096)
		n, err := unix.Getxattr(filepath.Join(folder, "b"), name, value)
		if err != nil || string(value[:n]) != want {
			t.Errorf("%s has %d bytes, want %d (%v)", name, n, len(want), err)
		}
	}
}

func TestAFileThatSomebodyWritesToIsNotDroppedForItsCopy(t *testing.T) {
	folder := t.TempDir()
	d := openRoot(t, folder)
	put(t, filepath.Join(folder, "a"), "a")
	in, err := d.Lstat("a")
	if err != nil {
		t.Fatal(err)
	}
	writer, err := os.OpenFile(filepath.Join(folder, "a"), os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = writer.Close() }()
	if err := Discard(Place{d, "a"}, in.ID, ".t"); err == nil {
		t.Error("it was dropped")
	}
	if _, err := writer.WriteString("more"); err != nil {
		t.Fatal(err)
	}
	holds(t, filepath.Join(folder, "a"), "more")
}
