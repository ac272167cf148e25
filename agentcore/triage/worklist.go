package triage

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/event"
	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/wire/files"
)

// listPage is how many entries are asked for at a time: few enough for the
// longest of paths to fit into one answer of a server.
const listPage = 4000

// task is one file of the work list. alone says why it is not to be touched;
// nil when it is. series says that others in its folder are named by the same
// pattern, one that a person made. seq is its number in the list, as wide as the
// last one's.
type task struct {
	files.Entry
	alone  *plan.Reason
	series bool
	seq    string
}

// workList gathers the regular files that the paths name: files as they are,
// folders by their top level or, recursively, by all that lies under them.
func (j *job) workList(paths []string, recursive bool) ([]task, error) {
	type file struct {
		path string
		id   plan.Identity // two names that are no text may read the same
	}
	seen := map[file]bool{}
	var work []task
	for _, path := range paths {
		entries, err := j.look(path, recursive)
		if err != nil {
			return nil, err
		}
		if err := j.few(len(work) + len(entries)); err != nil {
			return nil, err
		}
		for _, e := range entries {
			if f := (file{e.Path, e.Identity}); e.Type == files.TypeFile && !seen[f] {
				seen[f] = true
				work = append(work, task{Entry: e, alone: untouched(e)})
			}
		}
	}
	if len(work) == 0 {
		return nil, &NoFiles{Deeper: j.deeper}
	}
	slices.SortStableFunc(work, func(a, b task) int { return strings.Compare(a.Path, b.Path) })
	markSeries(work)
	for i := range work {
		work[i].seq = seq(i, len(work))
	}
	return work, nil
}

// look gives the entries that one path stands for. Of a folder, what is hidden
// and what is part of a project or a package is left out; a file that was named
// itself is looked at whatever it is.
func (j *job) look(path string, recursive bool) ([]files.Entry, error) {
	at, err := ask[files.Entry](j, "files_info", files.InfoRequest{Path: path})
	if err != nil {
		return nil, err
	}
	if at.Type != files.TypeFolder {
		j.warnLink(at)
		return []files.Entry{at}, nil
	}
	if !recursive {
		if err := j.countDeeper(path); err != nil {
			return nil, err
		}
	}
	return j.inside(path, recursive)
}

// countDeeper counts the files in the folders inside of one, those among its first
// entries: enough to say that there are some.
func (j *job) countDeeper(folder string) error {
	all, err := j.list(files.ListRequest{Path: folder, Recursive: true, Limit: listPage})
	for _, e := range all.Entries {
		if e.Type == files.TypeFile && filepath.Dir(e.Path) != folder && !isApart(e) {
			j.deeper++
		}
	}
	return err
}

// inside goes through a folder page by page and gives the files that are to be
// looked at. Memory grows with them and with one page.
func (j *job) inside(folder string, recursive bool) ([]files.Entry, error) {
	var found []files.Entry
	projects := map[string]bool{}
	args := files.ListRequest{Path: folder, Recursive: recursive, Limit: listPage}
	for {
		page, err := j.list(args)
		if err != nil {
			return nil, err
		}
		if err := j.few(page.Files); err != nil {
			return nil, err
		}
		found = append(found, j.leaveWholes(page.Entries, projects)...)
		if !page.Truncated {
			break
		}
		last := ""
		if n := len(page.Entries); n > 0 {
			last = page.Entries[n-1].Path
		}
		if last == "" || last == args.After { // it would go on for ever
			j.emit(event.Warning{Warning: chat.Warning{Code: chat.WarningFolderChanging, Path: folder}})
			break
		}
		args.After = last
	}
	j.warnProjects(folder, projects)
	return found, nil
}

// list asks for a page of a folder, and reports how far the server has come.
func (j *job) list(args files.ListRequest) (page files.Listing, err error) {
	_, err = j.call(j.ctx, "files_list", args, &page, func(p chat.Progress) { j.emit(event.Progress{Progress: p}) })
	return page, err
}

// few fails with TooMany when there are more files than a plan is made for: they
// are told by the first page of a list, before one of them is read.
func (j *job) few(files int) error {
	if j.most > 0 && files > j.most {
		return &TooMany{Files: files, Most: j.most}
	}
	return nil
}

func (j *job) warnLink(e files.Entry) {
	if e.Type == files.TypeLink {
		j.emit(event.Warning{Warning: chat.Warning{Code: chat.WarningLink, Path: e.Path}})
	}
}

// leaveWholes gives the files that are neither hidden nor part of a package or a
// project, and notes the projects.
func (j *job) leaveWholes(entries []files.Entry, projects map[string]bool) []files.Entry {
	var left []files.Entry
	for _, e := range entries {
		if slices.Contains(e.Flags, files.FlagProject) {
			top := e.Path
			if e.Type != files.TypeFolder {
				top = filepath.Dir(e.Path)
			}
			projects[top] = true
			continue
		}
		if e.Hidden || slices.Contains(e.Flags, files.FlagHidden) || slices.Contains(e.Flags, files.FlagPackage) {
			continue
		}
		j.warnLink(e)
		if e.Type == files.TypeFile {
			left = append(left, e)
		}
	}
	return left
}

// warnProjects says of each project that it is left alone, of one in another
// just once.
func (j *job) warnProjects(root string, projects map[string]bool) {
	for _, folder := range slices.Sorted(maps.Keys(projects)) {
		if folder == root || !projects[filepath.Dir(folder)] {
			j.emit(event.Warning{Warning: chat.Warning{Code: chat.WarningProject, Path: folder}})
		}
	}
}

// untouched says why a file is left as it is, by what the files server saw; nil: it
// is not.
func untouched(e files.Entry) *plan.Reason {
	for _, flag := range e.Flags {
		if group, grouped := strings.CutPrefix(flag, files.FlagGroup); grouped {
			return &plan.Reason{Code: plan.ReasonGroup, Args: []string{group}}
		}
		switch flag {
		case files.FlagOnlineOnly:
			return &plan.Reason{Code: plan.ReasonOnlineOnly}
		case files.FlagUnreadable:
			return &plan.Reason{Code: plan.ReasonUnreadableName}
		case files.FlagBeingWritten:
			return &plan.Reason{Code: plan.ReasonBeingWritten}
		}
	}
	return nil
}
