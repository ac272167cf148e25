//go:build unix

package mover

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"pgregory.net/rapid"

	"github.com/deskhand/deskhand/mcp/servers/files/safefs/safefstest"
	"github.com/deskhand/deskhand/mcp/servers/roots"
)

// A prank is one thing that another program does before a disk call.
type prank struct {
	at    int // how many calls come before it
	what  string
	which int // chooses the file or the folder
}

// pranks are what a racer does. It never uses the prefix of the mover's temporary names,
// which nobody can know.
var pranks = []string{"create", "create", "edit", "replace", "rename", "remove", "swap", "unswap", "displace"}

func drawPranks(t *rapid.T) []prank {
	one := rapid.Custom(func(t *rapid.T) prank {
		return prank{rapid.IntRange(0, 60).Draw(t, "at"), rapid.SampledFrom(pranks).Draw(t, "prank"), rapid.IntRange(0, 30).Draw(t, "which")}
	})
	return rapid.SliceOfN(one, 0, 4).Draw(t, "pranks")
}

// racer is a program that writes to the world while the mover works in it. It records
// what it did itself.
type racer struct {
	*world
	t rapid.TB
	// must is what has to be somewhere, by contents.
	must map[string]int
	// paths and texts are those of files that it touched since the last reset, folders
	// those that it replaced by others; away is where they are.
	paths, texts, folders map[string]bool
	away                  []string
	blocked               bool // a folder was away for a while

	todo    []prank
	calls   int
	fresh   int
	busy    bool
	aside   map[string]string // where a folder is that was replaced by a link
	targets []string          // the target names of the mover

	// inPlace means that on this disk files are created under their own names.
	inPlace bool
}

func newRacer(t rapid.TB, w *world) *racer {
	r := &racer{world: w, t: t, aside: map[string]string{}, fresh: 10}
	r.reset()
	r.count()
	return r
}

// reset forgets what the racer touched.
func (r *racer) reset() {
	r.paths, r.texts, r.folders = map[string]bool{}, map[string]bool{}, map[string]bool{}
	r.away, r.blocked = nil, false
}

// touched reports whether the mover is not responsible for a file that was at path.
func (r *racer) touched(path, text string) bool {
	for folder := range r.folders {
		if roots.Under(folder, path) {
			return true
		}
	}
	return r.paths[path] || r.texts[text]
}

// count makes what exists now what has to exist.
func (r *racer) count() { r.must = r.held() }

// held counts the contents in the root and in the trash.
func (r *racer) held() map[string]int {
	have := map[string]int{}
	for _, folder := range []string{r.root, filepath.Join(r.bin, "files")} {
		must(r.t, filepath.WalkDir(folder, func(path string, e fs.DirEntry, err error) error {
			if err != nil || !e.Type().IsRegular() {
				return err
			}
			text, err := os.ReadFile(path)
			have[string(text)]++
			return err
		}))
	}
	return have
}

// keptAll fails if something is missing that only the mover can have lost.
func (r *racer) keptAll(when string) {
	r.t.Helper()
	have := r.held()
	for text, n := range r.must {
		if have[text] < n {
			r.t.Fatalf("%s %q is %d times there, of %d", when, text, have[text], n)
		}
	}
}

// text returns contents of a new length, so that a change shows even on a disk whose
// clock stands still.
func (r *racer) text() string {
	r.fresh++
	return fmt.Sprintf("fresh %d %s", r.fresh, strings.Repeat("·", r.fresh))
}

// arm schedules the pranks before the next calls.
func (r *racer) arm(todo []prank) {
	r.todo, r.calls = todo, 0
	r.trap.Before = func(safefstest.Call) error { r.hook(); return nil }
}

func (r *racer) hook() {
	if r.busy {
		return
	}
	r.busy = true
	for i := range r.todo {
		if r.todo[i].at == r.calls {
			r.play(r.todo[i])
		}
	}
	r.busy = false
	r.calls++
}

// disarm ends the pranks and restores the folders that were replaced by links.
func (r *racer) disarm() {
	r.todo = nil
	r.trap.Before = func(safefstest.Call) error { return nil }
	r.unswap()
	for _, folder := range r.away { // what the mover put there went with it
		for _, path := range r.entries(fs.FileMode.IsRegular) {
			if roots.Under(folder, path) {
				r.touch(path)
			}
		}
	}
}

