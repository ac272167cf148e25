package rules

import (
	"fmt"
	"path/filepath"
	"strings"
	"unicode"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/filename"
	"github.com/deskhand/deskhand/agentcore/intent"
	"github.com/deskhand/deskhand/agentcore/wire/files"
)

// undoHint ends the answer about a change. It speaks of the conversation alone:
// the window and the terminal say how to undo in their own words.
const undoHint = "\nTo take it back, say \"undo\"."

// The tools that change what is named.
const (
	toolMove       = "files_move"
	toolCopy       = "files_copy"
	toolTrash      = "files_trash"
	toolDuplicates = "files_duplicates"
)

// move is one file and where it goes.
type move struct {
	From string `json:"from"`
	To   string `json:"to"`
}

// change makes the moves that a request asks for by name, place or pattern, and
// tells what became of them.
func (t *turn) change() chat.Reply {
	if strings.ContainsAny(t.req.How.Text+t.req.How.New+t.req.How.Name, "/\\\x00") {
		return say("A name cannot have a slash in it. Nothing was changed.")
	}
	meant, reply, ok := t.meantFiles()
	if !ok {
		return reply
	}
	moves := t.moves(meant)
	if len(moves) == 0 {
		return say("All of them are like that already. Nothing was changed.")
	}
	if t.req.Proposal {
		return say(fmt.Sprintf("I would do this with %s. Nothing was changed.\n\n%s", count(len(moves), "file", "files"),
			bullets(moveRows(moves), len(moves), shown)))
	}
	tool, field := toolMove, "moves"
	if t.req.Do == intent.Copy {
		tool, field = toolCopy, "copies"
	}
	return t.carryOut(tool, field, t.verb(), moves)
}

// carryOut calls the tool that makes moves, once, and tells how that went.
func (t *turn) carryOut(tool, field, verb string, moves []move) chat.Reply {
	done := t.answers(tool)
	if len(done) == 0 {
		return t.call(tool, map[string]any{field: moves})
	}
	last := done[len(done)-1]
	if last.status != chat.StatusOK {
		return say(trouble(last))
	}
	return say(changedWords(last, verb, moveRows(moves)))
}

// verb says what was done with the files.
func (t *turn) verb() string {
	switch t.req.Do {
	case intent.Copy:
		return "Copied"
	case intent.Move, intent.SortInto:
		return "Moved"
	}
	return "Renamed"
}

// meantFiles are the files of the request: those that it names where it names
// nothing else, else those that are chosen in a listing.
func (t *turn) meantFiles() ([]intent.File, chat.Reply, bool) {
	for _, path := range t.paths {
		if isFolder(path) && !t.isInside(path) {
			return nil, say("I move and rename files, not folders. Say, for example, \"move all files in " + filename.Shown(filepath.Base(path)) +
				" into …\". Nothing was changed."), false
		}
	}
	return t.chosen()
}

// isInside reports whether a folder is named as the place where files are.
func (t *turn) isInside(folder string) bool {
	for _, n := range t.req.Files.Named {
		if n.Inside && filepath.Base(filepath.Clean(n.Text)) == filepath.Base(folder) {
			return true
		}
	}
	return false
}

// moves are those that the request makes of files; what stays as it is has none.
func (t *turn) moves(meant []intent.File) []move {
	var moves []move
	for i, f := range meant {
		folder, base := filepath.Split(f.Path)
		ext := filepath.Ext(base)
		stem := strings.TrimSuffix(base, ext)
		to := filepath.Join(folder, t.renamed(stem, i, len(meant))+ext)
		switch {
		case t.req.How.Name != "":
			to = filepath.Join(folder, withEnding(t.req.How.Name, ext))
		case t.req.Do == intent.SortInto:
			to = filepath.Join(folder, typeFolder(ext), base)
		case t.into != "":
			to = filepath.Join(t.into, base)
		}
		if to != f.Path {
			moves = append(moves, move{f.Path, to})
		}
	}
	return moves
}

// withEnding gives a name the ending that it goes without.
func withEnding(name, ext string) string {
	if intent.IsFileName(name) {
		return name
	}
	return name + ext
}

// typeFolder is the folder for files with an ending.
func typeFolder(ext string) string {
	if ext == "" {
		return "Other"
	}
	return strings.ToUpper(ext[1:])
}

// renamed is the name without its ending that a request makes of one; i counts the
// files of n.
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

// recased writes a name in lower, upper or title case.
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

// moveRows are moves, a line each.
func moveRows(moves []move) []string {
	rows := make([]string, len(moves))
	for i, m := range moves {
		to := filepath.Base(m.To)
		if from := filepath.Dir(m.From); from != filepath.Dir(m.To) {
			to = m.To
			if rel, err := filepath.Rel(from, m.To); err == nil && !strings.HasPrefix(rel, "..") {
				to = rel
			}
		}
		rows[i] = filename.Shown(filepath.Base(m.From)) + " → " + filename.Shown(to)
	}
	return rows
}

// changedWords tell the result of a change. The rows count as done only when all of
// them were.
func changedWords(r result, verb string, rows []string) string {
	c, ok := dataOf[files.Changed](r)
	if !ok || c.Receipt == nil {
		return "It was done. The history shows what was done."
	}
	text := fmt.Sprintf("%s %s.", verb, count(c.Receipt.Moved, "file", "files"))
	if c.Receipt.Failed > 0 {
		text += fmt.Sprintf(" %d could not be done.", c.Receipt.Failed)
	}
	if c.Receipt.Stopped {
		text += " It was stopped before the end."
	}
	if c.Receipt.Failed == 0 && !c.Receipt.Stopped && c.Receipt.Moved == len(rows) {
		text += "\n\n" + bullets(rows, len(rows), shown)
	}
	return text + undoHint
}

// trash puts what is named into the trash.
func (t *turn) trash() chat.Reply {
	meant, reply, ok := t.meantFiles()
	if !ok {
		return reply
	}
	if needsReading(t.req) {
		return say("These are " + count(len(meant), "file", "files") + ". Nothing was changed. Say \"yes\" to put them into the trash:\n\n" + fewest(baseNames(meant)))
	}
	return t.trashAll(pathsOf(meant))
}

func (t *turn) trashAll(paths []string) chat.Reply {
	var names []string
	for _, p := range paths {
		names = append(names, filename.Shown(filepath.Base(p)))
	}
	if t.req.Proposal {
		return say("I would put these into the trash. Nothing was changed.\n\n" + fewest(names))
	}
	done := t.answers(toolTrash)
	if len(done) == 0 {
		return t.call(toolTrash, files.TrashRequest{Paths: paths})
	}
	last := done[len(done)-1]
	if last.status != chat.StatusOK {
		return say(trouble(last))
	}
	return say(changedWords(last, "Put into the trash:", names))
}

// folderBy are the templates of the folders that files are sorted into by what they
// say. Their names stay.
var folderBy = map[string]string{
	"year":   "{year}/{name}",
	"month":  "{year}/{month}/{name}",
	"sender": "{issuer}/{name}",
	"kind":   "{kind}/{name}",
}

// sortInto sorts files into folders: by their endings at once, by what they say with
// a proposal.
func (t *turn) sortInto() chat.Reply {
	if template := folderBy[t.req.How.By]; template != "" {
		t.template = template
		return t.tidy()
	}
	return t.change()
}
