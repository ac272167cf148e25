package servers

import (
	"strings"

	"github.com/deskhand/deskhand/agentcore/wire/entry"
	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/ui/inert"
	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/views/kit"
)

// maxChanges is how many changes are listed one by one; all files are listed with their
// contents' hashes.
const maxChanges = 3

// trustNotes are what the user should know, besides the command itself, before a server
// is started: why consent is needed again, and what it downloads.
func trustNotes(s app.ServerInfo) (notes []string) {
	for i, c := range s.Changes {
		if i == maxChanges {
			notes = append(notes, locale.N("And {{.N}} more change.", "And {{.N}} more changes.", len(s.Changes)-i))
			break
		}
		notes = append(notes, changeWords(c))
	}
	if s.Remote {
		notes = append(notes, locale.L("The arguments of its tools are sent to {{.Address}}.", "Address", kit.Spelled(s.Address)))
		if strings.HasPrefix(s.Address, "http://") {
			notes = append(notes, locale.L("The connection isn't encrypted: others on the network can read it."))
		}
	}
	if s.Fetches != nil && !s.Fetches.Pinned {
		notes = append(notes, locale.L("{{.Runner}} downloads and runs the newest version; its contents can't be pinned.", "Runner", s.Fetches.Runner))
	}
	return notes
}

// changeWords say why consent for a server is needed again.
func changeWords(c app.ServerChange) string {
	path := kit.Spelled(c.Path)
	switch c.Kind {
	case app.ServerChangedForm:
		return locale.L("You approved it before the contents of its files were checked. Please review it again.")
	case app.ServerChangedContents:
		return locale.L("{{.Path}} has changed since you approved it.", "Path", path)
	case app.ServerChangedPlace:
		return locale.L("{{.Path}} is not the file you approved.", "Path", path)
	case app.ServerChangedGone:
		return locale.L("{{.Path}} was there when you approved it, and is now missing.", "Path", path)
	default:
		return locale.L("Its entry in mcp.json has changed since you approved it.")
	}
}

// changedSince says that a server has changed since it was shown.
func changedSince(name string) string {
	return locale.L("{{.Name}} has changed since you reviewed it, so it wasn't started. Review it again.", "Name", inert.Exact(name))
}

// contentRow says how the contents of a file are identified. The name of the hash stands
// in front, so that the hash fits in a line.
func contentRow(f app.ServerFile) (what, value string) {
	kind, hash, _ := strings.Cut(f.Content, ":")
	switch {
	case kind == "sha256":
		return kind, hash
	case f.Content == app.ServerDatabase:
		return "", locale.L("a database: its contents may change")
	default:
		return "", locale.L("not read: known by its size and times")
	}
}

// lineLength is how many letters fit on a line of the narrowest window.
const lineLength = 83

// startWords are all that determines what is run, for the user to read before: a row
// each, with continuation lines indented, so that no value can pass for another row.
func startWords(s app.ServerInfo) string {
	var rows [][2]string
	row := func(what, value string) { rows = append(rows, [2]string{what, kit.OneRow(value)}) }
	if s.URL != "" {
		row(locale.L("Sends to"), s.Address)
		for _, h := range s.Headers {
			row(locale.L("Header"), h.Name+": "+h.Value)
		}
		client(s.Client, row)
		trusted(s, row)
		return kit.OneRow(s.URL) + "\n\n" + kit.Table(rows, lineLength)
	}
	if len(s.Files) == 0 || s.Files[0].Path != s.Program {
		row(locale.L("Program"), s.Program)
	}
	for i, f := range s.Files {
		what := locale.L("Argument")
		switch {
		case i == 0 && f.Path != s.Program:
			what = locale.L("which is")
		case i == 0:
			what = locale.L("Program")
		}
		row(what, f.Path)
		row(contentRow(f))
	}
	if s.Dir != "" {
		row(locale.L("Folder"), s.Dir)
	}
	for _, v := range s.Env {
		row(locale.L("Variable"), v.Name+"="+v.Value)
		if v.Warning != "" {
			row("", locale.L("Look closely: {{.Warning}}.", "Warning", kit.EffectWords(v.Warning)))
		}
	}
	if len(s.Env) == 0 {
		row(locale.L("Environment"), locale.L("default variables only"))
	}
	trusted(s, row)
	return kit.OneRow(commandWords(s.Command)) + "\n\n" + kit.Table(rows, lineLength)
}

// client adds the rows of the OAuth client.
func client(c entry.Client, row func(what, value string)) {
	for _, r := range [][2]string{{locale.L("Client ID"), c.ID}, {locale.L("Client secret"), c.Secret}, {locale.L("Asks for"), c.Scope}} {
		if r[1] != "" {
			row(r[0], r[1])
		}
	}
}

// trusted adds the rows of the trust that an entry gives.
func trusted(s app.ServerInfo, row func(what, value string)) {
	if s.TrustAnnotations {
		row(locale.L("Trusted"), locale.L("tools that claim to be read-only run without asking"))
	}
	if s.ShareRoots {
		row(locale.L("Can see"), locale.L("which folders are open"))
	}
	if s.Local {
		row(locale.L("Local"), locale.L("by its entry: what was read here is sent to it without asking"))
	}
}
