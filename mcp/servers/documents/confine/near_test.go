package confine

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

func TestNamesThatComeNearAreThoseThatBothBoundsLetBeSeen(t *testing.T) {
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
		name   string
		bounds Bounds
		path   string
		want   []string
	}{
		{"in the root", Bounds{Outer: in("root")}, "root/scan.pdf", in("root/scan 2.pdf")},
		{"in a folder that is misspelt", Bounds{Outer: in("root")}, "root/subb/scan 3.pdf", in("root/sub")},
		{"what is hidden, for who asks", Bounds{Outer: in("root")}, "root/.scan.pdf", in("root/.scan 0.pdf", "root/scan 2.pdf")},
		{"in the call's root inside the server's", Bounds{Outer: in("."), Call: in("root/sub"), HasCall: true}, "root/sub/scan.pdf", in("root/sub/scan 3.pdf")},
		{"in the server's root inside the call's", Bounds{Outer: in("root/sub"), Call: in("."), HasCall: true}, "root/sub/scan.pdf", in("root/sub/scan 3.pdf")},
		{"outside", Bounds{Outer: in("root")}, "secrets/scan.pdf", nil},
		{"outside of the call's", Bounds{Outer: in("root"), Call: in("root/sub"), HasCall: true}, "root/scan.pdf", nil},
		{"a call that may see nothing", Bounds{Outer: in("root"), HasCall: true}, "root/scan.pdf", nil},
		{"no bound at all", Bounds{}, "root/scan.pdf", nil},
		{"beside a single file", Bounds{Outer: in("root/scan.pdf")}, "root/scan.pdf", nil},
		{"a root that is gone", Bounds{Outer: in("rot")}, "rot/scan.pdf", nil},
		{"through a link", Bounds{Outer: in("root")}, "root/link/scan.pdf", nil},
		{"a call's root that is a link out", Bounds{Outer: in("root"), Call: in("root/link"), HasCall: true}, "root/link/scan.pdf", nil},
		{"through a link that stays inside", Bounds{Outer: in("root")}, "root/inner/scan.pdf", nil},
		{"below a file", Bounds{Outer: in("root")}, "root/scan 2.pdf/scan.pdf", nil},
		{"what is there", Bounds{Outer: in("root")}, "root/sub", nil},
	} {
		if got := row.bounds.Near(filepath.Join(dir, row.path)); !slices.Equal(got, row.want) {
			t.Errorf("%s: near it are %q, want %q", row.name, got, row.want)
		}
	}
}
