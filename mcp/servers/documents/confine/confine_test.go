package confine

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// tree makes a folder with a file, a link out of it and a link in it.
func tree(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for _, err := range []error{
		os.MkdirAll(filepath.Join(dir, "root/sub"), 0o700),
		os.WriteFile(filepath.Join(dir, "secret"), []byte("secret"), 0o600),
		os.WriteFile(filepath.Join(dir, "root/sub/file"), []byte("words"), 0o600),
		os.Symlink(dir, filepath.Join(dir, "root/out")),
		os.Symlink("sub", filepath.Join(dir, "root/in")),
		os.Symlink("sub/file", filepath.Join(dir, "root/link")),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestOnlyFilesInsideAreRead(t *testing.T) {
	dir := tree(t)
	bounds := Bounds{Outer: []string{filepath.Join(dir, "root")}}
	for path, want := range map[string]error{
		"root/sub/file":        nil,
		"root/in/file":         nil,
		"root/sub/../sub/file": nil,
		"secret":               ErrOutside,
		"root/../secret":       ErrOutside,
		"root/out/secret":      ErrOutside,
		"root/link":            ErrLink,
		"root/sub":             ErrNotRegular,
		"root":                 ErrNotRegular,
	} {
		data, err := bounds.Read(dir+"/"+path, 100)
		if !errors.Is(err, want) || want == nil && string(data) != "words" {
			t.Errorf("%s: %q, %v, want %v", path, data, err, want)
		}
	}
}

func TestALimitHolds(t *testing.T) {
	dir := tree(t)
	bounds := Bounds{Outer: []string{dir}}
	if _, err := bounds.Read(dir+"/secret", 5); !errors.Is(err, ErrTooLarge) {
		t.Errorf("err = %v", err)
	}
	if data, err := bounds.Read(dir+"/secret", 6); err != nil || string(data) != "secret" {
		t.Errorf("%q, %v", data, err)
	}
}

func TestACallsRootsNeverWidenTheOuterOnes(t *testing.T) {
	dir := tree(t)
	root := filepath.Join(dir, "root")
	for _, row := range []struct {
		name   string
		bounds Bounds
		want   error
	}{
		{"neither", Bounds{}, ErrNoRoots},
		{"a link of the outer root", Bounds{Outer: []string{root}, Call: []string{root + "/out"}, HasCall: true}, ErrOutside},
		{"a wider folder", Bounds{Outer: []string{root}, Call: []string{dir}, HasCall: true}, ErrOutside},
		{"a root that is not absolute", Bounds{Call: []string{"."}, HasCall: true}, ErrOutside},
	} {
		if _, err := row.bounds.Read(root+"/out/secret", 100); !errors.Is(err, row.want) {
			t.Errorf("%s: %v, want %v", row.name, err, row.want)
		}
	}
}

func TestTwoBoundsThatLeadToTwoFilesReadNeither(t *testing.T) {
	dir := tree(t)
	var files []*os.File
	for _, name := range []string{"secret", "root/sub/file", "root/sub/file"} {
		file, err := os.Open(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = file.Close() })
		files = append(files, file)
	}
	if err := same(files[:2]); !errors.Is(err, ErrOutside) {
		t.Errorf("two files: %v", err)
	}
	if err := same(files[1:]); err != nil {
		t.Errorf("one file, opened twice: %v", err)
	}
}

func TestAFileThatIsSwappedForALinkBeforeItIsOpenedIsNotRead(t *testing.T) {
	dir := tree(t)
	name := filepath.Join(dir, "root/name")
	if err := os.WriteFile(name, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	root, err := os.OpenRoot(filepath.Dir(name))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = root.Close() })
	seen, err := root.Lstat("name")
	if err != nil {
		t.Fatal(err)
	}
	file, err := openSeen(root, "name", seen)
	if err != nil {
		t.Fatalf("the file that was looked at: %v", err)
	}
	_ = file.Close()
	if err := errors.Join(os.Remove(name), os.Symlink("sub/file", name)); err != nil {
		t.Fatal(err)
	}
	if _, err := openSeen(root, "name", seen); !errors.Is(err, ErrOutside) {
		t.Errorf("a link in its place: %v", err)
	}
}