func (r *racer) play(p prank) {
	switch p.what {
	case "create":
		r.create(p.which)
	case "swap", "displace":
		r.moveFolder(p)
	case "unswap":
		r.unswap()
	default:
		r.workOn(p)
	}
}

// touch records that the mover is not responsible for the file at path.
func (r *racer) touch(path string) {
	r.paths[path] = true
	if text, err := os.ReadFile(path); err == nil {
		r.texts[string(text)] = true
	}
}

// create creates a file, often at a target of the mover.
func (r *racer) create(which int) {
	path := r.path(oddNames[which%len(oddNames)])
	if len(r.targets) > 0 && which%2 == 0 {
		path = r.targets[which/2%len(r.targets)]
	}
	if r.behindLink(path) {
		return
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	if err != nil {
		return // it exists, or its folder does not
	}
	text := r.text()
	_, err = f.WriteString(text)
	must(r.t, errors.Join(err, f.Close()))
	r.must[text]++
	r.touch(path)
}

func (r *racer) behindLink(path string) bool {
	for folder := range r.aside {
		if path == folder || roots.Under(folder, path) {
			return true
		}
	}
	return false
}

// entries returns the paths in the root that are of a kind, except temporary ones.
func (r *racer) entries(wanted func(fs.FileMode) bool) (paths []string) {
	must(r.t, filepath.WalkDir(r.root, func(path string, e fs.DirEntry, err error) error {
		if err == nil && path != r.root && wanted(e.Type()) && !strings.HasPrefix(e.Name(), ".deskhand-") {
			paths = append(paths, path)
		}
		return err
	}))
	slices.Sort(paths)
	return paths
}

// workOn does something with one of the existing files.
func (r *racer) workOn(p prank) {
	files := r.entries(fs.FileMode.IsRegular)
	if len(files) == 0 {
		return
	}
	path := files[p.which%len(files)]
	old, err := os.ReadFile(path)
	must(r.t, err)
	r.touch(path)
	defer r.touch(path)
	fresh := r.text()
	switch p.what {
	case "rename":
		to := filepath.Join(filepath.Dir(path), fmt.Sprintf("racer's %d", r.fresh))
		must(r.t, os.Rename(path, to))
		r.paths[to] = true
		return
	case "remove":
		must(r.t, os.Remove(path))
		r.must[string(old)]--
		return
	case "edit":
		if r.inPlace && r.must[string(old)] <= 0 {
			return // just created under its own name, and incomplete
		}
		names := r.links(path) // the mover may be about to remove all but one
		must(r.t, os.WriteFile(path, []byte(fresh), 0o644))
		r.must[string(old)] -= names
		r.must[fresh]++
		return
	case "replace":
		temp := r.path(fmt.Sprintf(".racer-%d", r.fresh))
		must(r.t, errors.Join(os.WriteFile(temp, []byte(fresh), 0o644), os.Rename(temp, path)))
	}
	r.must[string(old)]--
	r.must[fresh]++
}

// links returns how many names a file has.
func (r *racer) links(path string) int {
	in, err := os.Lstat(path)
	must(r.t, err)
	return int(in.Sys().(*syscall.Stat_t).Nlink)
}

// moveFolder takes a folder away and replaces it by a link to the canary, or by another
// folder.
func (r *racer) moveFolder(p prank) {
	folders := r.entries(fs.FileMode.IsDir)
	if len(folders) == 0 || len(r.aside) > 0 {
		return
	}
	folder := folders[p.which%len(folders)]
	r.fresh++
	r.blocked = true
	away := filepath.Join(filepath.Dir(folder), fmt.Sprintf("away %d", r.fresh))
	must(r.t, os.Rename(folder, away))
	if p.what == "swap" {
		r.aside[folder] = away
		must(r.t, os.Symlink(r.canary, folder))
		return
	}
	must(r.t, os.Mkdir(folder, 0o755))
	r.folders[folder], r.away = true, append(r.away, away)
}

// unswap restores the folders that were replaced by links.
func (r *racer) unswap() {
	for folder, away := range r.aside {
		must(r.t, errors.Join(os.Remove(folder), os.Rename(away, folder)))
	}
	clear(r.aside)
}
