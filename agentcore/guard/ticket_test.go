package guard_test

import (
	"context"
	"path/filepath"
	"sync"
	"testing"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/guard"
)

func (b *fixture) batch(moves ...[2]string) *batch {
	return &batch{tools: b.tools, root: b.root, moves: moves}
}

func (b *fixture) hash(from, to string) string {
	return hashOf(filepath.Join(b.root, from), filepath.Join(b.root, to))
}

// carryOut is what an orchestration does with a page of a plan.
func (b *fixture) carryOut(ctx context.Context, by, from, to string, roots ...string) chat.ToolResult {
	return b.tools.Call(ctx, invocation(by, "files_rename", map[string]any{
		"from": from, "to": to, "plan_hash": b.hash(from, to), "batch": "b1", "total": 1,
	}, roots...))
}

func TestOneYesCarriesOutAllPagesOfABatch(t *testing.T) {
	b := newFixture(t, yes)
	b.file("a")
	b.file("b")
	job := b.batch([2]string{"a", "a2"}, [2]string{"b", "b2"})
	expectOK(t, b.guard.Wrap(job).Call(context.Background(), invocation("model", "batch_apply", nil, b.root)))
	for _, r := range job.nested {
		expectOK(t, r)
	}
	expectNames(t, b, "a2 b2")
	expectQuestions(t, b, 1)
	if e := b.questions[0].Preview.Effect; len(e) != 2 {
		t.Errorf("the question shows %+v", e)
	}
}

func TestATicketIsSpentOnce(t *testing.T) {
	b := newFixture(t)
	b.file("a")
	ctx, expire := b.guard.Mint(context.Background(), []string{b.hash("a", "b")})
	defer expire()
	expectOK(t, b.carryOut(ctx, "triage", "a", "b", b.root))
	b.file("a") // the same file, the same hash
	expectKind(t, b.carryOut(ctx, "triage", "a", "b", b.root), chat.ErrDenied)
	expectQuestions(t, b, 1)
	if b.moved != 1 {
		t.Errorf("%d files were moved", b.moved)
	}
}

func TestATicketIsOnlyForWhoItWasMintedFor(t *testing.T) {
	rows := []struct {
		name string
		run  func(b *fixture, ctx context.Context) chat.ToolResult
	}{
		{"not for a model", func(b *fixture, ctx context.Context) chat.ToolResult {
			return b.carryOut(ctx, "model", "a", "b", b.root)
		}},
		{"not for another effect", func(b *fixture, ctx context.Context) chat.ToolResult {
			return b.carryOut(ctx, "triage", "a", "c", b.root)
		}},
		{"not for roots beyond those of the plan", func(b *fixture, ctx context.Context) chat.ToolResult {
			return b.carryOut(ctx, "triage", "a", "b", b.root, "/")
		}},
		{"not for a call without bounds", func(b *fixture, ctx context.Context) chat.ToolResult {
			return b.carryOut(ctx, "triage", "a", "b")
		}},
		{"not for a call under another approval", func(b *fixture, _ context.Context) chat.ToolResult {
			return b.carryOut(context.Background(), "triage", "a", "b", b.root)
		}},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			b := newFixture(t)
			b.file("a")
			ctx, expire := b.guard.Mint(context.Background(), []string{b.hash("a", "b")}, b.root)
			defer expire()
			expectKind(t, row.run(b, ctx), chat.ErrDenied)
			expectNames(t, b, "a")
			expectOK(t, b.carryOut(ctx, "triage", "a", "b", b.root))
		})
	}
}

func TestATicketEndsWithItsApproval(t *testing.T) {
	b := newFixture(t, yes)
	b.file("a")
	var kept context.Context
	job := b.batch([2]string{"a", "b"})
	job.meanwhile = func(ctx context.Context) {
		kept = ctx
		job.moves = nil // leave the ticket unspent
	}
	expectOK(t, b.guard.Wrap(job).Call(context.Background(), invocation("model", "batch_apply", nil, b.root)))
	expectKind(t, b.carryOut(kept, "triage", "a", "b", b.root), chat.ErrDenied)
	expectNames(t, b, "a")
}

