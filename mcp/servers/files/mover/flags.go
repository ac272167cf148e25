package mover

import (
	"cmp"
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"time"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/mcp/servers/files/journal"
	"github.com/deskhand/deskhand/mcp/servers/files/recognise"
	"github.com/deskhand/deskhand/mcp/servers/files/safefs"
)

// fresh is how soon after a change a file is checked twice.
const fresh = 5 * time.Second

// flag sets the flags of a file on its item, and keeps the file where it is if it cannot
// be moved as a whole now.
func (p *planner) flag(it *Item, in safefs.Info) {
	if it.Note != "" {
		return
	}
	it.Flags = p.flags.Of(it.From, in)
	if !slices.Contains(it.Flags, recognise.BeingWritten) && !in.OnlineOnly && p.flags.Writing(it.From) {
		it.Flags = append(it.Flags, recognise.BeingWritten)
	}
	for _, flag := range []string{recognise.OnlineOnly, recognise.BeingWritten} {
		if slices.Contains(it.Flags, flag) {
			*it = it.stays(chat.Code(flag), recognise.Words([]string{flag})) // flag and code are the same word
			return
		}
	}
}

// lookAgain finds the files that changed during planning: somebody is writing to them.
func (p *planner) lookAgain(items []Item) {
	for i := range items {
		it := &items[i]
		if !it.Moves() || !it.Exists || !p.flags.Recent(it.ID, fresh) {
			continue
		}
		in, err := p.tree.Lstat(it.From)
		if err == nil && in.ID != it.ID || errors.Is(err, fs.ErrNotExist) {
			it.Flags = append(it.Flags, recognise.BeingWritten)
			*it = it.stays(chat.CodeBeingWritten, recognise.Words([]string{recognise.BeingWritten}))
		}
	}
}

// noteParted notes which moves separate files that belong together, or touch a project.
func (p *planner) noteParted(items []Item) {
	type bond struct{ folder, group, to string }
	along := map[bond]int{}
	bondOf := func(it Item) (bond, bool) {
		group := recognise.Group(it.Flags)
		return bond{filepath.Dir(it.From), group, filepath.Dir(it.To)}, group != "" && it.Moves() && it.Kind == journal.Move
	}
	for _, it := range items {
		if b, ok := bondOf(it); ok {
			along[b]++
		}
	}
	for i := range items {
		it := &items[i]
		if b, ok := bondOf(*it); ok && along[b] < p.flags.Folder(b.folder).Size(b.group) {
			it.Note = joinNotes(it.Note, "it "+recognise.Words([]string{"group:" + b.group})+", some of which stay behind")
			it.Code = cmp.Or(it.Code, chat.CodeParted)
		}
		if it.Moves() && slices.Contains(it.Flags, recognise.Project) {
			it.Note = joinNotes(it.Note, recognise.Words([]string{recognise.Project}))
		}
	}
}
