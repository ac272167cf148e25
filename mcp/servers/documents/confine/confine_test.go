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
