package guard_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/event"
	"github.com/deskhand/deskhand/agentcore/guard"
	"github.com/deskhand/deskhand/agentcore/intent"
	"github.com/deskhand/deskhand/agentcore/policy"
)

func TestAReadRunsWithoutAQuestion(t *testing.T) {
	b := newFixture(t)
	expectOK(t, b.call("model", "files_list", nil))
	expectQuestions(t, b, 0)
}

func TestAChangeIsForetoldAskedAndThenDone(t *testing.T) {
	b := newFixture(t, yes)
	path := b.file("a")
	expectOK(t, b.rename("model", "a", "b"))
	expectNames(t, b, "b")
	expectQuestions(t, b, 1)
	q := b.questions[0]
	if q.Tool != "files_rename" || len(q.Preview.Effect) != 1 || q.Preview.Effect[0].From != path {
		t.Errorf("the question shows %+v", q)
	}
	if len(b.seen) != 2 || !strings.Contains(b.seen[0], `"dry_run":true`) || !strings.Contains(b.seen[1], `"plan_hash":"`+q.Preview.Hash) {
		t.Errorf("the tool was called with %q", b.seen)
	}
	if len(b.events) != 2 || b.events[1] != (event.ApprovalAnswered{Tool: "files_rename", Allowed: true, By: "person"}) {
		t.Errorf("events %+v", b.events)
	}
}

func TestANoChangesNothingAndSaysSo(t *testing.T) {
	b := newFixture(t)
	b.file("a")
	r := b.rename("model", "a", "b")
	expectKind(t, r, chat.ErrDenied)
	if !strings.Contains(r.Failure.Message, "No file was changed.") || r.Tool != "files_rename" {
		t.Errorf("the denial says %+v", r)
	}
	expectNames(t, b, "a")
	if last := b.audit.last(); last.Verdict != policy.Deny || last.Status != chat.StatusDenied {
		t.Errorf("on record as %+v", last)
	}
}

func TestWhoCannotAnswerSaysNo(t *testing.T) {
	rows := []struct {
		name    string
		confirm func(*fixture) guard.Confirmer
		by      string
	}{
		{"nobody to ask", func(*fixture) guard.Confirmer { return nil }, "nobody"},
		{"headless without approval", func(*fixture) guard.Confirmer { return guard.DenyAll{} }, "policy none"},
		{"an error in asking", func(b *fixture) guard.Confirmer { b.fail = errors.New("no terminal"); return b }, "nobody"},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			b := newFixture(t)
			b.guard = guard.New(b.config(row.confirm(b)))
			b.tools = b.guard.Wrap(b.files)
			b.file("a")
			expectKind(t, b.rename("model", "a", "b"), chat.ErrDenied)
			expectNames(t, b, "a")
			if got := b.audit.last().By; got != row.by {
				t.Errorf("answered by %q, want %q", got, row.by)
			}
		})
	}
}

func TestApproveAllSaysYesInItsOwnName(t *testing.T) {
	for by, confirm := range map[string]guard.AllowAll{"--approve all": {}, "person": {By: "person"}} {
		b := newFixture(t)
		b.guard = guard.New(b.config(confirm))
		b.tools = b.guard.Wrap(b.files)
		b.file("a")
		expectOK(t, b.rename("model", "a", "b"))
		expectNames(t, b, "b")
		if got := b.audit.last(); got.By != by || got.Verdict != policy.Allow {
			t.Errorf("on record as %+v", got)
		}
	}
}

