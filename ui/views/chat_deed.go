package views

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/wire/documents"
	"github.com/deskhand/deskhand/agentcore/wire/files"
)

// deed is one call in plain words: what it does, to what, and what came of it.
type deed struct{ verb, name, tail string }

func (d deed) String() string {
	return strings.TrimSpace(d.verb+" "+d.name) + d.tail
}

// verbs are one deed before, while and after it is done.
type verbs struct{ todo, doing, done string }

// callArgs are the arguments of our own tools that a person is told of.
type callArgs struct {
	Path   string            `json:"path"`
	Paths  []string          `json:"paths"`
	Moves  []chat.PathChange `json:"moves"`
	Copies []chat.PathChange `json:"copies"`
	Name   string            `json:"name"`
}

// knownDeed is how a tool that we ship is spoken of.
type knownDeed struct {
	verbs
	what func(callArgs) string     // on what it is done
	come func(chat.Message) string // what came of it
}

// knownDeeds are the tools that we ship.
func knownDeeds() map[string]knownDeed {
	return map[string]knownDeed{
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
	return deedOf(&block{kind: blockTool, call: call, record: record}).String()
}

// deedOf puts a call into words as it stands.
func deedOf(b *block) deed {
	known, ok := knownDeeds()[b.call.Name]
	if !ok {
		known = knownDeed{verbs{"use", "Using", "Used"}, func(callArgs) string { return b.call.Name }, nothing}
	}
	var args callArgs
	_ = json.Unmarshal(b.call.Args, &args) // what a model wrote wrongly is named by its tool alone
	d := deed{name: inertLine(known.what(args))}
	switch b.status() {
	case chat.StatusOK:
		d.verb, d.tail = known.done, dotted(known.come(b.record))
	case chat.StatusRunning, chat.StatusPending:
		d.verb, d.tail = known.doing, "…"
	case chat.StatusAwaitingApproval:
		d.verb, d.tail = "Asks to "+known.todo, ""
	case chat.StatusDenied:
		d.verb, d.tail = deniedVerb+known.todo, ""
	case chat.StatusCancelled:
		d.verb, d.tail = "Stopped: "+known.todo, ""
	case chat.StatusBlocked:
		d.verb, d.tail = "Not done: "+known.todo, dotted(failureOf(b.record.Text))
	default:
		d.verb, d.tail = "Could not "+known.todo, dotted(failureOf(b.record.Text))
	}
	return d
}

// deniedVerb begins what the person refused.
const deniedVerb = "Not approved: "

func dotted(words string) string {
	if words == "" {
		return ""
	}
	return " · " + words
}

func noPlace(callArgs) string { return "" }

func onePlace(a callArgs) string {
	if a.Path == "" {
		return ""
	}
	return filepath.Base(a.Path)
}

func somePlaces(a callArgs) string {
	if len(a.Paths) == 0 {
		return onePlace(a)
	}
	return pathsWords(a.Paths)
}

func movedFiles(a callArgs) string { return count(len(a.Moves), "file") }

func copiedFiles(a callArgs) string { return count(len(a.Copies), "file") }

// failureOf is what went wrong, in the tool's words: the first line of a result
// that begins with the kind of the failure.
func failureOf(text string) string {
	first, _, _ := strings.Cut(text, "\n")
	if _, words, ok := strings.Cut(first, ": "); ok {
		first = words
	}
	return short(inertLine(first), longestFailure)
}

// longestFailure is how much of a failure stands in the line of a call, in
// characters; all of it is inside.
const longestFailure = 90

func nothing(chat.Message) string { return "" }

// dataOf decodes what is kept of a call's result; false when there is none of
// that type: the call failed, or is older than such data.
func dataOf[T any](m chat.Message) (T, bool) {
	var v T
	ok := len(m.Data) > 0 && json.Unmarshal(m.Data, &v) == nil
	return v, ok
}

func listed(m chat.Message) string {
	l, ok := dataOf[files.Listing](m)
	switch {
	case !ok:
		return ""
	case l.Folders == 0:
		return count(l.Files, "file")
	}
	return count(l.Files, "file") + ", " + count(l.Folders, "folder")
}

func foundThere(m chat.Message) string {
	if words := listed(m); words != "" {
		return words + " found"
	}
	return ""
}

func counted(m chat.Message) string {
	c, ok := dataOf[files.Changed](m)
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
	if u, ok := dataOf[files.Undone](m); ok && u.Receipt != nil {
		return count(u.Restored, "file") + " back in place"
	}
	return ""
}

func duplicatesThere(m chat.Message) string {
	if d, ok := dataOf[files.Duplicates](m); ok {
		return count(d.Files, "file") + " compared, " + count(d.Groups, "group") + " of duplicates"
	}
	return ""
}

func pagesRead(m chat.Message) string {
	o, _ := dataOf[documents.Opening](m)
	switch o.Method {
	case documents.MethodOCR:
		return pageWords(o.Pages) + fmt.Sprintf(", OCR %.0f %%", 100*o.Confidence)
	case documents.MethodText:
		return pageWords(o.Pages)
	}
	return ""
}

func proposedThere(m chat.Message) string {
	p, ok := dataOf[plan.Summary](m)
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
	if r, ok := dataOf[plan.Receipt](m); ok {
		return countedWords(r.FilesIn, r.FilesOut, r.ContentsChanged)
	}
	return ""
}
