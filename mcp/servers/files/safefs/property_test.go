package safefs

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestPropertyNoCallOverwrites makes random calls with random names: each file that was
// created exists in the end, with its contents.
func TestPropertyNoCallOverwrites(t *testing.T) {
	base, runs := t.TempDir(), 0
	name := rapid.SampledFrom([]string{"a", "b", "c", "d"})
	rapid.Check(t, func(t *rapid.T) {
		runs++
		folder := filepath.Join(base, fmt.Sprint(runs))
		if err := os.MkdirAll(filepath.Join(folder, "sub"), 0o700); err != nil {
			t.Fatal(err)
		}
		defer func() { _ = os.RemoveAll(folder) }()
		top, err := Disk{}.OpenRoot(folder)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = top.Close() }()
		sub, err := top.OpenDir("sub")
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = sub.Close() }()
		place := func(label string) Place {
			return Place{rapid.SampledFrom([]Dir{top, sub}).Draw(t, label), name.Draw(t, label)}
		}
		var made []string
		for i := range rapid.IntRange(1, 20).Draw(t, "calls") {
			p, q := place("from"), place("to")
			switch rapid.SampledFrom([]string{"create", "rename", "move", "copy", "park"}).Draw(t, "call") {
			case "create":
				text := fmt.Sprint("file ", i)
				if _, err := (Move{To: p, Temp: ".t"}).Write(context.Background(), text, 0o600); err == nil {
					made = append(made, text)
				}
			case "rename":
				_ = p.Dir.Rename(p.Name, q.Dir, q.Name)
			case "move", "copy":
				in, err := p.Lstat()
				if err != nil {
					continue
				}
				m := Move{From: p, To: q, ID: in.ID, Temp: ".t"}
				if rapid.Bool().Draw(t, "by copy") {
					_, _ = m.copy(context.Background())
				} else {
					_, _ = m.Do(context.Background())
				}
			case "park":
				if in, err := p.Lstat(); err == nil {
					_ = Park(p, in.ID, q.Name)
				}
			}
		}
		if got := texts(t, folder); !slices.Equal(got, slices.Sorted(slices.Values(made))) {
			t.Fatalf("made were %q, there are %q", made, got)
		}
	})
}

func texts(t *rapid.T, folder string) []string {
	var got []string
	for _, pattern := range []string{"*", "sub/*", ".*", "sub/.*"} {
		paths, _ := filepath.Glob(filepath.Join(folder, pattern))
		for _, path := range paths {
			if in, err := os.Lstat(path); err != nil || !in.Mode().IsRegular() {
				continue
			}
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, string(text))
		}
	}
	slices.Sort(got)
	return slices.Compact(got)
}
