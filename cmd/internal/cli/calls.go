package cli

import (
	"cmp"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/wire/documents"
	"github.com/deskhand/deskhand/agentcore/wire/files"
	"github.com/deskhand/deskhand/cmd/internal/cli/failurewords"
	"github.com/deskhand/deskhand/cmd/internal/cli/termtext"
)

// toolVerbs are what a tool does, in the past tense and the infinitive.
type toolVerbs struct{ done, todo string }

// ownTools returns our own tools.
func ownTools() map[string]toolVerbs {
	return map[string]toolVerbs{
		"files_list":        {"Listed", "list"},
		"files_find":        {"Searched", "search"},
		"files_info":        {"Looked at", "look at"},
		"files_move":        {"Moved", "move"},
		"files_copy":        {"Copied", "copy"},
		"files_make_folder": {"Made the folder", "make the folder"},
		"files_write_text":  {"Wrote", "write"},
		"files_trash":       {"Moved to the trash", "move to the trash"},
		"files_restore":     {"Restored from the trash", "restore from the trash"},
		"files_list_trash":  {"Listed the trash", "list the trash"},
		"files_undo":        {"Undid the last change", "undo the last change"},
		"files_finish":      {"Finished the interrupted change", "finish the interrupted change"},
		"files_history":     {"Looked at the history", "look at the history"},
		"files_duplicates":  {"Searched for duplicates in", "search for duplicates in"},
		"documents_status":  {"Looked at what can be read", "look at what can be read"},
		"documents_render":  {"Showed a page of", "show a page of"},
		"documents_read":    {"Read", "read"},
		"triage_propose":    {"Found names for", "find names for"},
		"triage_apply":      {"Renamed as planned", "rename as planned"},
		"read_more":         {"Read on in an earlier result", "read on in an earlier result"},
	}
}

// callLine describes in a line what a finished call did: "Listed Scans · 16 files". m is
// its result.
func callLine(call chat.ToolCall, m chat.Message) string {
	verbs, own := ownTools()[call.Name]
	if call.Name == "files_move" && onlyRenames(call.Args) {
		verbs = toolVerbs{"Renamed", "rename"}
	}
	object := visible(call.Name)
	if own {
		object = objectOf(call.Args)
	} else {
		verbs = toolVerbs{"Used", "use"}
	}
	if object != "" {
		object = " " + object
	}
	switch m.Status {
	case chat.StatusOK:
		return joinDot(verbs.done+object, outcome(m))
	case chat.StatusDenied:
		return "Not approved: " + verbs.todo + object
	case chat.StatusCancelled:
		return "Cancelled: " + verbs.todo + object
	case chat.StatusBlocked:
		return joinDot("Not done: "+verbs.todo+object, reasonOf(m))
	}
	return joinDot("Could not "+verbs.todo+object, reasonOf(m))
}

// onlyRenames reports whether all files of a move stay in their folders.
func onlyRenames(raw json.RawMessage) bool {
	var args files.Subject
	_ = json.Unmarshal(raw, &args)
	return len(args.Moves) > 0 && !slices.ContainsFunc(args.Moves, func(m files.Move) bool { return filepath.Dir(m.From) != filepath.Dir(m.To) })
}

func joinDot(words, more string) string {
	if more == "" {
		return words
	}
	return words + " · " + more
}

// objectOf names the object of a call of one of our tools; empty for malformed arguments.
func objectOf(raw json.RawMessage) string {
	var args files.Subject
	_ = json.Unmarshal(raw, &args)
	if args.Path != "" {
		args.Paths = []string{args.Path}
	}
	n := len(args.Paths)
	switch {
	case len(args.Moves)+len(args.Copies) > 0:
		return countFiles(len(args.Moves) + len(args.Copies))
	case n == 0:
		return ""
	case n == 1:
		return visible(filepath.Base(args.Paths[0]))
	}
	return fmt.Sprintf("%s and %d more", visible(filepath.Base(args.Paths[0])), n-1)
}

// outcome describes the result of a successful call.
func outcome(m chat.Message) string {
	switch m.Tool {
	case "files_list", "files_find":
		return words(m, func(l files.Listing) string {
			if l.Folders == 0 {
				return countFiles(l.Files)
			}
			return fmt.Sprintf("%s, %s", countFiles(l.Files), termtext.Count(l.Folders, "folder"))
		})
	case "files_move", "files_copy", "files_trash", "files_restore", "files_finish":
		return words(m, func(c files.Changed) string {
			if c.Receipt == nil {
				return ""
			}
			return receiptCounts(c.Receipt.FilesIn, c.Receipt.FilesOut, c.Receipt.ContentsChanged)
		})
	case "files_undo":
		return words(m, func(u files.Undone) string { return countFiles(u.Restored) + " back in place" })
	case "files_duplicates":
		return words(m, func(d files.Duplicates) string {
			return countFiles(d.Files) + " compared, " + termtext.Count(d.Total, "group") + " of duplicates"
		})
	case "documents_read":
		return words(m, readingWords)
	case "triage_propose":
		return words(m, func(s plan.Summary) string {
			return fmt.Sprintf("%d read, %d ready, %d to look at", s.Files, s.Ready, s.Review)
		})
	case "triage_apply":
		return words(m, func(r plan.Receipt) string { return receiptCounts(r.FilesIn, r.FilesOut, r.ContentsChanged) })
	}
	return ""
}

// words describes the data of a result; empty if it has none.
func words[T any](m chat.Message, say func(T) string) string {
	var result T
	if len(m.Data) == 0 || json.Unmarshal(m.Data, &result) != nil {
		return ""
	}
	return say(result)
}

func readingWords(o documents.Opening) string {
	switch o.Method {
	case documents.MethodOCR:
		return fmt.Sprintf("pages %s, OCR %.0f %%", visible(string(o.Pages)), 100*o.Confidence)
	case documents.MethodText:
		return "pages " + visible(string(o.Pages))
	}
	return ""
}

func receiptCounts(in, out, changed int) string {
	return fmt.Sprintf("%d in · %d out · %d contents changed", in, out, changed)
}

// reasonOf says in a line why a call failed.
func reasonOf(m chat.Message) string {
	return cmp.Or(failurewords.Of[m.Failure.Code], m.FirstLine())
}

// countFiles counts files in words.
func countFiles(n int) string { return termtext.Count(n, "file") }
