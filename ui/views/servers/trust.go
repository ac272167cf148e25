package servers

import (
	"fmt"
	"strings"

	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/ui/inert"
	"github.com/deskhand/deskhand/ui/views/kit"
)

// mostChanges is how many changes are told one by one; the files are all listed
// with what is in them.
const mostChanges = 3

// TrustNotes are what a person should know, beside the command itself, before a
// server is started: why it is asked about again, and what it fetches. spell makes
// text from elsewhere fit to be shown.
func TrustNotes(s app.ServerInfo, spell func(string) string) (notes []string) {
	for i, c := range s.Changes {
		if i == mostChanges {
			notes = append(notes, fmt.Sprintf("And %s more.", kit.Count(len(s.Changes)-i, "change")))
			break
		}
		notes = append(notes, changeWords(c, spell))
	}
	if s.Fetches != nil && !s.Fetches.Pinned {
		notes = append(notes, s.Fetches.Runner+" downloads and runs the newest version; its contents cannot be pinned.")
	}
	return notes
}

// changeWords says why a server that was agreed to is asked about again.
func changeWords(c app.ServerChange, spell func(string) string) string {
	switch c.Kind {
	case app.ServerChangedForm:
		return "You agreed to start it before the contents of its files counted. Look at it once more."
	case app.ServerChangedContents:
		return spell(c.Path) + " has changed since you agreed to start it."
	case app.ServerChangedPlace:
		return spell(c.Path) + " is another file than the one you agreed to start."
	case app.ServerChangedGone:
		return spell(c.Path) + " was there when you agreed to start it, and is not any more."
	default:
		return "Its entry in mcp.json has changed since you agreed to start it."
	}
}

// ContentWords says what a file of a server is known by.
func ContentWords(f app.ServerFile) string {
	kind, hash, _ := strings.Cut(f.Content, ":")
	switch {
	case kind == "sha256":
		return "sha256 " + hash
	case f.Content == app.ServerDatabase:
		return "a database: what is in it may change"
	default:
		return "not read: known by its size and times"
	}
}

// widest is how many letters of a value stand on a line: as many as the narrowest
// window shows.
const widest = 72

// startWords are all that decides what is run, for the person to read before it
// is: a row each, with its further lines moved in, so that no value can pass for
// another row.
func startWords(s app.ServerInfo) string {
	var b strings.Builder
	row := func(what, value string) {
		letters := []rune(oneRow(value))
		for more := true; more; more = len(letters) > 0 {
			n := min(widest, len(letters))
			fmt.Fprintf(&b, "\n%-10s %s", what, string(letters[:n]))
			what, letters = "", letters[n:]
		}
	}
	b.WriteString(oneRow(commandWords(s.Command)) + "\n")
	if len(s.Files) == 0 || s.Files[0].Path != s.Program {
		row("Program", s.Program)
	}
	for i, f := range s.Files {
		what := "Argument"
		switch {
		case i == 0 && f.Path != s.Program:
			what = "which is"
		case i == 0:
			what = "Program"
		}
		row(what, f.Path)
		row("", ContentWords(f))
	}
	if s.Dir != "" {
		row("Folder", s.Dir)
	}
	for _, v := range s.Env {
		row("Variable", v.Name+"="+v.Value)
		if v.Warning != "" {
			row("", "Look closely: "+v.Warning+".")
		}
	}
	if len(s.Env) == 0 {
		row("Variables", "nothing but the usual few")
	}
	if s.TrustAnnotations {
		row("Believed", "what its tools say of themselves: one that says it only reads is not asked about")
	}
	if s.ShareRoots {
		row("Is told", "which folders are open")
	}
	if s.Local {
		row("Is local", "by its entry: what was read here is sent to it without asking")
	}
	return b.String()
}

// oneRow spells out what would begin a new row.
func oneRow(s string) string {
	return strings.NewReplacer("\r", "<U+000D>", "\n", "<U+000A>", "\t", "<U+0009>").Replace(s)
}

// spelled is text from elsewhere within a sentence, with nothing hidden in it.
func spelled(s string) string { return inert.Exact(oneRow(s)) }
