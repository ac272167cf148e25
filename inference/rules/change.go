package rules

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/filename"
	"github.com/deskhand/deskhand/agentcore/intent"
	"github.com/deskhand/deskhand/agentcore/wire/files"
)

// The tools that change the named files.
const (
	toolMove       = "files_move"
	toolCopy       = "files_copy"
	toolTrash      = "files_trash"
	toolDuplicates = "files_duplicates"
)

// move is one file and its target.
type move struct {
	From string `json:"from"`
	To   string `json:"to"`
}

// change makes the moves that a request asks for by name, place or pattern, and reports
// the result.
func (t *turn) change() chat.Reply {
	if t.template = t.req.WithPart(); t.template != "" {
		return t.tidy()
	}
	if strings.ContainsAny(t.req.How.Text+t.req.How.New+t.req.How.Name, "/\\\x00") {
		return t.say("slash")
	}
	meant, reply, ok := t.meantFiles()
	if !ok {
		return reply
	}
	moves := t.moves(meant)
	if len(moves) == 0 {
		return t.say("already_so")
	}
	if t.req.Proposal {
		return say(t.in.count("would_do", len(moves)) + "\n\n" + t.in.bullets(moveRows(moves), len(moves), shown))
	}
	tool, field := toolMove, "moves"
	if t.req.Do == intent.Copy {
		tool, field = toolCopy, "copies"
	}
	return t.carryOut(tool, field, t.done(), moves)
}

// carryOut calls the tool that makes moves, once, and reports the result with the
// sentence done.
func (t *turn) carryOut(tool, field, done string, moves []move) chat.Reply {
	answered := t.answers(tool)
	if len(answered) == 0 {
		return t.call(tool, map[string]any{field: moves})
	}
	last := answered[len(answered)-1]
	if last.status != chat.StatusOK {
		return say(t.in.trouble(last))
	}
	return say(t.in.changedWords(last, done, moveRows(asDone(moves, last))))
}

// done returns the sentence that says what was done with files.
func (t *turn) done() string {
	switch t.req.Do {
	case intent.Copy:
		return "copied"
	case intent.Move, intent.SortInto:
		return "moved"
	}
	return "renamed"
}

// meantFiles returns the files of the request: those that it names, if it names nothing
// else, or else those selected from a listing.
func (t *turn) meantFiles() ([]intent.File, chat.Reply, bool) {
	for _, path := range t.paths {
		if isFolder(path) && !t.isInside(path) {
			return nil, t.say("no_folders", "folder", filename.Shown(filepath.Base(path))), false
		}
	}
	return t.chosen()
}

// isInside reports whether a folder is named as the place of the files.
func (t *turn) isInside(folder string) bool {
	for _, n := range t.req.Files.Named {
		if n.Inside && filepath.Base(filepath.Clean(n.Text)) == filepath.Base(folder) {
			return true
		}
	}
	return false
}

// moves returns the moves that the request makes of files; unchanged files have none.
func (t *turn) moves(meant []intent.File) []move {
	var moves []move
	for i, f := range meant {
		folder, base := filepath.Split(f.Path)
		ext := filepath.Ext(base)
		stem := strings.TrimSuffix(base, ext)
		to := filepath.Join(folder, t.renamed(stem, i, len(meant))+ext)
		switch {
		case t.req.How.Name != "":
			to = filepath.Join(cmp.Or(t.into, folder), withEnding(t.req.How.Name, ext))
		case t.req.Do == intent.SortInto:
			to = filepath.Join(folder, cmp.Or(typeFolder(ext), t.in.text("folder_other")), base)
		case t.into != "":
			to = filepath.Join(t.into, base)
		}
		if to != f.Path {
			moves = append(moves, move{f.Path, to})
		}
	}
	return moves
}

// withEnding adds a missing extension to a name.
func withEnding(name, ext string) string {
	if intent.IsFileName(name) {
		return name
	}
	return name + ext
}

// typeFolder returns the folder for files with an extension; empty without one.
func typeFolder(ext string) string { return strings.ToUpper(strings.TrimPrefix(ext, ".")) }

