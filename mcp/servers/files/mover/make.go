package mover

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/filename"
	"github.com/deskhand/deskhand/agentcore/wire/files"
	"github.com/deskhand/deskhand/mcp/servers/files/journal"
	"github.com/deskhand/deskhand/mcp/servers/files/safefs"
	"github.com/deskhand/deskhand/mcp/servers/roots"
)

// TextMax is how long a written text may be, in bytes.
const TextMax = 1 << 20

// PlanCopy computes what copying files would do. It writes nothing. A file may be copied
// several times.
func (m *Mover) PlanCopy(ctx context.Context, scope roots.Scope, copies []files.Move) (*Plan, error) {
	t := m.folders.Tree(scope)
	defer t.Close()
	p := newPlanner(m, t)
	plan := &Plan{Scope: scope}
	for _, r := range copies {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		item, err := p.look(r)
		if err != nil {
			return nil, err
		}
		if !item.Moves() && item.Note == "" { // a copy next to its original
			stem, ext := filename.Split(filepath.Base(item.From))
			item.To = filepath.Join(filepath.Dir(item.From), stem+" (2)"+ext)
		}
		item.Kind = journal.Copy
		plan.Items = append(plan.Items, item)
	}
	p.lookAgain(plan.Items)
	return plan, p.resolve(ctx, plan)
}

// PlanWrite computes what writing a new text file would do. It writes nothing.
func (m *Mover) PlanWrite(ctx context.Context, scope roots.Scope, path, text string) (*Plan, error) {
	path, err := scope.Resolve(path)
	if err != nil {
		return nil, err
	}
	if err := textual(path, text); err != nil {
		return nil, err
	}
	if !scope.MayWrite(path) {
		return nil, scope.Denied(path)
	}
	if err := scope.TooDeep(filepath.Dir(path)); err != nil {
		return nil, err
	}
	t := m.folders.Tree(scope)
	defer t.Close()
	p := newPlanner(m, t)
	if err := p.guarded(path); err != nil {
		return nil, err
	}
	stem, ext := filename.Split(filepath.Base(path))
	if !textExt(ext) {
		stem, ext = filepath.Base(path), ".txt"
	}
	sum := sha256.Sum256([]byte(text))
	item := Item{
		To:   filepath.Join(filepath.Dir(path), filename.Sanitise(stem, ext)),
		Kind: journal.Write, Text: text,
		ID: safefs.Identity{Size: int64(len(text))}, sum: hex.EncodeToString(sum[:]),
	}
	if filepath.Base(item.To) != filepath.Base(path) {
		item.Code, item.Note = chat.CodeSafeName, "the name was made safe"
	}
	plan := &Plan{Scope: scope, Items: []Item{item}}
	if err := p.resolve(ctx, plan); err != nil {
		return nil, err
	}
	if it := plan.Items[0]; it.To == "" {
		return nil, &chat.Failure{
			Class: chat.ErrInvalidArgs, Code: it.Code, Path: path, Message: "The file cannot be made there: " + it.Note + ".",
			Advice: chat.Advice{Code: chat.AdviseOtherPlace, Text: "Choose another folder."},
		}
	}
	return plan, nil
}

func textual(path, text string) error {
	switch {
	case len(text) > TextMax:
		return &chat.Failure{Class: chat.ErrInvalidArgs, Code: chat.CodeTooLong, Path: path, Message: "The text is longer than 1 MiB."}
	case !utf8.ValidString(text) || strings.ContainsRune(text, 0):
		return &chat.Failure{Class: chat.ErrInvalidArgs, Code: chat.CodeNotText, Path: path, Message: "This is no plain text."}
	}
	return nil
}

// textExt reports whether ext is one of plain text that no program runs.
func textExt(ext string) bool {
	return slices.Contains([]string{
		".txt", ".md", ".csv", ".tsv", ".json", ".yaml", ".yml", ".toml", ".xml", ".log", ".ics", ".vcf", ".srt", ".tex", ".org", ".rst",
	}, strings.ToLower(ext))
}
