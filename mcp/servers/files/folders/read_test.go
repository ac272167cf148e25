package folders

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/mcp/servers/files/safefs"
	"github.com/deskhand/deskhand/mcp/servers/files/safefs/safefstest"
	"github.com/deskhand/deskhand/mcp/servers/roots"
)

// fill creates a folder with a file, a link out of it and a link in it.
func fill(t *testing.T) string {
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

// scope returns the scope of the server's and the call's roots; nil sets no bound.
func scope(t *testing.T, outer, call []string) roots.Scope {
	t.Helper()
	var s roots.Scope
	var err, failed error
	s.Outer, err = roots.Of(outer)
	s.Call, failed = roots.Of(call)
	if err := errors.Join(err, failed); err != nil {
		t.Fatal(err)
	}
	return s
}

func read(s roots.Scope, disk safefs.FS, path string, limit int64) ([]byte, error) {
	tree := New(disk, time.Now).Tree(s)
	defer tree.Close()
	return tree.Read(path, limit)
}

// code returns the code of an error.
func code(err error) chat.Code {
	var f *chat.Failure
	if errors.As(err, &f) {
		return f.Code
	}
	return ""
}

func TestOnlyFilesInsideAreRead(t *testing.T) {
	dir := fill(t)
	inside := scope(t, []string{filepath.Join(dir, "root")}, nil)
	for path, want := range map[string]chat.Code{
		"root/sub/file":        "",
		"root/sub/../sub/file": "",
		"root/in/file":         chat.CodeLink, // even one that stays inside
		"secret":               chat.CodeOutside,
		"root/../secret":       chat.CodeOutside,
		"root/out/secret":      chat.CodeLink,
		"root/link":            chat.CodeLink,
		"root/sub":             chat.CodeNotRegular,
		"root":                 chat.CodeNotRegular,
		"root/gone":            chat.CodeVanished,
		"root/sub/file/deeper": chat.CodeNotFolder,
	} {
		data, err := read(inside, safefs.Disk{}, dir+"/"+path, 100)
		if code(err) != want || (err == nil) != (want == "") || want == "" && string(data) != "words" || want != "" && data != nil {
			t.Errorf("%s: %q, %v, want %q", path, data, err, want)
		}
	}
}

func TestALimitHolds(t *testing.T) {
	dir := fill(t)
	all := scope(t, []string{dir}, nil)
	if _, err := read(all, safefs.Disk{}, dir+"/secret", 5); !errors.Is(err, ErrTooLarge) {
		t.Errorf("err = %v", err)
	}
	if data, err := read(all, safefs.Disk{}, dir+"/secret", 6); err != nil || string(data) != "secret" {
		t.Errorf("%q, %v", data, err)
	}
}

func TestACallsRootsNeverWidenTheOuterOnes(t *testing.T) {
	dir := fill(t)
	root := filepath.Join(dir, "root")
	for _, row := range []struct {
		name  string
		scope roots.Scope
		want  chat.Code
	}{
		{"neither", roots.Scope{}, chat.CodeOutside},
		{"a link of the outer root", scope(t, []string{root}, []string{root + "/out"}), chat.CodeLink},
		{"a wider folder", scope(t, []string{root}, []string{dir}), chat.CodeLink},
		{"a wider one outside", scope(t, []string{filepath.Join(root, "sub")}, []string{dir}), chat.CodeOutside},
	} {
		if data, err := read(row.scope, safefs.Disk{}, root+"/out/secret", 100); code(err) != row.want || data != nil {
			t.Errorf("%s: %q, %v, want %s", row.name, data, err, row.want)
		}
	}
	if _, err := roots.Of([]string{"."}); err == nil {
		t.Error("a root that is not absolute is one")
	}
}

// TestTwoBoundsThatLeadToTwoFilesReadNeither swaps the folder of a server's root for a
// link while the call's root still leads to the old one.
func TestTwoBoundsThatLeadToTwoFilesReadNeither(t *testing.T) {
	dir := fill(t)
	if err := os.WriteFile(filepath.Join(dir, "file"), []byte("another's"), 0o600); err != nil {
		t.Fatal(err)
	}
	both := scope(t, []string{filepath.Join(dir, "root")}, []string{filepath.Join(dir, "root/sub")})
	if data, err := read(both, safefs.Disk{}, dir+"/root/sub/file", 100); err != nil || string(data) != "words" {
		t.Fatalf("before, it is %q, %v", data, err)
	}
	if err := errors.Join(os.Rename(dir+"/root/sub", dir+"/root/away"), os.Symlink(dir, dir+"/root/sub")); err != nil {
		t.Fatal(err)
	}
	if data, err := read(both, safefs.Disk{}, dir+"/root/sub/file", 100); code(err) != chat.CodeLink || data != nil {
		t.Errorf("it is %q, %v", data, err)
	}
}

// TestAFileThatIsSwappedBeforeItIsOpenedIsNotRead swaps in a link, and another file,
// between the Lstat of a file and its opening.
func TestAFileThatIsSwappedBeforeItIsOpenedIsNotRead(t *testing.T) {
	for name, swap := range map[string]func(path string) error{
		"a link":       func(path string) error { return os.Symlink("sub/file", path) },
		"another file": func(path string) error { return os.Link(filepath.Dir(path)+"/sub/file", path) },
	} {
		dir := fill(t)
		path := filepath.Join(dir, "root/name")
		if err := os.WriteFile(path, []byte("mine"), 0o600); err != nil {
			t.Fatal(err)
		}
		swapped := false
		trap := &safefstest.Trap{Inner: safefs.Disk{}, Before: func(c safefstest.Call) error {
			if c.Op != "Open" || swapped {
				return nil
			}
			swapped = true
			return errors.Join(os.Rename(path, path+".mine"), swap(path))
		}}
		inside := scope(t, []string{filepath.Join(dir, "root")}, nil)
		if data, err := read(inside, trap, path, 100); !swapped || data != nil || code(err) != chat.CodeChanged {
			t.Errorf("%s in its place (%v): %q, %v", name, swapped, data, err)
		}
		if data, err := read(inside, trap, path+".mine", 100); err != nil || string(data) != "mine" {
			t.Errorf("the file that was looked at: %q, %v", data, err)
		}
	}
}

func TestSuggestedNamesAreThoseThatBothBoundsLetBeSeen(t *testing.T) {
	dir := t.TempDir()
	for _, err := range []error{
		os.MkdirAll(filepath.Join(dir, "root/sub"), 0o700),
		os.MkdirAll(filepath.Join(dir, "root/out of it"), 0o700),
		os.MkdirAll(filepath.Join(dir, "secrets"), 0o700),
		os.WriteFile(filepath.Join(dir, "secrets/scan 1.pdf"), nil, 0o600),
		os.WriteFile(filepath.Join(dir, "root/scan 2.pdf"), nil, 0o600),
		os.WriteFile(filepath.Join(dir, "root/.scan 0.pdf"), nil, 0o600),
		os.WriteFile(filepath.Join(dir, "root/sub/scan 3.pdf"), nil, 0o600),
		os.Symlink(filepath.Join(dir, "secrets"), filepath.Join(dir, "root/link")),
		os.Symlink("out of it", filepath.Join(dir, "root/inner")),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	in := func(names ...string) []string {
		paths := make([]string, len(names))
		for i, name := range names {
			paths[i] = filepath.Join(dir, name)
		}
		return paths
	}
	for _, row := range []struct {
		name        string
		outer, call []string
		path        string
		want        []string
	}{
		{"in the root", in("root"), nil, "root/scan.pdf", in("root/scan 2.pdf")},
		{"in a folder that is misspelt", in("root"), nil, "root/subb/scan 3.pdf", in("root/sub")},
		{"what is hidden, for who asks", in("root"), nil, "root/.scan.pdf", in("root/.scan 0.pdf", "root/scan 2.pdf")},
		{"in the call's root inside the server's", in("."), in("root/sub"), "root/sub/scan.pdf", in("root/sub/scan 3.pdf")},
		{"in the server's root inside the call's", in("root/sub"), in("."), "root/sub/scan.pdf", in("root/sub/scan 3.pdf")},
		{"outside", in("root"), nil, "secrets/scan.pdf", nil},
		{"outside of the call's", in("root"), in("root/sub"), "root/scan.pdf", nil},
		{"no bound at all", nil, nil, "root/scan.pdf", nil},
		{"next to a single file", in("root/scan.pdf"), nil, "root/scan.pdf", nil},
		{"a root that is gone", in("rot"), nil, "rot/scan.pdf", nil},
		{"through a link", in("root"), nil, "root/link/scan.pdf", nil},
		{"a call's root that is a link out", in("root"), in("root/link"), "root/link/scan.pdf", nil},
		{"through a link that stays inside", in("root"), nil, "root/inner/scan.pdf", nil},
		{"below a file", in("root"), nil, "root/scan 2.pdf/scan.pdf", nil},
		{"what is there", in("root"), nil, "root/sub", nil},
	} {
		tree := New(safefs.Disk{}, time.Now).Tree(scope(t, row.outer, row.call))
		if got := tree.Suggest(filepath.Join(dir, row.path)); !slices.Equal(got, row.want) {
			t.Errorf("%s: suggested are %q, want %q", row.name, got, row.want)
		}
		tree.Close()
	}
}
