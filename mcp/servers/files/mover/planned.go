package mover

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/lists"
	"github.com/deskhand/deskhand/agentcore/wire/files"
	"github.com/deskhand/deskhand/mcp/servers/files/journal"
	"github.com/deskhand/deskhand/mcp/servers/files/names"
	"github.com/deskhand/deskhand/mcp/servers/files/safefs"
	"github.com/deskhand/deskhand/mcp/servers/roots"
)

// Item is the planned result of a request.
type Item struct {
	// From and To are absolute. If they are equal the file stays where it is, and Note
	// says why.
	From, To string
	Note     string
	// Code is Note for programs, if the file stays or goes elsewhere than requested.
	Code chat.Code
	// ID is the file at From. Exists reports whether there is one, Missing that there is
	// nothing at all.
	ID              safefs.Identity
	Exists, Missing bool
	born            int64
	// Kind is what is done with the file. Label is its trash label, Text the contents of
	// a written file.
	Kind        journal.Kind
	Label, Text string
	// Flags are what needs care with the file, as in recognise.
	Flags []string
	// undoes is 1 + the number of the step that this move undoes, again that of the one
	// that it retries; 0 in a batch.
	undoes, again int
	sum           string // SHA-256 of Text
}

// Moves reports whether the item is a move at all.
func (i Item) Moves() bool { return i.From != i.To }

func (i Item) stays(code chat.Code, note string) Item {
	i.To, i.Code, i.Note = i.From, code, note
	return i
}

// Plan is what a batch, a page of it or an undo will do.
type Plan struct {
	Scope roots.Scope
	Items []Item
	// Folders are the missing ones, parents first.
	Folders []string
	// Stay are files that belong to the job and keep their names.
	Stay []Item
	// Hash covers the effect and the identities of the files.
	Hash string

	order []names.Action
	// spared are names that no item gets: they belong to files that cannot be found now.
	spared []string
}

// Count returns the number of moves.
func (p *Plan) Count() int {
	return lists.Count(p.Items, Item.Moves)
}

// pairs returns the sources and targets of items.
func pairs(items []Item) []files.Move {
	return lists.Map(items, func(it Item) files.Move { return files.Move{From: it.From, To: it.To} })
}

// digest hashes the effect and the identities of the files.
func digest(items []Item) string {
	type effect struct {
		From, To, Note string
		ID             safefs.Identity
		Kind           journal.Kind
		Text           string
	}
	h := sha256.New()
	enc := json.NewEncoder(h)
	for _, it := range items {
		_ = enc.Encode(effect{it.From, it.To, it.Note, it.ID, it.Kind, it.sum}) // cannot fail: plain values
	}
	return "sha256:" + hex.EncodeToString(h.Sum(nil))
}

// Summary says in English what the plan does.
func (p *Plan) Summary() string {
	s := p.verb() + " " + Count(p.Count(), "file")
	if n := len(p.Folders); n > 0 {
		s += " and make " + Count(n, "folder")
	}
	return s
}

// verb returns what is done to the files; each call has one kind of change.
func (p *Plan) verb() string {
	verbs := map[journal.Kind]string{
		journal.Copy: "Copy", journal.Write: "Write", journal.Trash: "Put into the trash", journal.Restore: "Restore",
	}
	for _, it := range p.Items {
		if verb := verbs[it.Kind]; verb != "" {
			return verb
		}
	}
	return "Move"
}

// Count counts things in English.
func Count(n int, of string) string {
	if n == 1 {
		return "1 " + of
	}
	return fmt.Sprintf("%d %ss", n, of)
}
