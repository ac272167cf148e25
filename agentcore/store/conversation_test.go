package store

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"
	"pgregory.net/rapid"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/guard"
)

func TestAMessageComesBackAsItWasAppended(t *testing.T) {
	f, ctx := open(t), context.Background()
	must(t, f.CreateConversation(ctx, "c1", "", noon))
	want := chat.Message{
		Role: chat.RoleAssistant, Text: "a <b> & \"c\"\n\u2028 \U0001F600", Time: noon, Model: "rules", Thinking: "hm", Partial: true,
		Calls:  []chat.ToolCall{{ID: "1", Name: "files_list", Args: []byte(`{"path":"/a","n":12345678901234567890}`)}},
		CallID: "2", Tool: "t", Status: chat.StatusError, Failure: chat.Failure{Class: chat.ErrTimeout}, Handle: "h",
	}
	must(t, f.Append(ctx, "c1", want))
	f.reopen()
	got, err := f.Messages(ctx, "c1")
	must(t, err)
	if len(got) != 1 || fmt.Sprintf("%+v", got[0]) != fmt.Sprintf("%+v", want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

func TestAVeryLongMessageLiesNextToTheDatabase(t *testing.T) {
	f, ctx := open(t), context.Background()
	must(t, f.CreateConversation(ctx, "c1", "long", noon))
	long := strings.Repeat("äöü needle ", 50_000)
	must(t, f.Append(ctx, "c1", user(long)))
	f.reopen()
	if f.texts("c1") != long {
		t.Error("the message is not what was appended")
	}
	if n := f.files(); n != 1 {
		t.Errorf("%d files lie next to the database, want 1", n)
	}
	found, err := f.Conversations(ctx, Filter{Search: "ÜÜ NEEDLE"})
	must(t, err)
	if len(found) != 0 {
		t.Error("found what is not there")
	}
	found, err = f.Conversations(ctx, Filter{Search: "ÖÜ NEEDLE"})
	must(t, err)
	if len(found) != 1 {
		t.Error("a search does not look into it")
	}
	must(t, f.Delete(ctx, "c1"))
	if n := f.files(); n != 0 {
		t.Errorf("%d files are left behind", n)
	}
}

// files counts the texts next to the database.
func (f *fixture) files() int {
	entries, err := os.ReadDir(f.folder)
	if !os.IsNotExist(err) {
		must(f.t, err)
	}
	return len(entries)
}

func TestWhatDoesNotExistIsNotFound(t *testing.T) {
	f, ctx := open(t), context.Background()
	mustBe(t, f.Append(ctx, "none", user("x")), ErrNotFound)
	mustBe(t, f.Rename(ctx, "none", "x"), ErrNotFound)
	mustBe(t, f.Delete(ctx, "none"), ErrNotFound)
	mustBe(t, f.RemoveGrant(ctx, "none"), ErrNotFound)
	mustBe(t, f.MarkPlan(ctx, "none", "a", "b"), ErrNotFound)
	for what, err := range map[string]error{
		"messages":     second(f.Messages(ctx, "none")),
		"conversation": second(f.Conversation(ctx, "none")),
		"text":         second(f.Full(ctx, "../../etc/passwd", 0, 10)),
		"plan":         second(f.Plan(ctx, "none")),
		"keep":         second(f.KeepFull(ctx, "none", "x")),
	} {
		t.Run(what, func(t *testing.T) { mustBe(t, err, ErrNotFound) })
	}
}

func second[T any](_ T, err error) error { return err }

func TestAConversationIsCreatedOnce(t *testing.T) {
	f, ctx := open(t), context.Background()
	must(t, f.CreateConversation(ctx, "c1", "a", noon))
	must(t, f.Append(ctx, "c1", user("kept")))
	mustBe(t, f.CreateConversation(ctx, "c1", "b", noon), ErrExists)
	if f.texts("c1") != "kept" {
		t.Error("the second creation touched the first conversation")
	}
	if f.CreateConversation(ctx, "", "x", noon) == nil {
		t.Error("a conversation without an id came about")
	}
}

func TestARenameTouchesNothingButTheTitle(t *testing.T) {
	f, ctx := open(t), context.Background()
	must(t, f.CreateConversation(ctx, "c1", "a", noon))
	must(t, f.Append(ctx, "c1", user("x")))
	before, err := f.Conversation(ctx, "c1")
	must(t, err)
	must(t, f.Rename(ctx, "c1", "b"))
	f.reopen()
	after, err := f.Conversation(ctx, "c1")
	must(t, err)
	before.Title = "b"
	if after != before {
		t.Errorf("got %+v, want %+v", after, before)
	}
}

func TestConversationsAreListedLastUpdatedFirst(t *testing.T) {
	f, ctx := open(t), context.Background()
	for i, id := range []string{"a", "b", "c"} {
		must(t, f.CreateConversation(ctx, id, "Title "+id, noon.Add(time.Duration(i)*time.Hour)))
	}
	late := user("The INVOICE of \"Müller\" <1>")
	late.Time = noon.Add(10 * time.Hour)
	must(t, f.Append(ctx, "a", late))
	early := user("of 1960")
	early.Time = time.Date(1960, 1, 1, 0, 0, 0, 0, time.UTC)
	must(t, f.Append(ctx, "b", early)) // an older message does not turn time back
	f.reopen()
	rows := []struct {
		name   string
		filter Filter
		want   string
	}{
		{"all", Filter{}, "a c b"},
		{"since an update, itself included", Filter{Since: noon.Add(2 * time.Hour)}, "a c"},
		{"before an update, itself excluded", Filter{Before: noon.Add(2 * time.Hour)}, "b"},
		{"between two", Filter{Since: noon.Add(time.Hour), Before: noon.Add(9 * time.Hour)}, "c b"},
		{"before a time that is still to come", Filter{Before: noon.Add(1000 * time.Hour)}, "a c b"},
		{"before all", Filter{Before: noon.Add(-time.Hour)}, ""},
		{"by title whatever the case", Filter{Search: "TITLE C"}, "c"},
		{"by text whatever the case", Filter{Search: "invoice OF"}, "a"},
		{"by text with an umlaut", Filter{Search: "MÜLLER"}, "a"},
		{"by text with quotes", Filter{Search: `"müller"`}, "a"},
		{"by text with brackets", Filter{Search: "<1>"}, "a"},
		{"not by the names of fields", Filter{Search: "role"}, ""},
		{"by text and time", Filter{Search: "title", Before: noon.Add(9 * time.Hour)}, "c b"},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			found, err := f.Conversations(ctx, row.filter)
			must(t, err)
			var ids []string
			for _, c := range found {
				ids = append(ids, c.ID)
			}
			if got := strings.Join(ids, " "); got != row.want {
				t.Errorf("got %q, want %q", got, row.want)
			}
		})
	}
}

