package kit

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/wire/documents"
	"github.com/deskhand/deskhand/agentcore/wire/files"
	"github.com/deskhand/deskhand/ui/inert"
)

// CallWords is one call in plain words: what it does, to what, and what came of
// it.
type CallWords struct{ Verb, Object, Tail string }

// String joins them in one line.
func (w CallWords) String() string {
	return strings.TrimSpace(w.Verb+" "+w.Object) + w.Tail
}

// verbs name one call before, while and after it runs.
type verbs struct{ todo, doing, done string }

// CallArgs are the arguments of our own tools that a person is told of.
type CallArgs struct {
	Path   string            `json:"path"`
	Paths  []string          `json:"paths"`
	Moves  []chat.PathChange `json:"moves"`
	Copies []chat.PathChange `json:"copies"`
	Name   string            `json:"name"`
}

// ownTool is how a tool that we ship is spoken of.
type ownTool struct {
	verbs
	what func(CallArgs) string     // on what it is done
	come func(chat.Message) string // what came of it
}

// ownTools are the tools that we ship.
func ownTools() map[string]ownTool {
	return map[string]ownTool{
		"files_list":        {verbs{"list", "Listing", "Listed"}, onePlace, listed},
		"files_find":        {verbs{"look through", "Looking through", "Looked through"}, onePlace, foundThere},
		"files_info":        {verbs{"look at", "Looking at", "Looked at"}, onePlace, nothing},
		"files_move":        {verbs{"move", "Moving", "Moved"}, movedFiles, counted},
		"files_copy":        {verbs{"copy", "Copying", "Copied"}, copiedFiles, counted},
		"files_make_folder": {verbs{"make the folder", "Making the folder", "Made the folder"}, onePlace, nothing},
		"files_write_text":  {verbs{"write", "Writing", "Wrote"}, onePlace, nothing},
		"files_trash":       {verbs{"put into the trash", "Putting into the trash", "Put into the trash"}, somePlaces, counted},
		"files_restore":     {verbs{"take out of the trash", "Taking out of the trash", "Took out of the trash"}, somePlaces, counted},
		"files_list_trash":  {verbs{"look into the trash", "Looking into the trash", "Looked into the trash"}, noPlace, nothing},
		"files_undo":        {verbs{"take the last change back", "Taking the last change back", "Took the last change back"}, noPlace, restoredThere},
		"files_finish":      {verbs{"finish what was cut short", "Finishing what was cut short", "Finished what was cut short"}, noPlace, counted},
		"files_history":     {verbs{"look at what was done so far", "Looking at what was done so far", "Looked at what was done so far"}, noPlace, nothing},
		"files_duplicates":  {verbs{"look for duplicates in", "Looking for duplicates in", "Looked for duplicates in"}, somePlaces, duplicatesThere},
		"documents_status":  {verbs{"look what can be read", "Looking what can be read", "Looked what can be read"}, noPlace, nothing},
		"documents_render":  {verbs{"show a page of", "Showing a page of", "Showed a page of"}, onePlace, nothing},
		"documents_read":    {verbs{"read", "Reading", "Read"}, onePlace, pagesRead},
		"triage_propose":    {verbs{"find names for", "Finding names for", "Found names for"}, somePlaces, proposedThere},
		"triage_apply":      {verbs{"rename as planned", "Renaming as planned", "Renamed as planned"}, noPlace, appliedThere},
		"read_more":         {verbs{"read on in an earlier result", "Reading on in an earlier result", "Read on in an earlier result"}, noPlace, nothing},
	}
}

// DeedWords says in plain words what a call that has ended did: "Listed Scans ·
// 16 files". record is what is on record of it.
func DeedWords(call chat.ToolCall, record chat.Message) string {
	return DescribeCall(call, record, record.Status).String()
}