func TestACancelledCallIsNotRun(t *testing.T) {
	t.Run("before it is asked about", func(t *testing.T) {
		b := newFixture(t, yes)
		b.file("a")
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		r := b.tools.Call(ctx, invocation("model", "files_rename", map[string]any{"from": "a", "to": "b"}, b.root))
		expectKind(t, r, chat.ErrCancelled)
		expectQuestions(t, b, 0)
	})
	t.Run("while it is asked about", func(t *testing.T) {
		b := newFixture(t)
		ctx, cancel := context.WithCancel(context.Background())
		b.guard = guard.New(b.config(leaving{cancel}))
		b.tools = b.guard.Wrap(b.files)
		b.file("a")
		r := b.tools.Call(ctx, invocation("model", "files_rename", map[string]any{"from": "a", "to": "b"}, b.root))
		expectKind(t, r, chat.ErrCancelled)
		expectNames(t, b, "a")
		if last := b.audit.last(); last.Status != chat.StatusCancelled {
			t.Errorf("on record as %+v", last)
		}
	})
}

// leaving is a user who says yes, but only after cancelling the turn.
type leaving struct{ stop func() }

func (l leaving) Confirm(context.Context, guard.Question) (guard.Answer, error) {
	l.stop()
	return yes, nil
}

func TestAFailedDryRunIsTheResultAndNobodyIsAsked(t *testing.T) {
	b := newFixture(t, yes)
	expectKind(t, b.rename("model", "missing", "b"), chat.ErrExecution)
	expectQuestions(t, b, 0)
}

func TestNobodyIsAskedAboutAFileThatStaysWhereItIs(t *testing.T) {
	b := newFixture(t)
	b.file("a")
	expectOK(t, b.rename("model", "a", "a"))
	expectQuestions(t, b, 0)
	if last := b.audit.last(); last.Verdict != policy.Allow || last.By != "dry run" || last.Hash == "" {
		t.Errorf("on record as %+v", last)
	}
}

func TestAForeignToolThatSaysThatNothingWillHappenIsAskedAbout(t *testing.T) {
	b := newFixture(t)
	b.file("a")
	b.foreign = true
	expectKind(t, b.rename("model", "a", "a"), chat.ErrDenied)
	expectQuestions(t, b, 1)
}

func TestAPreviewThatSaysNothingBlocksTheCall(t *testing.T) {
	b := newFixture(t, yes)
	expectKind(t, b.call("model", "files_mumble", nil), chat.ErrBlocked)
	expectQuestions(t, b, 0)
	if len(b.seen) != 1 || !strings.Contains(b.seen[0], "dry_run") {
		t.Errorf("the tool was called with %q", b.seen)
	}
}

func TestAToolThatCannotForetellIsAskedAboutWithItsArguments(t *testing.T) {
	b := newFixture(t, yes)
	expectOK(t, b.call("model", "files_touch", map[string]any{"to": "new"}))
	expectNames(t, b, "new")
	if p := b.questions[0].Preview; p.Hash != "" || !strings.Contains(string(b.questions[0].Invocation.Call.Args), `{"to":"new"}`) {
		t.Errorf("the question shows %+v", p)
	}
}

func TestAToolOfUnknownEffectIsAskedAbout(t *testing.T) {
	b := newFixture(t)
	expectKind(t, b.call("model", "other_do", nil), chat.ErrDenied)
	expectQuestions(t, b, 1)
}

func TestAToolThatIsNotListedIsNeverCalled(t *testing.T) {
	b := newFixture(t, yes)
	expectKind(t, b.call("model", "files_erase", nil), chat.ErrToolNotFound)
	if len(b.seen) != 0 {
		t.Errorf("the toolbox was called: %q", b.seen)
	}
}

func TestArgumentsThatAreNoObjectAreRefused(t *testing.T) {
	for _, raw := range []string{`[1]`, `{"from":`, `"text"`} {
		b := newFixture(t, yes)
		inv := invocation("model", "files_rename", nil, b.root)
		inv.Call.Args = []byte(raw)
		expectKind(t, b.tools.Call(context.Background(), inv), chat.ErrInvalidArgs)
		if len(b.seen) != 0 {
			t.Errorf("%s reached the tool: %q", raw, b.seen)
		}
	}
}