func TestAListLongerThanAStepIsWhole(t *testing.T) {
	f, ctx := open(t), context.Background()
	f.db.NoSync = true
	for i := range 3*listStep + 1 {
		must(t, f.CreateConversation(ctx, fmt.Sprint(i), "", noon.Add(time.Duration(i%7)*time.Hour)))
	}
	found, err := f.Conversations(ctx, Filter{})
	must(t, err)
	if len(found) != 3*listStep+1 || !slices.IsSortedFunc(found, func(a, b chat.Conversation) int { return b.Updated.Compare(a.Updated) }) {
		t.Errorf("%d conversations are listed", len(found))
	}
	visited := 0
	must(t, f.EachConversation(ctx, Filter{}, func(chat.Conversation) bool {
		visited++
		// The store can be written to while it is listed.
		must(t, f.Rename(ctx, "0", fmt.Sprint(visited)))
		return visited < 5
	}))
	if visited != 5 {
		t.Errorf("%d were visited, want 5", visited)
	}
}

func TestDeletingKeepsTheAudit(t *testing.T) {
	f, ctx := open(t), context.Background()
	for _, id := range []string{"c1", "c2", "c3"} {
		must(t, f.CreateConversation(ctx, id, id, noon))
		must(t, f.Append(ctx, id, user("text of "+id)))
	}
	handle, err := f.KeepFull(ctx, "c1", "full")
	must(t, err)
	must(t, f.Audit(ctx, guard.Record{ID: "1", Tool: "files_list", Conversation: "c1"}))
	must(t, f.PutPlan(ctx, PlanRecord{ID: "p", State: "proposed", Plan: []byte(`{"kept":true}`), When: noon}))

	must(t, f.Delete(ctx, "c1"))
	f.reopen()
	mustBe(t, second(f.Messages(ctx, "c1")), ErrNotFound)
	mustBe(t, second(f.Full(ctx, handle, 0, 1)), ErrNotFound)
	if f.texts("c2") != "text of c2" {
		t.Error("another conversation was touched")
	}

	n, err := f.DeleteAll(ctx)
	must(t, err)
	if n != 2 {
		t.Errorf("%d were deleted, want 2", n)
	}
	f.reopen()
	left, err := f.Conversations(ctx, Filter{})
	must(t, err)
	records, err := f.AuditRecords(ctx, AuditFilter{})
	must(t, err)
	p, err := f.Plan(ctx, "p")
	must(t, err)
	if len(left) != 0 || len(records) != 1 || string(p.Plan) != `{"kept":true}` {
		t.Errorf("left are %v, audit %v, plan %s", left, records, p.Plan)
	}
	must(t, f.CreateConversation(ctx, "c1", "again", noon))
}