// DescribeCall puts a call into words as it stands: record is what is on record
// of it once it has ended.
func DescribeCall(call chat.ToolCall, record chat.Message, status chat.Status) CallWords {
	known, ok := ownTools()[call.Name]
	if !ok {
		known = ownTool{verbs{"use", "Using", "Used"}, func(CallArgs) string { return call.Name }, nothing}
	}
	var args CallArgs
	_ = json.Unmarshal(call.Args, &args) // what a model wrote wrongly is named by its tool alone
	d := CallWords{Object: inert.Line(known.what(args))}
	switch status {
	case chat.StatusOK:
		d.Verb, d.Tail = known.done, Dotted(known.come(record))
	case chat.StatusRunning, chat.StatusPending:
		d.Verb, d.Tail = known.doing, "…"
	case chat.StatusAwaitingApproval:
		d.Verb, d.Tail = "Asks to "+known.todo, ""
	case chat.StatusDenied:
		d.Verb, d.Tail = DeniedVerb+known.todo, ""
	case chat.StatusCancelled:
		d.Verb, d.Tail = "Stopped: "+known.todo, ""
	case chat.StatusBlocked:
		d.Verb, d.Tail = "Not done: "+known.todo, Dotted(failureOf(record.Text))
	default:
		d.Verb, d.Tail = "Could not "+known.todo, Dotted(failureOf(record.Text))
	}
	return d
}

// ToolTodo says what one of our own tools is asked to do, such as "move".
func ToolTodo(name string) (words string, own bool) {
	t, own := ownTools()[name]
	return t.todo, own
}

// deniedVerb begins what the person refused.
const DeniedVerb = "Not approved: "

func Dotted(words string) string {
	if words == "" {
		return ""
	}
	return " · " + words
}

func noPlace(CallArgs) string { return "" }

func onePlace(a CallArgs) string {
	if a.Path == "" {
		return ""
	}
	return filepath.Base(a.Path)
}

func somePlaces(a CallArgs) string {
	if len(a.Paths) == 0 {
		return onePlace(a)
	}
	return PathsWords(a.Paths)
}

func movedFiles(a CallArgs) string { return Count(len(a.Moves), "file") }

func copiedFiles(a CallArgs) string { return Count(len(a.Copies), "file") }

// failureOf is what went wrong, in the tool's words: the first line of a result
// that begins with the kind of the failure.
func failureOf(text string) string {
	first, _, _ := strings.Cut(text, "\n")
	if _, words, ok := strings.Cut(first, ": "); ok {
		first = words
	}
	return Short(inert.Line(first), longestFailure)
}

// longestFailure is how much of a failure stands in the line of a call, in
// characters; all of it is inside.
const longestFailure = 90

func nothing(chat.Message) string { return "" }

// DataOf decodes what is kept of a call's result; false when there is none of
// that type: the call failed, or is older than such data.
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
		return Count(l.Files, "file")
	}
	return Count(l.Files, "file") + ", " + Count(l.Folders, "folder")
}

func foundThere(m chat.Message) string {
	if words := listed(m); words != "" {
		return words + " found"
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
	return fmt.Sprintf("%d in · %d out · %d contents changed", in, out, changed)
}

func restoredThere(m chat.Message) string {
	if u, ok := DataOf[files.Undone](m); ok && u.Receipt != nil {
		return Count(u.Restored, "file") + " back in place"
	}
	return ""
}

func duplicatesThere(m chat.Message) string {
	if d, ok := DataOf[files.Duplicates](m); ok {
		return Count(d.Files, "file") + " compared, " + Count(d.Total, "group") + " of duplicates"
	}
	return ""
}

func pagesRead(m chat.Message) string {
	o, _ := DataOf[documents.Opening](m)
	switch o.Method {
	case documents.MethodOCR:
		return PageWords(o.Pages) + fmt.Sprintf(", OCR %.0f %%", 100*o.Confidence)
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
	words := fmt.Sprintf("%d read, %d ready", p.Files, p.Ready)
	if p.Review > 0 {
		words += fmt.Sprintf(", %d to look at", p.Review)
	}
	return words
}

func appliedThere(m chat.Message) string {
	if r, ok := DataOf[plan.Receipt](m); ok {
		return countedWords(r.FilesIn, r.FilesOut, r.ContentsChanged)
	}
	return ""
}

// PrettyArgs are arguments, one a line; as they are where they are no JSON.
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
