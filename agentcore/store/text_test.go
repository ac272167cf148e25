package store

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/guard"
	"github.com/deskhand/deskhand/agentcore/policy"
)

func TestAKeptTextIsReadInParts(t *testing.T) {
	f, ctx := open(t), context.Background()
	must(t, f.CreateConversation(ctx, "c1", "", noon))
	for name, body := range map[string]string{
		"short":                 "äbc",
		"empty":                 "",
		"as long as fits":       strings.Repeat("x", inlineLimit),
		"one byte longer":       strings.Repeat("x", inlineLimit+1),
		"long, of wide letters": strings.Repeat("a€😀ß", 60_000),
	} {
		t.Run(name, func(t *testing.T) {
			handle, err := f.KeepFull(ctx, "c1", body)
			must(t, err)
			f.reopen()
			runes := []rune(body)
			for _, offset := range []int{-5, 0, 1, 6000, len(runes) / 2, len(runes) - 1, len(runes), len(runes) + 7} {
				part, err := f.Full(ctx, handle, offset, 6000)
				must(t, err)
				from := min(max(0, offset), len(runes))
				want := string(runes[from:min(from+6000, len(runes))])
				if part.Text != want || part.Total != len(runes) {
					t.Errorf("at %d: %d of %d characters", offset, len([]rune(part.Text)), part.Total)
				}
			}
		})
	}
}

func TestAnyPartOfAnyTextIsThatOfItsCharacters(t *testing.T) {
	f, ctx := open(t), context.Background()
	f.db.NoSync = true
	must(t, f.CreateConversation(ctx, "c1", "", noon))
	rapid.Check(t, func(rt *rapid.T) {
		unit := rapid.StringN(1, 5, -1).Draw(rt, "unit")
		body := strings.ToValidUTF8(strings.Repeat(unit, rapid.IntRange(0, 60_000).Draw(rt, "times")), "\uFFFD")
		handle, err := f.KeepFull(ctx, "c1", body)
		must(t, err)
		runes := []rune(body)
		offset := rapid.IntRange(0, len(runes)).Draw(rt, "offset")
		n := rapid.IntRange(0, len(runes)+1).Draw(rt, "n")
		part, err := f.Full(ctx, handle, offset, n)
		must(t, err)
		if part.Text != string(runes[offset:min(offset+n, len(runes))]) || part.Total != len(runes) {
			rt.Fatalf("%d characters from %d on of %d bytes are wrong", n, offset, len(body))
		}
	})
}

func TestATextThatIsNoUTF8IsKeptAllTheSame(t *testing.T) {
	f, ctx := open(t), context.Background()
	must(t, f.CreateConversation(ctx, "c1", "", noon))
	handle, err := f.KeepFull(ctx, "c1", "a\xffb")
	must(t, err)
	part, err := f.Full(ctx, handle, 0, 10)
	must(t, err)
	if part.Text != "a\uFFFDb" {
		t.Errorf("got %q", part.Text)
	}
}

func TestTheFileOfATextThatNeverBecameKnownIsSweptUp(t *testing.T) {
	f, ctx := open(t), context.Background()
	must(t, f.CreateConversation(ctx, "c1", "", noon))
	handle, err := f.KeepFull(ctx, "c1", strings.Repeat("x", inlineLimit+1))
	must(t, err)
	must(t, os.WriteFile(filepath.Join(f.folder, "orphan.txt"), []byte("x"), fileMode))
	must(t, os.WriteFile(filepath.Join(f.folder, "foreign.dat"), []byte("x"), fileMode))
	f.reopen()
	entries, err := os.ReadDir(f.folder)
	must(t, err)
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	for _, want := range []string{handle + ".txt", "foreign.dat"} {
		if !strings.Contains(strings.Join(names, " "), want) {
			t.Errorf("%s is gone: %v", want, names)
		}
	}
	if len(names) != 2 {
		t.Errorf("left are %v", names)
	}
}