func TestAnInterruptedTurnIsRepairedOnce(t *testing.T) {
	f, ctx := open(t), context.Background()
	for _, id := range []string{"whole", "cut"} {
		must(t, f.CreateConversation(ctx, id, id, noon))
		must(t, f.Append(ctx, id, calls("x", "y", "x")))
		must(t, f.Append(ctx, id, result("x")))
	}
	must(t, f.Append(ctx, "whole", result("y")))
	must(t, f.Append(ctx, "whole", result("x")))
	f.reopen()
	n, err := f.RepairInterrupted(ctx)
	must(t, err)
	if n != 1 {
		t.Fatalf("%d conversations were repaired, want 1", n)
	}
	f.reopen()
	messages, err := f.Messages(ctx, "cut")
	must(t, err)
	var answered []string
	for _, m := range messages[1:] {
		answered = append(answered, m.CallID+" "+string(m.Status)+" "+string(m.Failure.Class))
	}
	if got := strings.Join(answered, "|"); got != "x ok |y cancelled interrupted|x cancelled interrupted" {
		t.Errorf("the calls are answered by %s", got)
	}
	if whole, err := f.Conversation(ctx, "whole"); err != nil || whole.Messages != 4 {
		t.Errorf("a whole conversation was touched: %+v, %v", whole, err)
	}
	if n, err := f.RepairInterrupted(ctx); n != 0 || err != nil {
		t.Errorf("a second repair found %d, %v", n, err)
	}
}

// written counts the bytes that one append sends to the disk.
func written(t *testing.T, f *fixture) int64 {
	t.Helper()
	before := f.db.Stats().TxStats
	must(t, f.Append(context.Background(), "c1", user("an ordinary message of some length")))
	after := f.db.Stats()
	pages := after.TxStats.GetPageAlloc() - before.GetPageAlloc()
	return pages
}

func TestAnAppendCostsTheSameHoweverLongTheConversationIs(t *testing.T) {
	f, ctx := open(t), context.Background()
	f.db.NoSync = true // what is counted are bytes, not time
	must(t, f.CreateConversation(ctx, "c1", "", noon))
	mean := func(from, to int) float64 {
		var sum int64
		for n := from; n < to; n++ {
			sum += written(t, f)
		}
		return float64(sum) / float64(to-from)
	}
	short := mean(0, 50)
	must(t, f.fill("c1", 10_000))
	long := mean(0, 50)
	if long > 3*short {
		t.Errorf("an append writes %.0f bytes at 10,000 messages, %.0f at 10", long, short)
	}
	c, err := f.Conversation(ctx, "c1")
	must(t, err)
	if c.Messages != 10_100 {
		t.Errorf("%d messages", c.Messages)
	}
}

