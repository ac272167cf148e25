package triage

import (
	"path/filepath"
	"sort"
	"strings"

	"github.com/deskhand/deskhand/agentcore/event"
	"github.com/deskhand/deskhand/agentcore/filename"
	"github.com/deskhand/deskhand/agentcore/plan"
)

// listLimit is the most entries that one listing may have.
const listLimit = 20_000

// entry is a file or folder as the files server lists it.
type entry struct {
	Path     string        `json:"path"`
	Name     string        `json:"name"`
	Type     string        `json:"type"`
	Hidden   bool          `json:"hidden"`
	Note     string        `json:"note"`
	Identity plan.Identity `json:"identity"`
}

// The types of entries.
const (
	typeFile   = "file"
	typeFolder = "folder"
	typeLink   = "link"
)

// task is one file of the work list. Alone says why it is not to be touched;
// empty when it is.
type task struct {
	entry
	alone string
}

// workList gathers the regular files that the paths name: files as they are,
// folders by their top level or, recursively, by all that lies under them.
func (j *job) workList(paths []string, recursive bool) ([]task, error) {
	seen := map[string]bool{}
	var work []task
	for _, path := range paths {
		entries, err := j.look(path, recursive)
		if err != nil {
			return nil, err
		}
		for _, e := range entries {
			if e.Type == typeFile && !seen[e.Path] {
				seen[e.Path] = true
				work = append(work, task{entry: e})
			}
		}
	}
	if len(work) == 0 {
		return nil, ErrNoFiles
	}
	sort.SliceStable(work, func(a, b int) bool { return work[a].Path < work[b].Path })
	markGroups(work)
	return work, nil
}

// look gives the entries that one path stands for, without what is hidden and
// without project folders.
func (j *job) look(path string, recursive bool) ([]entry, error) {
	var at entry
	result, err := j.call(j.ctx, "files_info", map[string]any{"path": path}, nil)
	if err == nil {
		err = decode(result, &at)
	}
	if err != nil {
		return nil, err
	}
	if at.Type != typeFolder {
		j.warnLink(at)
		return []entry{at}, nil
	}
	var listing struct {
		Entries   []entry `json:"entries"`
		Truncated bool    `json:"truncated"`
	}
	args := map[string]any{"path": path, "recursive": recursive, "hidden": true, "limit": listLimit}
	if result, err = j.call(j.ctx, "files_list", args, nil); err == nil {
		err = decode(result, &listing)
	}
	if err != nil {
		return nil, err
	}
	if listing.Truncated {
		j.emit(event.Warning{Text: "The folder has more files than can be looked at in one go; the rest is left for the next time.", Path: path})
	}
	return j.leaveProjects(path, listing.Entries), nil
}

func (j *job) warnLink(e entry) {
	if e.Type == typeLink {
		j.emit(event.Warning{Text: "This is a link to another place; it is left alone.", Path: e.Path})
	}
}

// projectMarks are the names that make a folder a project or a version-control
// folder: its files belong together and keep their names.
var projectMarks = map[string]bool{
	".git": true, ".hg": true, ".svn": true, ".bzr": true,
	"go.mod": true, "package.json": true, "Cargo.toml": true, "pom.xml": true,
	"pyproject.toml": true, "CMakeLists.txt": true, "Makefile": true,
}

// leaveProjects takes out what is hidden, what lies under something hidden and
// what lies in a project folder.
func (j *job) leaveProjects(root string, entries []entry) []entry {
	left := map[string]bool{} // folders that are left alone
	for _, e := range entries {
		if projectMarks[e.Name] {
			left[filepath.Dir(e.Path)] = true
		}
		if e.Type == typeFolder && e.Hidden {
			left[e.Path] = true
		}
	}
	for folder := range left {
		if !strings.HasPrefix(filepath.Base(folder), ".") {
			j.emit(event.Warning{Text: "This is a project folder: its files belong together and are left alone.", Path: folder})
		}
	}
	var kept []entry
	for _, e := range entries {
		if e.Hidden || under(e.Path, root, left) {
			continue
		}
		j.warnLink(e)
		kept = append(kept, e)
	}
	return kept
}

// under says whether path lies in one of the folders, looking up to root.
func under(path, root string, folders map[string]bool) bool {
	for dir := filepath.Dir(path); ; dir = filepath.Dir(dir) {
		if folders[dir] {
			return true
		}
		if dir == root || dir == filepath.Dir(dir) {
			return false
		}
	}
}

// markGroups leaves alone files that differ in their extension only: a photo
// with its film or its sidecar belongs together.
func markGroups(work []task) {
	groups := map[string][]int{}
	for i, w := range work {
		ext := filepath.Ext(w.Name)
		key := filepath.Dir(w.Path) + "\x00" + filename.Key(strings.TrimSuffix(w.Name, ext))
		groups[key] = append(groups[key], i)
	}
	for _, members := range groups {
		if len(members) < 2 {
			continue
		}
		for n, i := range members {
			other := members[(n+1)%len(members)]
			work[i].alone = "It belongs together with " + work[other].Name + "."
		}
	}
}
