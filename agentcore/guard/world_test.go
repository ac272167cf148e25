package guard_test

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
	"testing"
	"time"

	"github.com/deskhand/deskhand/agentcore"
	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/event"
	"github.com/deskhand/deskhand/agentcore/guard"
)

// files is a small files server: it really renames files in a folder, makes previews, and
// runs a rename only under the hash of its preview.
type files struct {
	root string
	// before runs before each real rename: where the world changes.
	before func()
	// foreign makes it somebody else's.
	foreign bool

	mu    sync.Mutex
	seen  []string // arguments of all calls
	moved int
}

type renameArgs struct {
	From     string `json:"from"`
	To       string `json:"to"`
	DryRun   bool   `json:"dry_run"`
	PlanHash string `json:"plan_hash"`
}

const renameSchema = `{"type":"object","properties":{"from":{"type":"string"},"to":{"type":"string"}}}`

func (f *files) Specs() []chat.ToolSpec {
	spec := func(name string, effect chat.Effect, previews bool) chat.ToolSpec {
		return chat.ToolSpec{
			Name: name, Parameters: []byte(renameSchema), Effect: effect, Previews: previews, Server: "files", Own: !f.foreign,
		}
	}
	return []chat.ToolSpec{
		spec("files_list", chat.EffectRead, false),
		spec("files_rename", chat.EffectChange, true),
		spec("files_touch", chat.EffectChange, false),
		spec("files_mumble", chat.EffectChange, true),
		{Name: "other_do", Server: "other", ServerHash: "hash", Parameters: []byte(`{}`)},
		{Name: "other_look", Server: "other", ServerHash: "hash", Effect: chat.EffectRead, Parameters: []byte(`{}`)},
		{Name: "near_look", Server: "near", ServerHash: "hash", Effect: chat.EffectRead, Local: true, Parameters: []byte(`{}`)},
	}
}

func (f *files) Call(ctx context.Context, inv chat.Invocation) chat.ToolResult {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.seen = append(f.seen, inv.Call.Name+" "+string(inv.Call.Args))
	var a renameArgs
	if err := json.Unmarshal(inv.Call.Args, &a); err != nil {
		return chat.Failed(inv.Call.Name, chat.ErrInvalidArgs, err.Error())
	}
	switch inv.Call.Name {
	case "files_rename":
		return f.rename(a)
	case "files_touch":
		must(os.WriteFile(filepath.Join(f.root, a.To), nil, 0o600))
	}
	return chat.ToolResult{OK: true, Tool: inv.Call.Name, Text: "done"}
}

func (f *files) rename(a renameArgs) chat.ToolResult {
	from, to := filepath.Join(f.root, a.From), filepath.Join(f.root, a.To)
	if a.DryRun {
		return f.preview(from, to)
	}
	if f.before != nil {
		f.before()
	}
	if a.PlanHash != hashOf(from, to) {
		return chat.Failed("files_rename", chat.ErrBlocked, "the world is not as it was approved")
	}
	must(os.Rename(from, to))
	f.moved++
	return chat.ToolResult{OK: true, Tool: "files_rename", Text: "renamed"}
}

func (f *files) preview(from, to string) chat.ToolResult {
	if _, err := os.Stat(from); err != nil {
		return chat.Failed("files_rename", chat.ErrExecution, "there is no such file")
	}
	return foretell("files_rename", chat.Preview{
		Hash: hashOf(from, to), Effect: []chat.PathChange{{From: from, To: to}},
	})
}

func foretell(tool string, p chat.Preview) chat.ToolResult {
	raw, err := json.Marshal(p)
	must(err)
	return chat.ToolResult{OK: true, Tool: tool, Data: raw}
}

