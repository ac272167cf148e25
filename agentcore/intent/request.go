package intent

import (
	"strings"

	"github.com/deskhand/deskhand/agentcore/intent/span"
)

// Action is what is to be done.
type Action string

// The actions. None means that the request is not understood.
const (
	None      Action = ""
	Tidy      Action = "tidy"       // names from the contents of files
	GoAhead   Action = "go ahead"   // with what was proposed
	Rename    Action = "rename"     // one file to How.Name
	Move      Action = "move"       // into Into
	Copy      Action = "copy"       // into Into, or under How.Name
	Trash     Action = "trash"      //
	Recase    Action = "recase"     // names in How.Case
	Replace   Action = "replace"    // How.Old by How.New in names
	Prefix    Action = "prefix"     // How.Text in front of names
	Suffix    Action = "suffix"     // How.Text at the end of names
	Number    Action = "number"     //
	SortInto  Action = "sort into"  // folders by How.By
	Undo      Action = "undo"       // the last change
	History   Action = "history"    //
	List      Action = "list"       //
	Count     Action = "count"      //
	Read      Action = "read"       //
	Find      Action = "find"       //
	AddUp     Action = "add up"     // amounts
	Duplicate Action = "duplicates" // files with the same contents
	Dedupe    Action = "dedupe"     // the same, and all but one of them into Into, or into the trash
	Abilities Action = "abilities"  // what the assistant can do
	HowTo     Action = "how to"     // how something is done
	KeepRule  Action = "keep rule"  // from now on: files like these go to Into, or are named How.Name
)

// Changes reports whether an action changes files, or proposes a change.
func (a Action) Changes() bool {
	switch a {
	case Tidy, GoAhead, Rename, Move, Copy, Trash, Recase, Replace, Prefix, Suffix, Number, SortInto, Undo, Dedupe, KeepRule:
		return true
	}
	return false
}

// Request is a parsed request.
type Request struct {
	Do    Action
	Files Files
	How   How
	// Into is the target folder, as written.
	Into string
	// Instead is Bills in "into Taxes, not Bills".
	Instead Instead
	// Then is what to do afterwards with files that it specifies itself; nil for nothing.
	Then *Request
	// Proposal reports that nothing is to be changed, only proposed.
	Proposal bool
	// Understood are the significant parts that were understood, as written; Left is what
	// is not. A request with anything left must not be carried out: an unknown word may
	// exclude a file, or ask for something else.
	Understood, Left []string
	// Near is the action that is nearest to a request that is not understood: Do, or what
	// its verb most often means.
	Near Action
	// Terms are search words; none if Files picks all that is sought.
	Terms []string
	// Language is that of the best lexicon: "de"; empty on a tie.
	Language string
}

// WithPart returns the template of names with a part of each file's contents added at the
// front or the end; empty for none.
func (r Request) WithPart() string {
	switch {
	case r.How.Part == "":
		return ""
	case r.Do == Suffix:
		return "{name} {" + r.How.Part + "}"
	}
	return "{" + r.How.Part + "} {name}"
}

// Files says which files a request is about.
type Files struct {
	// Named are the files and folders that it names, in order; none means what is open.
	Named []Name
	// Roots are the open folders that it calls by last name.
	Roots []string
	// Only and Except pick from them: a file is meant if it matches one of Only, or any
	// if there is none, and none of Except.
	Only, Except []Pick
	// Here reports that only the folder in focus is meant.
	Here bool
	// All reports that the request says "all".
	All bool
	// Subfolders reports that the files in them are meant too.
	Subfolders bool
}

// Picks reports whether the request is about a part of the files.
func (f Files) Picks() bool { return len(f.Only)+len(f.Except) > 0 }

// Instead is either a folder that is not the target or picks files to exclude, which only
// the existing folders and files can tell. The zero value is neither.
type Instead struct {
	Folder string
	Pick   Pick
}

// Name is a file or folder as written.
type Name struct {
	Text   string
	Quoted bool
	// Inside reports that it is where the files are: "in ~/Scans".
	Inside bool
}

// Pick picks files. All of its parts have to match; the zero value picks none.
type Pick struct {
	Name     string // a name or a path, as it was written
	Kind     string // a section [kind …] of the lexicon: invoice, image
	Ending   string // of the name, in lower case without the dot
	Starts   string // of the name
	Ends     string // of the name without its ending
	Contains string // in the name
	Dated    span.Period
	Sum      span.Sum
	Sender   string
	// Word is an unknown word: it is in the name, or in that of the sender.
	Word string
	// One reports that a single file is meant: "the invoice from Acme".
	One bool
}

// How says how a change is made.
type How struct {
	Name     string // a new name
	Case     string // a section [case …] of the lexicon: lower, upper, title
	By       string // sections [by …] of the lexicon: year, month, sender, kind, type; "sender/year" for one in the other
	Old, New string // to be replaced, and by what
	Text     string // to be added
	Part     string // to be added of what each file says: a section [part …] of the lexicon, date
}

// folderBy are the template parts by which folders are named.
var folderBy = map[string]string{
	"year": "{year}", "month": "{year}/{month}", "sender": "{issuer}", "kind": "{kind}", "type": "{ext|upper}",
}

// Folders returns the template of the folders that files are sorted into; empty for none.
func (h How) Folders() string {
	var all []string
	for by := range strings.SplitSeq(h.By, "/") {
		if part := folderBy[by]; part != "" {
			all = append(all, part)
		}
	}
	return strings.Join(all, "/")
}
