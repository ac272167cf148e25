package kit

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/wire/documents"
	"github.com/deskhand/deskhand/agentcore/wire/files"
	"github.com/deskhand/deskhand/ui/inert"
	"github.com/deskhand/deskhand/ui/locale"
)

// CallWords describe one call: what it does, to what, and its result. Object, between
// Before and After, is highlighted.
type CallWords struct{ Before, Object, After, Tail string }

// String joins them in one line.
func (w CallWords) String() string {
	return strings.TrimSpace(w.Before+w.Object+w.After) + w.Tail
}

// steps are words for one call before, while and after it runs. todo fits into a
// sentence: "move 3 files".
type steps struct{ todo, doing, done string }

// ownTool is how one of our own tools is described.
type ownTool struct {
	what  func(files.Subject) string // its object
	come  func(chat.Message) string  // its result
	steps func(what string) steps
}

// ownTools returns our own tools.
func ownTools() map[string]ownTool {
	return map[string]ownTool{
		"files_list": {onePlace, listed, func(what string) steps {
			return steps{locale.L("list {{.What}}", "What", what), locale.L("Listing {{.What}}", "What", what), locale.L("Listed {{.What}}", "What", what)}
		}},
		"files_find": {onePlace, foundThere, func(what string) steps {
			return steps{locale.L("look through {{.What}}", "What", what), locale.L("Looking through {{.What}}", "What", what), locale.L("Looked through {{.What}}", "What", what)}
		}},
		"files_info": {onePlace, nothing, func(what string) steps {
			return steps{locale.L("look at {{.What}}", "What", what), locale.L("Looking at {{.What}}", "What", what), locale.L("Looked at {{.What}}", "What", what)}
		}},
		"files_move": {movedFiles, counted, func(what string) steps {
			return steps{locale.L("move {{.What}}", "What", what), locale.L("Moving {{.What}}", "What", what), locale.L("Moved {{.What}}", "What", what)}
		}},
		"files_copy": {copiedFiles, counted, func(what string) steps {
			return steps{locale.L("copy {{.What}}", "What", what), locale.L("Copying {{.What}}", "What", what), locale.L("Copied {{.What}}", "What", what)}
		}},
		"files_make_folder": {onePlace, nothing, func(what string) steps {
			return steps{locale.L("create the folder {{.What}}", "What", what), locale.L("Creating the folder {{.What}}", "What", what), locale.L("Created the folder {{.What}}", "What", what)}
		}},
		"files_write_text": {onePlace, nothing, func(what string) steps {
			return steps{locale.L("write {{.What}}", "What", what), locale.L("Writing {{.What}}", "What", what), locale.L("Wrote {{.What}}", "What", what)}
		}},
		"files_trash": {somePlaces, counted, func(what string) steps {
			return steps{locale.L("move {{.What}} to the trash", "What", what), locale.L("Moving {{.What}} to the trash", "What", what), locale.L("Moved {{.What}} to the trash", "What", what)}
		}},
		"files_restore": {somePlaces, counted, func(what string) steps {
			return steps{locale.L("restore {{.What}} from the trash", "What", what), locale.L("Restoring {{.What}} from the trash", "What", what), locale.L("Restored {{.What}} from the trash", "What", what)}
		}},
		"files_list_trash": {noPlace, nothing, func(_ string) steps {
			return steps{locale.L("look in the trash"), locale.L("Looking in the trash"), locale.L("Looked in the trash")}
		}},
		"files_undo": {noPlace, restoredThere, func(_ string) steps {
			return steps{locale.L("undo the last change"), locale.L("Undoing the last change"), locale.L("Undid the last change")}
		}},
		"files_finish": {noPlace, counted, func(_ string) steps {
			return steps{locale.L("finish what was interrupted"), locale.L("Finishing what was interrupted"), locale.L("Finished what was interrupted")}
		}},
		"files_history": {noPlace, nothing, func(_ string) steps {
			return steps{locale.L("check the history"), locale.L("Checking the history"), locale.L("Checked the history")}
		}},
		"files_duplicates": {somePlaces, duplicatesThere, func(what string) steps {
			return steps{locale.L("look for duplicates in {{.What}}", "What", what), locale.L("Looking for duplicates in {{.What}}", "What", what), locale.L("Looked for duplicates in {{.What}}", "What", what)}
		}},
		"documents_status": {noPlace, nothing, func(_ string) steps {
			return steps{locale.L("check what can be read"), locale.L("Checking what can be read"), locale.L("Checked what can be read")}
		}},
		"documents_render": {onePlace, nothing, func(what string) steps {
			return steps{locale.L("show a page of {{.What}}", "What", what), locale.L("Showing a page of {{.What}}", "What", what), locale.L("Showed a page of {{.What}}", "What", what)}
		}},
		"documents_read": {onePlace, pagesRead, func(what string) steps {
			return steps{locale.L("read {{.What}}", "What", what), locale.L("Reading {{.What}}", "What", what), locale.L("Read {{.What}}", "What", what)}
		}},
		"library_search": {noPlace, nothing, func(_ string) steps {
			return steps{locale.L("search your documents"), locale.L("Searching your documents"), locale.L("Searched your documents")}
		}},
		"library_table": {noPlace, nothing, func(_ string) steps {
			return steps{locale.L("add up amounts of documents"), locale.L("Adding up amounts of documents"), locale.L("Added up amounts of documents")}
		}},
		"triage_propose": {somePlaces, proposedThere, func(what string) steps {
			return steps{locale.L("find names for {{.What}}", "What", what), locale.L("Finding names for {{.What}}", "What", what), locale.L("Found names for {{.What}}", "What", what)}
		}},
		"triage_apply": {noPlace, appliedThere, func(_ string) steps {
			return steps{locale.L("rename as planned"), locale.L("Renaming as planned"), locale.L("Renamed as planned")}
		}},
		"rules_keep": {noPlace, nothing, func(_ string) steps {
			return steps{locale.L("save a rule"), locale.L("Saving a rule"), locale.L("Saved a rule")}
		}},
		"find_tools": {noPlace, nothing, func(_ string) steps {
			return steps{locale.L("look for a tool"), locale.L("Looking for a tool"), locale.L("Looked for a tool")}
		}},
		"read_more": {noPlace, nothing, func(_ string) steps {
			return steps{locale.L("read more of an earlier result"), locale.L("Reading more of an earlier result"), locale.L("Read more of an earlier result")}
		}},
	}
}