func TestAModelCannotSetWhatOnlyOurCodeMaySet(t *testing.T) {
	for _, by := range []string{"model", "", "Triage", "stranger"} {
		b := newFixture(t)
		from := b.file("a")
		hash := hashOf(from, filepath.Join(b.root, "b"))
		for _, name := range []string{"plan_hash", "PLAN_HASH", "plan_ha\u017fh", "Plan_Hash"} {
			r := b.call(by, "files_rename", map[string]any{
				"from": "a", "to": "b", name: hash, "dry_run": false, "batch": "x", "total": 1, "stay": true,
			})
			expectKind(t, r, chat.ErrDenied)
		}
		expectNames(t, b, "a")
		expectQuestions(t, b, 4)
		for _, seen := range b.seen {
			if seen != `files_rename {"dry_run":true,"from":"a","to":"b"}` {
				t.Errorf("by %q the tool got %s", by, seen)
			}
		}
	}
}

func TestAnArgumentThatAToolDeclaresToModelsStays(t *testing.T) {
	b := newFixture(t, yes)
	tools := b.guard.Wrap(declaring{b.files})
	inv := invocation("model", "files_touch", map[string]any{"to": "new", "batch": "b7", "total": 3, "dry_run": true}, b.root)
	expectOK(t, tools.Call(context.Background(), inv))
	if got := b.seen[0]; got != `files_touch {"batch":"b7","to":"new"}` {
		t.Errorf("the tool got %s", got)
	}
}

// declaring tells models of an argument "batch", as an undo does.
type declaring struct{ *files }

func (d declaring) Specs() []chat.ToolSpec {
	specs := d.files.Specs()
	for i := range specs {
		specs[i].Parameters = []byte(`{"properties":{"batch":{},"dry_run":{}}}`)
	}
	return specs
}

func TestArgumentsOfAForeignToolAreItsOwnBusiness(t *testing.T) {
	b := newFixture(t, yes)
	expectOK(t, b.call("model", "other_do", map[string]any{"total": 12, "dry_run": true}))
	if got := b.seen[0]; got != `other_do {"dry_run":true,"total":12}` {
		t.Errorf("the tool got %s", got)
	}
}

func TestAChangedWorldIsAskedAboutAgain(t *testing.T) {
	edits := func(b *fixture, times int) {
		b.before = func() {
			if times > 0 {
				times--
				must(os.WriteFile(filepath.Join(b.root, "a"), []byte(strings.Repeat("edit", times+1)), 0o600))
			}
		}
	}
	t.Run("and done when it holds at last", func(t *testing.T) {
		b := newFixture(t, yes, yes, yes)
		b.file("a")
		edits(b, 2)
		expectOK(t, b.rename("model", "a", "b"))
		expectQuestions(t, b, 3)
		if b.questions[0].Preview.Hash == b.questions[1].Preview.Hash || b.questions[2].Again != 2 {
			t.Errorf("asked again with %+v", b.questions)
		}
	})
	t.Run("at most twice more", func(t *testing.T) {
		b := newFixture(t, yes, yes, yes, yes, yes)
		b.file("a")
		edits(b, 100)
		expectKind(t, b.rename("model", "a", "b"), chat.ErrBlocked)
		expectQuestions(t, b, 3)
		expectNames(t, b, "a")
	})
	t.Run("and left alone after a no", func(t *testing.T) {
		b := newFixture(t, yes)
		b.file("a")
		edits(b, 1)
		expectKind(t, b.rename("model", "a", "b"), chat.ErrDenied)
		expectQuestions(t, b, 2)
		expectNames(t, b, "a")
	})
}

func TestWhatIsBlockedForAnotherReasonIsNotAskedAboutAgain(t *testing.T) {
	b := newFixture(t, yes, yes)
	b.file("a")
	tools := b.guard.Wrap(stubborn{b.files})
	r := tools.Call(context.Background(), invocation("model", "files_rename", map[string]any{"from": "a", "to": "b"}, b.root))
	expectKind(t, r, chat.ErrBlocked)
	expectQuestions(t, b, 1)
}