func TestTheAuditTellsEachCallOnceAsItEnded(t *testing.T) {
	f, ctx := open(t), context.Background()
	record := func(id string, status chat.Status) guard.Record {
		return guard.Record{ID: id, When: noon, Tool: "files_move", Args: []byte(`{"a":"<b>"}`), Verdict: policy.Allow, Status: status}
	}
	must(t, f.Audit(ctx, record("1", chat.StatusRunning)))
	must(t, f.Audit(ctx, record("2", chat.StatusRunning)))
	must(t, f.Audit(ctx, record("1", chat.StatusOK), record("3", chat.StatusDenied)))
	f.reopen()
	tell := func(limit int) string {
		records, err := f.AuditRecords(ctx, AuditFilter{Limit: limit})
		must(t, err)
		var out []string
		for _, r := range records {
			out = append(out, r.ID+" "+string(r.Status))
		}
		return strings.Join(out, "|")
	}
	if got := tell(0); got != "3 denied|1 ok|2 running" {
		t.Errorf("the audit tells %s", got)
	}
	if got := tell(2); got != "3 denied|1 ok" {
		t.Errorf("the last two are %s", got)
	}
	records, err := f.AuditRecords(ctx, AuditFilter{Limit: 1})
	must(t, err)
	if string(records[0].Args) != `{"a":"<b>"}` || !records[0].When.Equal(noon) {
		t.Errorf("got %+v", records[0])
	}
}

func TestTheAuditIsSearchedByWordsAndTime(t *testing.T) {
	f, ctx := open(t), context.Background()
	must(t, f.Audit(ctx,
		guard.Record{ID: "1", When: noon, Tool: "files_list", Args: []byte(`{"path":"/home/me/Scans"}`), Status: chat.StatusOK},
		guard.Record{ID: "2", When: noon.Add(time.Hour), Tool: "files_move", By: "person", Status: chat.StatusOK, Effect: []chat.PathChange{{From: "/home/me/a", To: "/home/me/Invoice"}}},
		guard.Record{ID: "3", When: noon.Add(2 * time.Hour), Tool: "files_move", Status: chat.StatusDenied},
	))
	must(t, f.Audit(ctx,
		guard.Record{ID: "4", When: noon.Add(-time.Hour), Tool: "documents_read", By: policy.ReasonRead, AskedBy: guard.ByProgram, Status: chat.StatusOK},
		guard.Record{ID: "5", When: noon.Add(-time.Hour), Tool: "documents_read", By: policy.ReasonRead, AskedBy: "model", Status: chat.StatusOK},
		guard.Record{ID: "6", When: noon.Add(-time.Hour), Tool: "files_undo", By: "ticket", AskedBy: guard.ByProgram, Status: chat.StatusOK},
		guard.Record{ID: "7", When: noon.Add(-time.Hour), Tool: "files_history", By: "guard", AskedBy: guard.ByProgram, Status: chat.StatusBlocked, ErrorType: chat.ErrToolNotFound},
		guard.Record{ID: "8", When: noon.Add(-time.Hour), Tool: "files_undo", By: "dry run", AskedBy: "person", Status: chat.StatusOK},
		guard.Record{ID: "9", When: noon.Add(-time.Hour), Tool: "files_undo", By: "dry run", AskedBy: "person", Status: chat.StatusBlocked},
	))
	for _, row := range []struct {
		name   string
		filter AuditFilter
		want   string
	}{
		{"all of it, newest first", AuditFilter{}, "987654321"},
		{"without what our own code only read, or asked for before its server ran", AuditFilter{NoLooks: true}, "965321"},
		{"by an argument, whatever the case", AuditFilter{Search: "SCANS"}, "1"},
		{"by the tool", AuditFilter{Search: "files_move"}, "32"},
		{"by what it would do", AuditFilter{Search: "invoice"}, "2"},
		{"not by the names of fields", AuditFilter{Search: "verdict"}, ""},
		{"from a time on", AuditFilter{Since: noon.Add(time.Hour)}, "32"},
		{"before a time", AuditFilter{Since: noon, Before: noon.Add(time.Hour)}, "1"},
		{"the last of those found", AuditFilter{Search: "files_", Limit: 1, Since: noon}, "3"},
	} {
		t.Run(row.name, func(t *testing.T) {
			records, err := f.AuditRecords(ctx, row.filter)
			must(t, err)
			got := ""
			for _, r := range records {
				got += r.ID
			}
			if got != row.want {
				t.Errorf("found %q, want %q", got, row.want)
			}
		})
	}
}

