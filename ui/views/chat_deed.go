package views

import (
	"encoding/json"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/deskhand/deskhand/agentcore/chat"
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
	what func(callArgs) string    // on what it is done
	come func(text string) string // what came of it
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
		d.verb, d.tail = known.done, dotted(known.come(b.record.Text))
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
	first, _, _ := strings.Cut(ownText(text), "\n")
	if _, words, ok := strings.Cut(first, ": "); ok {
		first = words
	}
	return short(inertLine(first), longestFailure)
}

// longestFailure is how much of a failure stands in the line of a call, in
// characters; all of it is inside.
const longestFailure = 90

// ownText is the text of a tool without what was put round it for the model.
func ownText(text string) string { return text }

func nothing(string) string { return "" }

// What our tools say in the first lines of their results.
var (
	saysListed     = regexp.MustCompile(`: (\d+ files?), (\d+ folders?)`)
	saysCounted    = regexp.MustCompile(`Done with (\d+ files?)[^\n]*Counted: (\d+) in, (\d+) out, (\d+) contents changed\.( Stopped before the end\.)? Batch ([0-9A-Za-z-]+)\.`)
	saysRestored   = regexp.MustCompile(`^Restored (\d+ files?) of batch`)
	saysDuplicates = regexp.MustCompile(`^(\d+ files?) compared, (\d+ groups?) of duplicates`)
	saysPages      = regexp.MustCompile(`\npages (\S+ of \d+)(?: by OCR, (\d+) % sure|, text of the file)`)
	saysProposed   = regexp.MustCompile(`plan ([0-9A-Za-z-]+): (\d+) files read, (\d+) ready, (\d+) to look at, (\d+) stays`)
	saysApplied    = regexp.MustCompile(`batch ([0-9A-Za-z-]+): (\d+) in, (\d+) out, (\d+) contents changed; (\d+) renamed, (\d+) failed(; stopped)?`)
)

// found are the parts that a pattern names in a text, or nil.
func says(pattern *regexp.Regexp, text string) []string {
	return pattern.FindStringSubmatch(ownText(text))
}

func listed(text string) string {
	m := says(saysListed, text)
	switch {
	case m == nil:
		return ""
	case strings.HasPrefix(m[2], "0 "):
		return m[1]
	}
	return m[1] + ", " + m[2]
}

func foundThere(text string) string {
	if words := listed(text); words != "" {
		return words + " found"
	}
	return ""
}

func counted(text string) string {
	if m := says(saysCounted, text); m != nil {
		return m[2] + " in · " + m[3] + " out · " + m[4] + " contents changed"
	}
	return ""
}

func restoredThere(text string) string {
	if m := says(saysRestored, text); m != nil {
		return m[1] + " back in place"
	}
	return ""
}

func duplicatesThere(text string) string {
	if m := says(saysDuplicates, text); m != nil {
		return m[1] + " compared, " + m[2] + " of duplicates"
	}
	return ""
}

func pagesRead(text string) string {
	m := says(saysPages, text)
	if m == nil {
		return ""
	}
	pages := pageWords(m[1])
	if m[2] != "" {
		return pages + ", OCR " + m[2] + " %"
	}
	return pages
}

func proposedThere(text string) string {
	m := says(saysProposed, text)
	if m == nil {
		return ""
	}
	words := m[2] + " read, " + m[3] + " ready"
	if m[4] != "0" {
		words += ", " + m[4] + " to look at"
	}
	return words
}

func appliedThere(text string) string {
	if m := says(saysApplied, text); m != nil {
		return m[2] + " in · " + m[3] + " out · " + m[4] + " contents changed"
	}
	return ""
}
