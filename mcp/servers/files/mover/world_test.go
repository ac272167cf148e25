package mover

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/deskhand/deskhand/agentcore/wire/files"
	"github.com/deskhand/deskhand/mcp/servers/files/safefs"
	"github.com/deskhand/deskhand/mcp/servers/files/safefs/safefstest"
	"github.com/deskhand/deskhand/mcp/servers/roots"
)

// world is a folder of real files, a canary next to it, and journals.
type world struct {
	root, canary, journals, bin string
	trap                        *safefstest.Trap
}

func newWorld(t rapid.TB, base string, names ...string) *world {
	t.Helper()
	w := &world{
		root: filepath.Join(base, "root"), canary: filepath.Join(base, "canary"), journals: filepath.Join(base, "journals"),
		bin:  filepath.Join(base, "Trash"),
		trap: &safefstest.Trap{Inner: safefs.Disk{}, NoSync: true, Before: func(safefstest.Call) error { return nil }},
	}
	w.write(t, filepath.Join(w.canary, "bird"), "sings")
	must(t, os.MkdirAll(w.root, 0o755))
	for _, name := range names {
		w.write(t, filepath.Join(w.root, name), "contents of "+name)
	}
	return w
}

func must(t rapid.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func (w *world) write(t rapid.TB, path, text string) {
	t.Helper()
	must(t, os.MkdirAll(filepath.Dir(path), 0o755))
	must(t, os.WriteFile(path, []byte(text), 0o644))
}

func (w *world) mover(t rapid.TB) *Mover {
	t.Helper()
	m, err := New(Config{JournalDir: w.journals, TrashDir: w.bin, FS: w.trap})
	must(t, err)
	return m
}

func (w *world) scope() roots.Scope { return roots.Scope{Outer: []roots.Root{{Path: w.root}}} }

func (w *world) path(name string) string { return filepath.Join(w.root, filepath.FromSlash(name)) }

// requests makes moves of pairs of names.
func (w *world) requests(pairs ...string) []files.Move {
	var out []files.Move
	for i := 0; i < len(pairs); i += 2 {
		out = append(out, files.Move{From: w.path(pairs[i]), To: w.path(pairs[i+1])})
	}
	return out
}

// batch plans and makes a batch.
func batch(ctx context.Context, m *Mover, scope roots.Scope, moves []files.Move, id string) (Report, error) {
	plan, err := m.Plan(ctx, scope, moves, nil)
	if err != nil {
		return Report{}, err
	}
	return m.Do(ctx, plan, Order{Batch: id})
}

// snapshot returns every path under root with what is there: for a file contents, mode
// and modification time.
func snapshot(t rapid.TB, root string) map[string]string {
	t.Helper()
	found := map[string]string{}
	must(t, filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if err != nil || path == root {
			return err
		}
		rel, _ := filepath.Rel(root, path)
		in, err := e.Info()
		if err != nil {
			return err
		}
		found[rel] = in.Mode().String()
		if in.Mode().IsRegular() {
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			found[rel] += fmt.Sprintf(" %d %q", in.ModTime().UnixNano(), text)
		}
		return nil
	}))
	return found
}

// contents returns the sorted hashes of all files under root.
func contents(t rapid.TB, root string) []string {
	t.Helper()
	var sums []string
	must(t, filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() {
			return err
		}
		text, err := os.ReadFile(path)
		sum := sha256.Sum256(text)
		sums = append(sums, hex.EncodeToString(sum[:]))
		return err
	}))
	slices.Sort(sums)
	return sums
}

func sameWorld(t rapid.TB, got, want map[string]string, when string) {
	t.Helper()
	if maps.Equal(got, want) {
		return
	}
	var diff strings.Builder
	for _, name := range slices.Sorted(maps.Keys(got)) {
		if got[name] != want[name] {
			fmt.Fprintf(&diff, "\n  has  %s: %s", name, got[name])
		}
	}
	for _, name := range slices.Sorted(maps.Keys(want)) {
		if got[name] != want[name] {
			fmt.Fprintf(&diff, "\n  want %s: %s", name, want[name])
		}
	}
	t.Fatalf("%s the folder differs:%s", when, diff.String())
}

func noTemps(t rapid.TB, root, when string) {
	t.Helper()
	for name := range snapshot(t, root) {
		if strings.HasPrefix(filepath.Base(name), ".deskhand-") {
			t.Fatalf("%s there is a temporary %s", when, name)
		}
	}
}

// death is what a dying program panics with.
type death struct{}

// dying runs work, dies before its n-th disk call, and reports whether it died.
func (w *world) dying(n int, work func()) (died bool) {
	calls, before := 0, w.trap.Before
	w.trap.Before = func(c safefstest.Call) error {
		if calls++; calls > n {
			panic(death{})
		}
		return before(c)
	}
	defer func() {
		w.trap.Before = func(safefstest.Call) error { return nil }
		if p := recover(); p != nil {
			if _, ok := p.(death); !ok {
				panic(p)
			}
			died = true
			if err := w.trap.Bury(); err != nil {
				panic(err)
			}
		}
	}()
	work()
	return false
}

// rollBack opens a new mover, which recovers, undoes what can be undone, and closes it.
func (w *world) rollBack(t rapid.TB) {
	t.Helper()
	m := w.mover(t)
	must(t, m.Recover(context.Background(), w.scope()))
	noTemps(t, w.root, "after the recovery")
	for range 3 {
		if _, err := m.Undo(context.Background(), w.scope(), "", "", nil); errors.Is(err, ErrNothing) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
	must(t, m.Close())
}

func sub(t *testing.T, base string, n int) string {
	t.Helper()
	return filepath.Join(base, fmt.Sprint(n))
}

// quickDir returns a folder on the memory disk, if there is one: tests with thousands of
// worlds take a quarter of the time there.
func quickDir(t testing.TB) string {
	t.Helper()
	folder, err := os.MkdirTemp("/dev/shm", "deskhand")
	if err != nil {
		return t.TempDir()
	}
	t.Cleanup(func() { _ = os.RemoveAll(folder) })
	return folder
}