// DescribeCall describes a call in its status; record is its stored message once it has
// ended.
func DescribeCall(call chat.ToolCall, record chat.Message, status chat.Status) CallWords {
	tool := toolOf(call.Name)
	s := tool.steps(Gap)
	words := func(sentence, tail string) CallWords {
		before, after := Around(sentence)
		return CallWords{Before: before, Object: objectOf(tool, call), After: after, Tail: tail}
	}
	switch status {
	case chat.StatusOK:
		return words(s.done, Dotted(tool.come(record)))
	case chat.StatusRunning, chat.StatusPending:
		return words(s.doing, "…")
	case chat.StatusAwaitingApproval:
		return words(locale.L("Asks to {{.Step}}", "Step", s.todo), "")
	case chat.StatusDenied:
		return words(locale.L("Not approved: {{.Step}}", "Step", s.todo), "")
	case chat.StatusCancelled:
		return words(locale.L("Stopped: {{.Step}}", "Step", s.todo), "")
	case chat.StatusBlocked:
		return words(locale.L("Not done: {{.Step}}", "Step", s.todo), Dotted(failureOf(record)))
	default:
		return words(locale.L("Couldn't {{.Step}}", "Step", s.todo), Dotted(failureOf(record)))
	}
}

// StepOf describes what a call was to do, such as "move 3 files".
func StepOf(call chat.ToolCall) string {
	tool := toolOf(call.Name)
	return strings.TrimSpace(tool.steps(objectOf(tool, call)).todo)
}

func toolOf(name string) ownTool {
	if tool, own := ownTools()[name]; own {
		return tool
	}
	return ownTool{func(files.Subject) string { return name }, nothing, func(what string) steps {
		return steps{locale.L("use {{.What}}", "What", what), locale.L("Using {{.What}}", "What", what), locale.L("Used {{.What}}", "What", what)}
	}}
}

func objectOf(tool ownTool, call chat.ToolCall) string {
	var args files.Subject
	_ = json.Unmarshal(call.Args, &args) // malformed arguments: only the tool is named
	return inert.Line(tool.what(args))
}

func Dotted(words string) string {
	if words == "" {
		return ""
	}
	return " · " + words
}

func noPlace(files.Subject) string { return "" }

func onePlace(a files.Subject) string {
	if a.Path == "" {
		return ""
	}
	return filepath.Base(a.Path)
}

func somePlaces(a files.Subject) string {
	if len(a.Paths) == 0 {
		return onePlace(a)
	}
	return PathsWords(a.Paths)
}