func TestAMintedTicketExpires(t *testing.T) {
	b := newFixture(t)
	b.file("a")
	ctx, expire := b.guard.Mint(context.Background(), []string{b.hash("a", "b")})
	expire()
	expectKind(t, b.carryOut(ctx, "person", "a", "b", b.root), chat.ErrDenied)
}

func TestATicketDoesNotHoldAgainstAChangedWorld(t *testing.T) {
	b := newFixture(t)
	b.file("a")
	ctx, expire := b.guard.Mint(context.Background(), []string{b.hash("a", "b")})
	defer expire()
	stale := invocation("triage", "files_rename", map[string]any{"from": "a", "to": "b", "plan_hash": b.hash("a", "b")}, b.root)
	must(writeOver(filepath.Join(b.root, "a"), "edited since"))
	expectKind(t, b.tools.Call(ctx, stale), chat.ErrBlocked)
	expectNames(t, b, "a")
}

func TestConcurrentCallsDoNotShareATicket(t *testing.T) {
	b := newFixture(t)
	b.file("a")
	ctx, expire := b.guard.Mint(context.Background(), []string{b.hash("a", "b")})
	defer expire()
	hash := b.hash("a", "b")
	var wg sync.WaitGroup
	results := make([]chat.ToolResult, 16)
	for i := range results {
		wg.Go(func() {
			results[i] = b.tools.Call(ctx, invocation("triage", "files_rename",
				map[string]any{"from": "a", "to": "b", "plan_hash": hash}, b.root))
		})
	}
	wg.Wait()
	ran := 0
	for _, r := range results {
		if r.OK {
			ran++
		}
	}
	if ran != 1 || b.moved != 1 {
		t.Errorf("%d calls ran on one ticket", ran)
	}
}

func TestTwoApprovalsSideBySideDoNotShareTickets(t *testing.T) {
	b := newFixture(t, yes)
	b.file("a")
	b.file("b")
	inside := make(chan context.Context, 1)
	release := make(chan struct{})
	first := b.batch([2]string{"a", "a2"})
	first.meanwhile = func(ctx context.Context) {
		inside <- ctx
		<-release
	}
	done := make(chan chat.ToolResult, 1)
	go func() {
		done <- b.guard.Wrap(first).Call(context.Background(), invocation("model", "batch_apply", nil, b.root))
	}()
	<-inside
	// The ticket of the first approval is unspent while another call asks for
	// the same effect.
	expectKind(t, b.carryOut(context.Background(), "triage", "a", "a2", b.root), chat.ErrDenied)
	close(release)
	expectOK(t, <-done)
	expectOK(t, first.nested[0])
	expectNames(t, b, "a2 b")
}

func TestANestedDryRunCountsAsARead(t *testing.T) {
	b := newFixture(t)
	b.file("a")
	args := map[string]any{"from": "a", "to": "b", "dry_run": true}
	expectOK(t, b.call("triage", "files_rename", args))
	expectQuestions(t, b, 0)
	must(b.guard.Flush(context.Background()))
	if last := b.audit.last(); last.By != "dry run" || last.AskedBy != "triage" || last.Verdict != "allow" {
		t.Errorf("on record as %+v", last)
	}
	// A model that asks for one is asked about all the same.
	expectKind(t, b.call("model", "files_rename", args), chat.ErrDenied)
}

func TestANestedDryRunHasNoDuplicateThatSaysOtherwise(t *testing.T) {
	b := newFixture(t)
	b.file("a")
	inv := invocation("triage", "files_rename", nil, b.root)
	inv.Call.Args = []byte(`{"from":"a","to":"b","dry_run":true,"DRY_RUN":false,"plan_ha\u017fh":"` + b.hash("a", "b") + `"}`)
	expectOK(t, b.tools.Call(context.Background(), inv))
	expectNames(t, b, "a")
	if got := b.seen[0]; got != `files_rename {"dry_run":true,"from":"a","to":"b"}` {
		t.Errorf("the tool got %s", got)
	}
}

func TestANestedCallWithoutATicketIsAskedAbout(t *testing.T) {
	b := newFixture(t, guard.Answer{Allowed: true})
	b.file("a")
	expectOK(t, b.carryOut(context.Background(), "triage", "a", "b", b.root))
	expectQuestions(t, b, 1)
	if got := b.audit.last().By; got != "person" {
		t.Errorf("allowed by %q", got)
	}
}