// fill appends n messages in one transaction, as salvage does.
func (f *fixture) fill(id string, n int) error {
	return f.update(context.Background(), "fill", func(tx *bolt.Tx) error {
		for i := range n {
			if err := f.appendTo(tx, id, user(fmt.Sprintf("message %d of many", i))); err != nil {
				return err
			}
		}
		return nil
	})
}

func BenchmarkAppend(b *testing.B) {
	for _, n := range []int{10, 10_000} {
		b.Run(fmt.Sprintf("at %d messages", n), func(b *testing.B) {
			f := open(b)
			must(b, f.CreateConversation(context.Background(), "c1", "", noon))
			must(b, f.fill("c1", n))
			for b.Loop() {
				must(b, f.Append(context.Background(), "c1", user("an ordinary message of some length")))
			}
		})
	}
}

func BenchmarkSearch20000(b *testing.B) {
	f := open(b)
	for i := range 20 {
		id := fmt.Sprint(i)
		must(b, f.CreateConversation(context.Background(), id, "", noon))
		must(b, f.fill(id, 1000))
	}
	for b.Loop() {
		found, err := f.Conversations(context.Background(), Filter{Search: "not in any of them"})
		must(b, err)
		if len(found) != 0 {
			b.Fatal("found something")
		}
	}
}

// model is what a store should be: lists in memory.
type model map[string][]string

func TestAStoreBehavesLikeListsInMemory(t *testing.T) {
	ids := rapid.SampledFrom([]string{"a", "b", "c"})
	rapid.Check(t, func(rt *rapid.T) {
		dir, err := os.MkdirTemp(t.TempDir(), "")
		must(t, err)
		f := &fixture{t: t, path: filepath.Join(dir, "deskhand.db")}
		f.open()
		defer func() { must(t, f.Close()) }()
		f.db.NoSync = true
		ctx, want := context.Background(), model{}
		rt.Repeat(map[string]func(*rapid.T){
			"create": func(rt *rapid.T) {
				id := ids.Draw(rt, "id")
				_, exists := want[id]
				if err := f.CreateConversation(ctx, id, id, noon); (err != nil) != exists {
					rt.Fatalf("create %s: %v", id, err)
				}
				if !exists {
					want[id] = nil
				}
			},
			"append": func(rt *rapid.T) {
				id, n := ids.Draw(rt, "id"), rapid.SampledFrom([]int{1, 30, 300, 3000, inlineLimit + 1}).Draw(rt, "length")
				_, exists := want[id]
				text := strings.Repeat(fmt.Sprint(len(want[id])), n)
				if err := f.Append(ctx, id, user(text)); (err == nil) != exists {
					rt.Fatalf("append to %s: %v", id, err)
				}
				if exists {
					want[id] = append(want[id], text)
				}
			},
			"delete": func(rt *rapid.T) {
				id := ids.Draw(rt, "id")
				_, exists := want[id]
				if err := f.Delete(ctx, id); (err == nil) != exists {
					rt.Fatalf("delete %s: %v", id, err)
				}
				delete(want, id)
			},
			"restart": func(rt *rapid.T) {
				if rapid.IntRange(0, 4).Draw(rt, "seldom") == 0 {
					f.reopen()
					f.db.NoSync = true
				}
			},
			"": func(rt *rapid.T) {
				found, err := f.Conversations(ctx, Filter{})
				must(t, err)
				if len(found) != len(want) {
					rt.Fatalf("%d conversations, want %d", len(found), len(want))
				}
				for id, texts := range want {
					if got := f.texts(id); got != strings.Join(texts, "|") {
						rt.Fatalf("%s holds %.60q, want %.60q", id, got, strings.Join(texts, "|"))
					}
				}
			},
		})
	})
}