func movedFiles(a files.Subject) string { return locale.Files(len(a.Moves)) }

func copiedFiles(a files.Subject) string { return locale.Files(len(a.Copies)) }

// failureOf says what went wrong: the cause, or the first line of a tool's text if the
// cause is unknown.
func failureOf(m chat.Message) string {
	return Short(inert.Line(cmp.Or(causes.Of(m.Failure.Code), m.FirstLine())), longestFailure)
}

// longestFailure is how much of a failure is in the line of a call, in characters; all of
// it is inside.
const longestFailure = 90

func nothing(chat.Message) string { return "" }

// DataOf decodes the stored data of a call's result; false if there is none of that type:
// the call failed, or is older than such data.
func DataOf[T any](m chat.Message) (T, bool) {
	var v T
	ok := len(m.Data) > 0 && json.Unmarshal(m.Data, &v) == nil
	return v, ok
}

func listed(m chat.Message) string {
	l, ok := DataOf[files.Listing](m)
	switch {
	case !ok:
		return ""
	case l.Folders == 0:
		return locale.Files(l.Files)
	}
	return locale.L("{{.Files}}, {{.Folders}}", "Files", locale.Files(l.Files), "Folders", locale.Folders(l.Folders))
}

func foundThere(m chat.Message) string {
	if words := listed(m); words != "" {
		return locale.L("{{.Files}} found", "Files", words)
	}
	return ""
}

func counted(m chat.Message) string {
	c, ok := DataOf[files.Changed](m)
	if !ok || c.Receipt == nil {
		return ""
	}
	return countedWords(c.Receipt.FilesIn, c.Receipt.FilesOut, c.Receipt.ContentsChanged)
}

// countedWords are the counts of a receipt.
func countedWords(in, out, changed int) string {
	before, after := locale.Files(in), locale.Number(out)
	if changed == 0 {
		return locale.L("{{.Files}} before, {{.After}} after, no contents changed", "Files", before, "After", after)
	}
	return locale.N("{{.Files}} before, {{.After}} after, the contents of {{.N}} changed", "{{.Files}} before, {{.After}} after, the contents of {{.N}} changed",
		changed, "Files", before, "After", after)
}

func restoredThere(m chat.Message) string {
	if u, ok := DataOf[files.Undone](m); ok && u.Receipt != nil {
		return locale.N("{{.N}} file back in place", "{{.N}} files back in place", u.Restored)
	}
	return ""
}

func duplicatesThere(m chat.Message) string {
	if d, ok := DataOf[files.Duplicates](m); ok {
		return locale.L("{{.Files}} compared, {{.Groups}}", "Files", locale.Files(d.Files),
			"Groups", locale.N("{{.N}} group of duplicates", "{{.N}} groups of duplicates", d.Total))
	}
	return ""
}

func pagesRead(m chat.Message) string {
	o, _ := DataOf[documents.Opening](m)
	switch o.Method {
	case documents.MethodOCR:
		return locale.L("{{.Pages}}, OCR {{.Percent}}%", "Pages", PageWords(o.Pages), "Percent", fmt.Sprintf("%.0f", 100*o.Confidence))
	case documents.MethodText:
		return PageWords(o.Pages)
	}
	return ""
}

func proposedThere(m chat.Message) string {
	p, ok := DataOf[plan.Summary](m)
	if !ok {
		return ""
	}
	words := locale.L("{{.Read}} read, {{.Ready}} ready", "Read", p.Files, "Ready", p.Ready)
	if p.Review > 0 {
		words = locale.L("{{.Read}} read, {{.Ready}} ready, {{.Review}} to check", "Read", p.Files, "Ready", p.Ready, "Review", p.Review)
	}
	return words
}

func appliedThere(m chat.Message) string {
	if r, ok := DataOf[plan.Receipt](m); ok {
		return countedWords(r.FilesIn, r.FilesOut, r.ContentsChanged)
	}
	return ""
}

// PrettyArgs formats arguments, one per line; unchanged if they are not JSON.
func PrettyArgs(raw json.RawMessage) string {
	var out bytes.Buffer
	if err := json.Indent(&out, raw, "", "  "); err != nil {
		return string(raw)
	}
	if s := out.String(); s != "{}" && s != "null" {
		return s
	}
	return ""
}

// DoneWords say what a tool did; its name if it is not ours.
func DoneWords(tool string) string {
	if own, ok := ownTools()[tool]; ok {
		return own.steps(locale.L("files")).done
	}
	return tool
}
