package rules

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/filename"
	"github.com/deskhand/deskhand/agentcore/intent"
	"github.com/deskhand/deskhand/agentcore/wire/files"
)

// duplicates shows the files with the same contents in groups. Moving all but one of each
// to the trash needs a yes of its own.
func (t *turn) duplicates() chat.Reply {
	answered := t.answers(toolDuplicates)
	if len(answered) == 0 {
		places := t.places()
		if len(places) == 0 {
			return t.say("which_folder")
		}
		return t.call(toolDuplicates, files.DuplicatesRequest{Paths: places})
	}
	last := answered[len(answered)-1]
	if last.status != chat.StatusOK {
		return say(t.in.trouble(last))
	}
	d, ok := dataOf[files.Duplicates](last)
	switch {
	case !ok:
		return t.say("answer_too_long")
	case d.Total == 0:
		return say(t.in.count("compared", d.Files) + " " + t.in.text("none_alike"))
	}
	return say(t.duplicateWords(d))
}

func (t *turn) duplicateWords(d files.Duplicates) string {
	var b strings.Builder
	b.WriteString(t.in.count("compared", d.Files) + " " + t.in.count("groups_alike", d.Total) + " " + t.in.text("nothing_changed") + "\n\n")
	var rows []string
	for _, g := range d.Groups {
		var names []string
		for _, e := range g.Files {
			names = append(names, filename.Shown(below(t.places(), e.Path)))
		}
		rows = append(rows, strings.Join(names, " = "))
	}
	b.WriteString(t.in.bullets(rows, d.Total, shown))
	if spare := t.spareOf(d); t.req.Do == intent.Dedupe && len(spare) > 0 {
		var names []string
		for _, path := range spare {
			names = append(names, filename.Shown(below(t.places(), path)))
		}
		offer := t.in.count("say_yes_spare_trash", len(spare))
		if t.into != "" {
			offer = t.in.count("say_yes_spare_folder", len(spare), "folder", filename.Shown(t.req.Into))
		}
		b.WriteString("\n" + offer + "\n\n" + t.in.bullets(names, len(names), len(names)))
	}
	return b.String()
}

// below returns a path relative to the place that contains it; otherwise its base name.
func below(places []string, path string) string {
	for _, place := range places {
		if rel, inside := filename.Inside(place, path); inside && rel != "." {
			return rel
		}
	}
	return filepath.Base(path)
}

// setAside moves duplicates into a folder.
func (t *turn) setAside(spare []string, folder string) chat.Reply {
	moves := make([]move, len(spare))
	for i, path := range spare {
		moves[i] = move{path, filepath.Join(folder, filepath.Base(path))}
	}
	return t.carryOut(toolMove, "moves", "moved", moves)
}

// spareOf returns the duplicates that can go: of each group all but the one with the
// shortest name, or all but those that the request excludes. Files in the target folder
// are neither.
func (t *turn) spareOf(d files.Duplicates) []string {
	req := t.req
	var spare []string
	var named []intent.File
	for _, g := range d.Groups {
		for _, e := range g.Files {
			named = append(named, intent.File{Path: e.Path})
		}
	}
	for _, g := range d.Groups {
		kept := 0
		var others []string
		for _, e := range g.Files {
			f := intent.File{Path: e.Path}
			if t.into != "" && filepath.Dir(e.Path) == t.into {
				continue
			}
			if slices.ContainsFunc(req.Files.Except, func(p intent.Pick) bool { return excludes(p, f, named) }) {
				kept++
				continue
			}
			if len(req.Files.Only) == 0 || slices.ContainsFunc(req.Files.Only, func(p intent.Pick) bool { return p.Fits(f) }) {
				others = append(others, e.Path)
			} else {
				kept++
			}
		}
		if kept == 0 && len(others) > 0 { // "scan.pdf" stays, not "scan (1).pdf"
			first := slices.MinFunc(others, func(a, b string) int { return cmp.Compare(len(filepath.Base(a)), len(filepath.Base(b))) })
			others = slices.DeleteFunc(others, func(path string) bool { return path == first })
		}
		spare = append(spare, others...)
	}
	return spare
}
