package intent

import "strings"

// Action is what is to be done.
type Action string

// The actions. None is that of a request that is not understood.
const (
	None      Action = ""
	Tidy      Action = "tidy"       // names out of what files say
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

// Request is what was read of a request.
type Request struct {
	Do    Action
	Files Files
	How   How
	// Into is the folder that files are to go to, as it was written.
	Into string
	// Instead is Bills in "into Taxes, not Bills".
	Instead Instead
	// Then is what is to be done afterwards with files that it says itself; nil for
	// nothing.
	Then *Request
	// Proposal reports that nothing is to be changed: only what would be done is
	// to be told.
	Proposal bool
	// Understood are the parts of weight that were understood, as they were said;
	// Left is what nothing accounts for. A request with anything left is not to
	// be carried out: a word that is not known may leave a file out, or ask for
	// something else.
	Understood, Left []string
	// Terms are the words that something can be looked for by; none where Files
	// picks all that is looked for.
	Terms []string
	// Language is that of the lexicon that knows more of it than any other: "de"; empty
	// where several know as much.
	Language string
}

// WithPart returns the template of names that a part of what each file says is put in
// front of, or behind; empty for none.
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
	// Named are the files and folders that it names, in their order; none: what
	// is open.
	Named []Name
	// Roots are the open folders that it calls by their last names.
	Roots []string
	// Only and Except pick from them: a file is meant that one of Only fits, or
	// any where there is none, and that none of Except fits.
	Only, Except []Pick
	// Here reports that the folder in focus is meant, of several.
	Here bool
	// All reports that all files, or those that are meant anyway, were said.
	All bool
	// Subfolders reports that the files in them are meant too.
	Subfolders bool
}

// Picks reports whether the request is about a part of the files.
func (f Files) Picks() bool { return len(f.Only)+len(f.Except) > 0 }

// Instead is either a folder that files are not to go to or what picks files that are
// left out, which only the folders and files that are there can tell. The zero value is
// neither.
type Instead struct {
	Folder string
	Pick   Pick
}

// Name is a file or folder as it was written.
type Name struct {
	Text   string
	Quoted bool
	// Inside reports that it says where files are: "in ~/Scans".
	Inside bool
}

// Pick picks files. All that it says has to fit; the zero value picks none.
type Pick struct {
	Name     string // a name or a path, as it was written
	Kind     string // a section [kind …] of the lexicon: invoice, image
	Ending   string // of the name, in lower case without the dot
	Starts   string // of the name
	Ends     string // of the name without its ending
	Contains string // in the name
	Dated    Period
	Sum      Sum
	Sender   string
	// Word is what nobody knows: it is in the name, or in that of the sender.
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

// folderBy are the parts of templates that folders are named by.
var folderBy = map[string]string{
	"year": "{year}", "month": "{year}/{month}", "sender": "{issuer}", "kind": "{kind}", "type": "{ext|upper}",
}

// Folders returns the template of the folders that files are sorted into; empty for
// none.
func (h How) Folders() string {
	var all []string
	for by := range strings.SplitSeq(h.By, "/") {
		if part := folderBy[by]; part != "" {
			all = append(all, part)
		}
	}
	return strings.Join(all, "/")
}