// hashOf identifies a rename and the present file.
func hashOf(from, to string) string {
	content, _ := os.ReadFile(from)
	sum := sha256.Sum256([]byte(from + "\x00" + to + "\x00" + string(content)))
	return hex.EncodeToString(sum[:])
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

// batch is an orchestration: one call of it renames several files through the
// guarded tools, under one approval.
type batch struct {
	tools agentcore.Toolbox // guarded
	root  string
	moves [][2]string
	// nested are the results of the calls that it made.
	nested []chat.ToolResult
	// meanwhile runs before the nested calls.
	meanwhile func(ctx context.Context)
}

func (b *batch) Specs() []chat.ToolSpec {
	return []chat.ToolSpec{{Name: "batch_apply", Effect: chat.EffectChange, Previews: true, Server: "triage", Own: true}}
}

func (b *batch) Call(ctx context.Context, inv chat.Invocation) chat.ToolResult {
	var a renameArgs
	must(json.Unmarshal(inv.Call.Args, &a))
	var p chat.Preview
	for _, m := range b.moves {
		var page chat.Preview
		must(json.Unmarshal(b.rename(ctx, m, "dry_run", true).Data, &page))
		p.Pages = append(p.Pages, page.Hash)
		p.Effect = append(p.Effect, page.Effect...)
	}
	p.Hash = "batch " + strings.Join(p.Pages, " ")
	if a.DryRun {
		return foretell("batch_apply", p)
	}
	if b.meanwhile != nil {
		b.meanwhile(ctx)
	}
	for i, m := range b.moves {
		b.nested = append(b.nested, b.rename(ctx, m, "plan_hash", p.Pages[i]))
	}
	return chat.ToolResult{OK: true, Tool: "batch_apply"}
}

func (b *batch) rename(ctx context.Context, move [2]string, arg string, value any) chat.ToolResult {
	args := map[string]any{"from": move[0], "to": move[1], arg: value}
	return b.tools.Call(ctx, invocation("triage", "files_rename", args, b.root))
}

// fixture is a guard with its surroundings.
type fixture struct {
	*files
	guard *guard.Guard
	tools agentcore.Toolbox
	audit *audit

	grants guard.GrantStore
	sends  []string // the servers that --allow-send names
	unread error    // why the conversation cannot be read

	mu        sync.Mutex
	messages  []chat.Message // of every conversation
	answers   []guard.Answer // given in turn; then no
	fail      error
	questions []guard.Question
	events    []event.Body
	clock     time.Time
}

var yes = guard.Answer{Allowed: true, By: "person"}

func newFixture(t *testing.T, answers ...guard.Answer) *fixture {
	t.Helper()
	b := &fixture{files: &files{root: t.TempDir()}, audit: &audit{}, answers: answers, clock: time.Unix(1e9, 0)}
	b.guard = guard.New(b.config(b))
	b.tools = b.guard.Wrap(b.files)
	return b
}

func (b *fixture) config(c guard.Confirmer) guard.Config {
	n := 0
	return guard.Config{
		Confirm: c, Audit: b.audit, Grants: b.grants, History: b,
		Now: func() time.Time {
			b.mu.Lock()
			defer b.mu.Unlock()
			b.clock = b.clock.Add(time.Millisecond)
			return b.clock
		},
		NewID: func() string {
			b.mu.Lock()
			defer b.mu.Unlock()
			n++
			return fmt.Sprintf("id%d", n)
		},
		Notify: func(_ string, body event.Body) {
			b.mu.Lock()
			defer b.mu.Unlock()
			b.events = append(b.events, body)
		},
	}
}

// Messages is the conversation as the test has it.
func (b *fixture) Messages(context.Context, string) ([]chat.Message, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.Clone(b.messages), b.unread
}

// Confirm answers as the test said.
func (b *fixture) Confirm(_ context.Context, q guard.Question) (guard.Answer, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.questions = append(b.questions, q)
	if b.fail != nil || len(b.answers) == 0 {
		return guard.Answer{}, b.fail
	}
	a := b.answers[0]
	b.answers = b.answers[1:]
	return a, nil
}

func (b *fixture) file(name string) string {
	path := filepath.Join(b.root, name)
	must(os.WriteFile(path, []byte("content of "+name), 0o600))
	return path
}

// names lists the files that are there now.
func (b *fixture) names() string {
	entries, err := os.ReadDir(b.root)
	must(err)
	var out []string
	for _, e := range entries {
		out = append(out, e.Name())
	}
	return strings.Join(out, " ")
}

func (b *fixture) call(by, tool string, args map[string]any) chat.ToolResult {
	return b.tools.Call(guard.WithAllowSend(context.Background(), b.sends), invocation(by, tool, args, b.root))
}

func (b *fixture) rename(by, from, to string) chat.ToolResult {
	return b.call(by, "files_rename", map[string]any{"from": from, "to": to})
}

func invocation(by, tool string, args map[string]any, roots ...string) chat.Invocation {
	raw, err := json.Marshal(args)
	must(err)
	return chat.Invocation{
		Call: chat.ToolCall{ID: "1", Name: tool, Args: raw}, Roots: roots, Conversation: "c1", By: by,
	}
}

// audit keeps records, and how they came.
type audit struct {
	mu     sync.Mutex
	groups [][]guard.Record
	fail   error
	// onWrite runs at each write.
	onWrite func()
}

func (a *audit) Audit(ctx context.Context, records ...guard.Record) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.onWrite != nil {
		a.onWrite()
	}
	if a.fail != nil {
		return a.fail
	}
	a.groups = append(a.groups, append([]guard.Record{}, records...))
	return nil
}

func (a *audit) records() []guard.Record {
	a.mu.Lock()
	defer a.mu.Unlock()
	var out []guard.Record
	for _, g := range a.groups {
		out = append(out, g...)
	}
	return out
}

func (a *audit) last() guard.Record {
	all := a.records()
	return all[len(all)-1]
}

func expectKind(t *testing.T, r chat.ToolResult, want chat.ErrorType) {
	t.Helper()
	if r.OK || r.Failure.Class != want || r.Failure.Message == "" {
		t.Fatalf("got %+v, want %s", r, want)
	}
}

func expectOK(t *testing.T, r chat.ToolResult) {
	t.Helper()
	if !r.OK {
		t.Fatalf("got %s: %s", r.Failure.Class, r.Failure.Message)
	}
}

func expectNames(t *testing.T, b *fixture, want string) {
	t.Helper()
	if got := b.names(); got != want {
		t.Fatalf("the folder holds %q, want %q", got, want)
	}
}

func expectQuestions(t *testing.T, b *fixture, want int) {
	t.Helper()
	if got := len(b.questions); got != want {
		t.Fatalf("%d questions were asked, want %d", got, want)
	}
}
