package files_test

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestPropertyNoCallChangesWhatIsOutsideTheRoots is a client that calls
// anything with anything. What is outside the roots stays as it is, and inside
// no file is lost.
func TestPropertyNoCallChangesWhatIsOutsideTheRoots(t *testing.T) {
	d := newFixture(t, "a.txt", "sub/b.txt", "sub/c.pdf")
	outside := t.TempDir()
	if err := os.WriteFile(filepath.Join(outside, "bird"), []byte("sings"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, d.path("way out")); err != nil {
		t.Fatal(err)
	}
	before := tree(t, outside)
	paths := rapid.SampledFrom([]string{
		d.root, d.path("a.txt"), d.path("sub"), d.path("sub/b.txt"), d.path("way out"), d.path("way out/bird"), d.path("new/x.txt"), d.path("x.txt"),
		outside, filepath.Join(outside, "bird"), filepath.Join(outside, "new"), d.root + "/../..", "/", "/etc/passwd", "bird", "..", "", "\x00", "CON", "a.txt",
		d.trash(), filepath.Join(d.trash(), "files", "a.txt"), d.journals,
	})
	rapid.Check(t, func(rt *rapid.T) {
		tool := rapid.SampledFrom([]string{
			"list", "find", "info", "duplicates", "list_trash", "move", "copy", "make_folder", "write_text", "trash", "restore", "undo", "finish", "history",
		}).Draw(rt, "tool")
		path, other := paths.Draw(rt, "path"), paths.Draw(rt, "other")
		pair := []object{{"from": path, "to": other}}
		args := map[string]object{
			"list": {"path": path, "recursive": true}, "find": {"path": path, "name": "bird"}, "info": {"path": path},
			"duplicates": {"paths": []string{path, other}}, "list_trash": {}, "move": {"moves": pair}, "copy": {"copies": pair},
			"make_folder": {"path": path}, "write_text": {"path": path, "text": "x"}, "trash": {"paths": []string{path}},
			"restore": {"entries": []string{path}}, "undo": {}, "finish": {"batch": "x"}, "history": {"limit": 1},
		}[tool]
		var meta object
		if rapid.Bool().Draw(rt, "narrow") {
			meta = object{"deskhand/roots": []string{path}}
		}
		d.callWith(tool, args, meta)
	})
	if after := tree(t, outside); !maps.Equal(before, after) {
		t.Errorf("outside is now %q", after)
	}
	var kept []string
	for _, root := range []string{d.root, filepath.Join(d.trash(), "files")} {
		if _, err := os.Stat(root); err != nil {
			continue
		}
		for _, text := range tree(t, root) {
			kept = append(kept, text)
		}
	}
	for _, name := range []string{"a.txt", "sub/b.txt", "sub/c.pdf"} {
		if want := fmt.Sprint("contents of ", name); !slices.Contains(kept, want) {
			t.Errorf("%q is nowhere any more", want)
		}
	}
}