// renamed returns the new stem for a stem; i counts the n files.
func (t *turn) renamed(stem string, i, n int) string {
	how := t.req.How
	switch t.req.Do {
	case intent.Recase:
		return recased(stem, how.Case)
	case intent.Replace:
		if changed := strings.TrimSpace(strings.ReplaceAll(stem, how.Old, how.New)); changed != "" {
			return changed
		}
	case intent.Prefix:
		return how.Text + stem
	case intent.Suffix:
		return stem + how.Text
	case intent.Number:
		width := max(2, len(fmt.Sprint(n)))
		return fmt.Sprintf("%0*d %s", width, i+1, stem)
	}
	return stem
}

// recased converts a name to lower, upper or title case.
func recased(stem, to string) string {
	switch to {
	case "lower":
		return strings.ToLower(stem)
	case "upper":
		return strings.ToUpper(stem)
	}
	start := true
	return strings.Map(func(r rune) rune {
		defer func() { start = !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' && r != '’' }()
		if start {
			return unicode.ToTitle(r)
		}
		return unicode.ToLower(r)
	}, stem)
}

// moveRows lists moves, one per line.
func moveRows(moves []move) []string {
	rows := make([]string, len(moves))
	for i, m := range moves {
		to := filepath.Base(m.To)
		if from := filepath.Dir(m.From); from != filepath.Dir(m.To) {
			to = m.To
			if rel, inside := filename.Inside(from, m.To); inside {
				to = rel
			}
		}
		rows[i] = filename.Shown(filepath.Base(m.From)) + " → " + filename.Shown(to)
	}
	return rows
}

// asDone returns the moves with actual targets, which differ for taken names.
func asDone(moves []move, r result) []move {
	c, _ := dataOf[files.Changed](r)
	went := map[string]string{}
	for _, o := range c.Moved {
		went[o.From] = o.To
	}
	done := slices.Clone(moves)
	for i, m := range done {
		done[i].To = cmp.Or(went[m.From], m.To)
	}
	return done
}

// changedWords describe the result of a change with the sentence done. The rows count as
// done only if all of them were.
func (s *speech) changedWords(r result, done string, rows []string) string {
	c, ok := dataOf[files.Changed](r)
	if !ok || c.Receipt == nil {
		return s.text("done_unknown")
	}
	text := s.count(done, c.Receipt.Moved)
	if c.Receipt.Failed > 0 {
		text += " " + s.count("not_done", c.Receipt.Failed)
	}
	if c.Receipt.Stopped {
		text += " " + s.text("stopped")
	}
	if c.Receipt.Failed == 0 && !c.Receipt.Stopped && c.Receipt.Moved == len(rows) {
		text += "\n\n" + s.bullets(rows, len(rows), shown)
	}
	return text + "\n" + s.text("undo_hint")
}

// trash moves the named files to the trash.
func (t *turn) trash() chat.Reply {
	meant, reply, ok := t.meantFiles()
	if !ok {
		return reply
	}
	if needsReading(t.req) {
		return say(t.in.count("say_yes_trash", len(meant)) + "\n\n" + t.in.fewest(baseNames(meant)))
	}
	return t.trashAll(pathsOf(meant))
}

func (t *turn) trashAll(paths []string) chat.Reply {
	var names []string
	for _, p := range paths {
		names = append(names, filename.Shown(filepath.Base(p)))
	}
	if t.req.Proposal {
		return say(t.in.text("would_trash") + "\n\n" + t.in.fewest(names))
	}
	done := t.answers(toolTrash)
	if len(done) == 0 {
		return t.call(toolTrash, files.TrashRequest{Paths: paths})
	}
	last := done[len(done)-1]
	if last.status != chat.StatusOK {
		return say(t.in.trouble(last))
	}
	return say(t.in.changedWords(last, "trashed", names))
}

// sortInto sorts files into folders under their names: at once by extension, with a
// proposal by contents.
func (t *turn) sortInto() chat.Reply {
	if t.req.How.By == "type" {
		return t.change()
	}
	t.template = t.req.How.Folders() + "/{name}"
	return t.tidy()
}