func TestGrantsAreKeptAndTakenBack(t *testing.T) {
	f, ctx := open(t), context.Background()
	g := guard.Grant{ID: "g1", Scope: policy.ScopeFolder, Server: "files", Tool: "files_move", Definition: "d", Folders: []string{"/a"}}
	must(t, f.AddGrant(ctx, g))
	f.reopen()
	got, err := f.Grants(ctx)
	must(t, err)
	if len(got) != 1 || fmt.Sprint(got[0]) != fmt.Sprint(g) {
		t.Fatalf("got %+v", got)
	}
	must(t, f.RemoveGrant(ctx, "g1"))
	f.reopen()
	if got, err := f.Grants(ctx); len(got) != 0 || err != nil {
		t.Errorf("left are %+v, %v", got, err)
	}
	if f.AddGrant(ctx, guard.Grant{}) == nil {
		t.Error("a grant without an id was kept")
	}
}

func TestAPlanIsAppliedOnce(t *testing.T) {
	f, ctx := open(t), context.Background()
	must(t, f.PutPlan(ctx, PlanRecord{
		ID: "p1", Hash: "h", Pages: []string{"a", "b"}, Plan: []byte(`{ "v": 1 }`), State: "proposed", When: noon,
	}))
	f.reopen()
	p, err := f.Plan(ctx, "p1")
	must(t, err)
	if p.Hash != "h" || len(p.Pages) != 2 || string(p.Plan) != `{ "v": 1 }` || !p.When.Equal(noon) {
		t.Errorf("got %+v", p)
	}
	won := make(chan bool, 8)
	for range cap(won) {
		go func() { won <- f.MarkPlan(ctx, "p1", "proposed", "applied") == nil }()
	}
	winners := 0
	for range cap(won) {
		if <-won {
			winners++
		}
	}
	if winners != 1 {
		t.Errorf("%d of 8 went on to apply the plan", winners)
	}
	f.reopen()
	mustBe(t, f.MarkPlan(ctx, "p1", "proposed", "applied"), ErrState)
	must(t, f.MarkPlan(ctx, "p1", "applied", "proposed"))
}

func TestOldPlansAreForgotten(t *testing.T) {
	f, ctx := open(t), context.Background()
	f.db.NoSync = true
	long := `"` + strings.Repeat("x", inlineLimit) + `"`
	for i := range maxPlans + 10 {
		body := `{}`
		if i < 5 {
			body = long
		}
		must(t, f.PutPlan(ctx, PlanRecord{ID: fmt.Sprint(i), Plan: []byte(body), When: noon.Add(time.Duration(i) * time.Second)}))
	}
	mustBe(t, second(f.Plan(ctx, "9")), ErrNotFound)
	must(t, second(f.Plan(ctx, "10")))
	if n := f.files(); n != 0 {
		t.Errorf("%d texts of forgotten plans are left", n)
	}
	// A plan that is put again takes the place of the old one, its text too.
	must(t, f.PutPlan(ctx, PlanRecord{ID: "100", Plan: []byte(long), When: noon}))
	must(t, f.PutPlan(ctx, PlanRecord{ID: "100", Plan: []byte(`{"new":1}`), When: noon.Add(time.Hour)}))
	p, err := f.Plan(ctx, "100")
	must(t, err)
	if string(p.Plan) != `{"new":1}` || f.files() != 0 {
		t.Errorf("got %s, %d files", p.Plan, f.files())
	}
}