// stubborn blocks every real rename whatever its hash.
type stubborn struct{ *files }

func (s stubborn) Call(ctx context.Context, inv chat.Invocation) chat.ToolResult {
	if strings.Contains(string(inv.Call.Args), "plan_hash") {
		return chat.Failed(inv.Call.Name, chat.ErrBlocked, "no")
	}
	return s.files.Call(ctx, inv)
}

func TestARequestThatOnlyLooksIsNotAskedAboutChanges(t *testing.T) {
	b := newFixture(t, yes)
	b.file("a")
	ctx := guard.LookOnly(context.Background())
	r := b.tools.Call(ctx, invocation("model", "files_rename", map[string]any{"from": "a", "to": "b"}, b.root))
	expectKind(t, r, chat.ErrBlocked)
	if !strings.Contains(r.Failure.Message, "No file changes were made.") {
		t.Errorf("the result says %q", r.Failure.Message)
	}
	expectQuestions(t, b, 0)
	expectOK(t, b.tools.Call(ctx, invocation("model", "files_list", nil, b.root)))
}

func TestNoYesFromBeforeCoversWhatTheRequestLeavesOut(t *testing.T) {
	b := newFixture(t, yes)
	b.file("a")
	b.file("lease.pdf")
	always := guard.Excluding(context.Background(), intent.Exclusions("tidy everything except lease.pdf"))
	r := b.tools.Call(always, invocation("model", "files_rename", map[string]any{"from": "lease.pdf", "to": "b"}, b.root))
	expectKind(t, r, chat.ErrBlocked)
	if r.Failure.Code != chat.CodeExcluded {
		t.Errorf("the code is %q", r.Failure.Code)
	}
	expectQuestions(t, b, 0)
	expectOK(t, b.tools.Call(always, invocation("model", "files_rename", map[string]any{"from": "a", "to": "b"}, b.root)))
	expectQuestions(t, b, 1)
}

func TestAYesReachesAsFarAsItWasGiven(t *testing.T) {
	always := guard.Answer{Allowed: true, Scope: policy.ScopeFolder, By: "person"}
	conversation := guard.Answer{Allowed: true, Scope: policy.ScopeConversation, By: "person"}
	other := func(b *fixture) chat.ToolResult {
		inv := invocation("model", "files_rename", map[string]any{"from": "b", "to": "c"}, b.root)
		inv.Conversation = "c2"
		return b.tools.Call(context.Background(), inv)
	}
	same := func(b *fixture) chat.ToolResult { return b.rename("model", "b", "c") }
	rows := []struct {
		name   string
		answer guard.Answer
		second func(*fixture) chat.ToolResult
		asked  int
	}{
		{"once is asked about again", yes, same, 2},
		{"for the conversation is not asked about again in it", conversation, same, 1},
		{"for the conversation is asked about again in another", conversation, other, 2},
		{"always is not asked about again in another", always, other, 1},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			b := newFixture(t, row.answer, yes)
			b.file("a")
			expectOK(t, b.rename("model", "a", "b"))
			expectOK(t, row.second(b))
			expectNames(t, b, "c")
			expectQuestions(t, b, row.asked)
		})
	}
}

func TestAlwaysIsForTheFolderOfThePreview(t *testing.T) {
	b := newFixture(t, guard.Answer{Allowed: true, Scope: policy.ScopeFolder}, yes)
	must(os.MkdirAll(filepath.Join(b.root, "in"), 0o700))
	b.file("in/a")
	b.file("x")
	expectOK(t, b.rename("model", "in/a", "in/b"))
	if got, want := b.questions[0].Folder, filepath.Join(b.root, "in"); got != want {
		t.Fatalf("always would be for %q, want %q", got, want)
	}
	expectOK(t, b.rename("model", "in/b", "in/c"))
	expectQuestions(t, b, 1)
	expectOK(t, b.rename("model", "x", "in/x"))
	expectQuestions(t, b, 2)
}
