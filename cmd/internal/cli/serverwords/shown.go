package serverwords

import (
	"fmt"
	"io"
	"strings"

	"github.com/deskhand/deskhand/agentcore/lists"
	"github.com/deskhand/deskhand/agentcore/wire/entry"
	"github.com/deskhand/deskhand/app"
)

// PrintCommand shows all that decides what would run, nothing cut: an argument a
// line, and one that could hide something in quotes.
func PrintCommand(out io.Writer, s app.ServerInfo) {
	if s.URL != "" {
		printAddress(out, s)
		printTrusted(out, s)
		return
	}
	fmt.Fprintf(out, "%s would start this program, with your rights and without a shell:\n\n", s.Name)
	for i, part := range s.Command {
		if i == 0 && part != s.Program {
			part = part + " (" + s.Program + ")"
		}
		fmt.Fprintln(out, "    "+Visible(part))
	}
	fmt.Fprintln(out)
	for i, f := range s.Files {
		of := "An argument is the file"
		if i == 0 {
			of = "The program is the file"
		}
		fmt.Fprintf(out, "%s %s\n    %s\n", of, Visible(f.Path), contentWords(f))
	}
	if s.Dir != "" {
		fmt.Fprintln(out, "It starts in the folder "+Visible(s.Dir)+".")
	}
	if len(s.Env) > 0 {
		fmt.Fprintln(out, "It gets these variables from mcp.json:")
	}
	for _, v := range s.Env {
		fmt.Fprintln(out, "    "+Visible(v.Name+"="+v.Value))
		if v.Warning != "" {
			fmt.Fprintln(out, "        Look closely: "+Effect(v.Warning)+".")
		}
	}
	printTrusted(out, s)
}

// printAddress shows all that decides where what is asked of a server would go.
func printAddress(out io.Writer, s app.ServerInfo) {
	fmt.Fprintf(out, "%s is a server at this address:\n\n    %s\n\n", s.Name, Visible(s.URL))
	where := "It is on this computer."
	if s.Remote {
		where = "It is on another computer. The arguments of its tools are sent to " + Visible(s.Address) + "."
		if strings.HasPrefix(s.Address, "http://") {
			where += " The connection is not encrypted: others on the network can read it."
		}
	}
	fmt.Fprintln(out, where)
	if len(s.Headers) > 0 {
		fmt.Fprintln(out, "Each request has these headers from mcp.json:")
	}
	for _, h := range s.Headers {
		fmt.Fprintln(out, "    "+Visible(h.Name+": "+h.Value))
	}
	printClient(out, s.Client)
}

// printClient shows what is signed in as.
func printClient(out io.Writer, c entry.Client) {
	if c.ID == "" {
		return
	}
	fmt.Fprint(out, "It signs in as the OAuth client "+Visible(c.ID))
	if c.Secret != "" {
		fmt.Fprint(out, " with the secret "+Visible(c.Secret))
	}
	if c.Scope != "" {
		fmt.Fprint(out, ", and asks for "+Visible(c.Scope))
	}
	fmt.Fprintln(out, ".")
}

// printTrusted shows what the entry trusts a server with, and what is to be known of
// it.
func printTrusted(out io.Writer, s app.ServerInfo) {
	if s.TrustAnnotations {
		fmt.Fprintln(out, "Its tools' annotations are trusted: a tool that claims to be read-only runs without asking.")
	}
	if s.ShareRoots {
		fmt.Fprintln(out, "It can see which folders are open.")
	}
	if s.Local {
		fmt.Fprintln(out, "It is marked as local: what was read here is sent to it without asking.")
	}
	if s.Network && s.URL == "" {
		fmt.Fprintln(out, "It reaches the network: what it gets may leave this computer.")
	}
	for _, note := range TrustNotes(s) {
		fmt.Fprintln(out, note)
	}
}

// Spelled are names from elsewhere, one behind the other.
func Spelled(names []string) string {
	return strings.Join(lists.Map(names, Visible), ", ")
}

// maxChanges is how many changes are told one by one; the files are all listed
// with what is in them.
const maxChanges = 3

// TrustNotes are what a person should know before a server is started, next to
// its command: why it is asked about again, and what it downloads.
func TrustNotes(s app.ServerInfo) (notes []string) {
	for i, c := range s.Changes {
		if i == maxChanges {
			notes = append(notes, fmt.Sprintf("And %d more.", len(s.Changes)-i))
			break
		}
		notes = append(notes, changeWords(c))
	}
	if s.Fetches != nil && !s.Fetches.Pinned {
		notes = append(notes, s.Fetches.Runner+" downloads and runs the newest version; its contents cannot be pinned.")
	}
	return notes
}

// changeWords says why a server that was agreed to is asked about again.
func changeWords(c app.ServerChange) string {
	switch c.Kind {
	case app.ServerChangedForm:
		return "You approved it before the contents of its files were checked. Please check it again."
	case app.ServerChangedContents:
		return Visible(c.Path) + " has changed since you approved it."
	case app.ServerChangedPlace:
		return Visible(c.Path) + " is not the file that you approved."
	case app.ServerChangedGone:
		return Visible(c.Path) + " existed when you approved it, and no longer does."
	default:
		return "Its entry in mcp.json has changed since you approved it."
	}
}

// contentWords says what a file of a server is known by.
func contentWords(f app.ServerFile) string {
	kind, hash, _ := strings.Cut(f.Content, ":")
	switch {
	case kind == "sha256":
		return "sha256 " + hash
	case f.Content == app.ServerDatabase:
		return "a database: its contents may change"
	default:
		return "not hashed: checked by size and times"
	}
}

// Import says what becomes of a server of another host.
func Import(s app.ImportedServer) string {
	switch s.State {
	case app.ImportRefused:
		return "not added. " + Problem(s.Problem)
	case app.ImportSame:
		return "already in mcp.json"
	case app.ImportTaken:
		return "not added: mcp.json has another server with this name."
	}
	if s.Entry.URL != "" {
		return "new: " + Visible(s.Entry.URL)
	}
	argv := s.Entry.Argv()
	for i, arg := range argv {
		argv[i] = Visible(arg)
	}
	return "new: " + strings.Join(argv, " ")
}

// ImportNotes are what a person should know of a server that is added.
func ImportNotes(s app.ImportedServer) (notes []string) {
	if s.State != app.ImportNew {
		return nil
	}
	for _, in := range s.Inputs {
		notes = append(notes, "It asks for "+Input(in)+".")
	}
	if len(s.Ignored) > 0 {
		notes = append(notes, "Unknown keys in its entry: "+Spelled(s.Ignored)+".")
	}
	return notes
}

// Input names what a server asks for.
func Input(in app.ServerInput) string {
	if in.Description == "" {
		return Visible(in.ID)
	}
	return Visible(in.ID) + " (" + Visible(in.Description) + ")"
}

// SignIn says what to do with a server that wants a sign-in.
func SignIn(s app.ServerInfo) string {
	if s.URL == "" {
		return "It wants a sign-in."
	}
	return "It asks you to sign in: deskhand servers login " + Visible(s.Name) + ". If it takes a key instead, put that into its headers."
}
