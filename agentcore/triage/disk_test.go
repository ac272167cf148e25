package triage_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/triage"
	"github.com/deskhand/deskhand/agentcore/wire/files"
)

// disk is a toolbox that works on real files with a few lines: it lists, reads
// text files line by line and renames without replacing.
type disk struct {
	mu    sync.Mutex
	calls []string
	// before runs before a real move, so that a test can change the world.
	before func()
	moved  map[string]int // by batch
	// unchanged counts the files of which it was said that they are as they were.
	unchanged int
	// logos counts the files whose logos were asked for.
	logos int
	// ends says of a path how often the server still ends when it is to read it.
	ends map[string]int
}

func (d *disk) Specs() []chat.ToolSpec { return nil }

func (d *disk) Call(ctx context.Context, inv chat.Invocation) chat.ToolResult {
	d.mu.Lock()
	d.calls = append(d.calls, inv.Call.Name)
	d.mu.Unlock()
	if ctx.Err() != nil {
		return chat.Failed(inv.Call.Name, chat.ErrCancelled, "It was cancelled.")
	}
	var args struct {
		Path      string   `json:"path"`
		Unless    string   `json:"unless"`
		Logos     bool     `json:"logos"`
		Recursive bool     `json:"recursive"`
		DryRun    bool     `json:"dry_run"`
		PlanHash  string   `json:"plan_hash"`
		Batch     string   `json:"batch"`
		Stay      []string `json:"stay"`
		Moves     []pair   `json:"moves"`
	}
	if err := json.Unmarshal(inv.Call.Args, &args); err != nil {
		return chat.Failed(inv.Call.Name, chat.ErrInvalidArgs, "The arguments are no JSON.")
	}
	switch inv.Call.Name {
	case "files_info":
		return info(args.Path)
	case "files_list":
		return list(args.Path, args.Recursive)
	case "documents_render":
		return chat.ToolResult{OK: true, Data: inv.Call.Args, Blobs: []chat.Blob{{MIME: "image/png", Data: []byte("drawn " + string(inv.Call.Args))}}}
	case "documents_read":
		if d.end(args.Path) {
			return chat.Failed(inv.Call.Name, chat.ErrServerDown, "The server ended.")
		}
		if raw, err := os.ReadFile(args.Path); err == nil && args.Unless == versionOf(raw) {
			d.mu.Lock()
			defer d.mu.Unlock()
			d.unchanged++
			return answer(map[string]any{"path": args.Path, "version": args.Unless, "unchanged": true})
		}
		if args.Logos {
			d.mu.Lock()
			defer d.mu.Unlock()
			d.logos++
		}
		return read(args.Path, args.Logos)
	case "files_move":
		if args.DryRun {
			return answer(effect(args.Moves))
		}
		if d.before != nil {
			d.before()
		}
		return d.move(args.Moves, args.PlanHash, args.Batch, args.Stay)
	case "files_history":
		return d.history(args.Batch)
	}
	return chat.Failed(inv.Call.Name, chat.ErrToolNotFound, "There is no such tool.")
}

// end reports whether the server ends when it is to read a file.
func (d *disk) end(path string) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.ends[path] == 0 {
		return false
	}
	d.ends[path]--
	return true
}

type pair struct {
	From string `json:"from"`
	To   string `json:"to"`
}

func answer(v any) chat.ToolResult {
	raw, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return chat.ToolResult{OK: true, Data: raw}
}

func missing(path string) chat.ToolResult {
	r := chat.Failed("files_info", chat.ErrExecution, "It is not there.")
	r.Failure.Path, r.Failure.Code = path, chat.CodeVanished
	return r
}

func entryOf(path string) (map[string]any, error) {
	fi, err := os.Lstat(path)
	if err != nil {
		return nil, err
	}
	kind := "file"
	switch {
	case fi.IsDir():
		kind = "folder"
	case fi.Mode()&os.ModeSymlink != 0:
		kind = "link"
	}
	return map[string]any{
		"path": path, "name": fi.Name(), "type": kind, "flags": flags(path),
		"hidden": strings.HasPrefix(fi.Name(), "."), "identity": identity(path, fi),
	}, nil
}

// flags says what a file belongs to: the others of its stem, or the project
// that it lies in.
func flags(path string) []string {
	var out []string
	stem := strings.TrimSuffix(path, filepath.Ext(path))
	if sameStem, _ := filepath.Glob(stem + ".*"); len(sameStem) > 1 {
		out = append(out, "group:"+filepath.Base(stem))
	}
	for _, dir := range []string{path, filepath.Dir(path)} {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			out = append(out, "project")
		}
	}
	if strings.HasSuffix(path, ".part") {
		out = append(out, "being_written")
	}
	return out
}

func identity(path string, fi os.FileInfo) plan.Identity {
	dev, inode := fileNumber(path)
	return plan.Identity{Dev: dev, Inode: inode, Size: fi.Size(), MtimeNS: fi.ModTime().UnixNano()}
}

func info(path string) chat.ToolResult {
	e, err := entryOf(path)
	if err != nil {
		return missing(path)
	}
	return answer(e)
}

func list(path string, recursive bool) chat.ToolResult {
	var entries []map[string]any
	err := filepath.WalkDir(path, func(p string, d os.DirEntry, err error) error {
		if err != nil || p == path {
			return err
		}
		e, err := entryOf(p)
		if err != nil {
			return err
		}
		entries = append(entries, e)
		if d.IsDir() && !recursive {
			return filepath.SkipDir
		}
		return nil
	})
	if err != nil {
		return missing(path)
	}
	return answer(map[string]any{"entries": entries})
}

func versionOf(raw []byte) string { return fmt.Sprintf("%x", sha256.Sum256(raw)) }

func read(path string, logos bool) chat.ToolResult {
	raw, err := os.ReadFile(path)
	if err != nil {
		return missing(path)
	}
	if filepath.Ext(path) == ".png" {
		return readPicture(string(raw))
	}
	var lines []map[string]any
	for i, l := range strings.Split(strings.TrimSpace(string(raw)), "\n") {
		line := map[string]any{"page": 1, "text": l, "confidence": 1}
		if drawn, ok := strings.CutPrefix(l, "logo: "); ok {
			if !logos {
				continue
			}
			line = map[string]any{"page": 1, "text": drawn, "confidence": 0.95, "role": "logo", "size": 0.04, "box": []float64{0.1, 0.02 * float64(i), 0.3, 0.04}}
		}
		lines = append(lines, line)
	}
	kind := "text"
	if filepath.Ext(path) == ".pdf" {
		kind = "pdf"
	}
	return answer(map[string]any{
		"kind": kind, "mime": "text/plain", "extension_ok": true, "empty": len(raw) == 0,
		"pages": "1-1 of 1", "method": "text", "confidence": 1, "lines": lines,
		"version": versionOf(raw),
	})
}

// readPicture reads a picture with the method and the confidence that its first
// line says, as in "ocr 0.3", and the text after it, whose words are as sure as the
// second number says.
func readPicture(raw string) chat.ToolResult {
	head, text, _ := strings.Cut(raw, "\n")
	var method string
	var confidence, words float64
	if n, _ := fmt.Sscan(head, &method, &confidence, &words); n < 2 {
		panic(head)
	}
	d := map[string]any{"kind": "image", "mime": "image/png", "extension_ok": true, "pages": "1-1 of 1", "method": method, "confidence": confidence}
	var lines, placed []map[string]any
	for i, row := range strings.Split(text, "\n") {
		if row == "" {
			continue
		}
		box := []float64{0.1, 0.06 * float64(i), 0.8, 0.03}
		placed = append(placed, map[string]any{"line": len(lines), "text": row, "confidence": words, "box": box})
		lines = append(lines, map[string]any{"page": 1, "text": row, "confidence": words, "box": box})
	}
	d["lines"], d["words"], d["version"] = lines, placed, versionOf([]byte(raw))
	return answer(d)
}

// effect is what a move would do: a name that is taken gets a number, a file that
// is gone stays, and all of that is in its hash.
func effect(moves []pair) files.Preview {
	var p files.Preview
	h := sha256.New()
	given := map[string]bool{}
	for _, m := range moves {
		change := files.Change{From: m.From, To: m.From, Code: chat.CodeVanished}
		fi, err := os.Lstat(m.From)
		if err == nil {
			change.To, change.Code = m.To, ""
			for n := 2; given[change.To] || isThere(change.To); n++ {
				ext := filepath.Ext(m.To)
				change.To = fmt.Sprintf("%s (%d)%s", strings.TrimSuffix(m.To, ext), n, ext)
			}
			given[change.To] = true
			fmt.Fprintln(h, identity(m.From, fi))
		}
		fmt.Fprintln(h, change)
		p.Effect = append(p.Effect, change)
	}
	p.Hash = hex.EncodeToString(h.Sum(nil))
	return p
}

func isThere(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

func (d *disk) move(moves []pair, hash, batch string, stay []string) chat.ToolResult {
	if effect(moves).Hash != hash {
		refused := chat.Failed("files_move", chat.ErrBlocked, "The files have changed.")
		refused.Failure.Code = chat.CodeChanged
		return refused
	}
	for _, m := range moves {
		if err := os.Rename(m.From, m.To); err != nil {
			panic(err)
		}
	}
	if d.moved == nil {
		d.moved = map[string]int{}
	}
	d.moved[batch] += len(moves)
	n := d.moved[batch] + len(stay)
	return answer(map[string]any{"receipt": plan.Receipt{
		Batch: batch, FilesIn: n, FilesOut: n, Moved: d.moved[batch], Skipped: len(stay), Undo: "deskhand undo " + batch,
	}})
}

func (d *disk) history(batch string) chat.ToolResult {
	var batches []map[string]any
	if n := d.moved[batch]; n > 0 {
		batches = append(batches, map[string]any{"receipt": plan.Receipt{Batch: batch, Moved: n}})
	}
	return answer(map[string]any{"batches": batches})
}

// memory keeps plans as long as a test lives.
type memory struct {
	mu      sync.Mutex
	records map[string]triage.Record
}

// copied returns a record that shares no list with r.
func copied(r triage.Record) triage.Record {
	r.Plan.Roots, r.Plan.Items, r.Pages = slices.Clone(r.Plan.Roots), slices.Clone(r.Plan.Items), slices.Clone(r.Pages)
	return r
}

func (m *memory) Put(ctx context.Context, r triage.Record) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.records == nil {
		m.records = map[string]triage.Record{}
	}
	m.records[r.Plan.ID] = copied(r)
	return nil
}

func (m *memory) Get(ctx context.Context, id string) (triage.Record, error) {
	if ctx.Err() != nil {
		return triage.Record{}, ctx.Err()
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	r, ok := m.records[id]
	if !ok {
		return r, triage.ErrNotOnRecord
	}
	return copied(r), nil
}

func (m *memory) Move(ctx context.Context, id string, from, to triage.State) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	r, ok := m.records[id]
	if !ok {
		return triage.ErrNotOnRecord
	}
	if r.State != from {
		return triage.ErrSpent
	}
	r.State = to
	m.records[id] = r
	return nil
}
