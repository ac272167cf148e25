package guard_test

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/event"
	"github.com/deskhand/deskhand/agentcore/guard"
)

func writeOver(path, text string) error { return os.WriteFile(path, []byte(text), 0o600) }

func TestAChangeIsOnRecordBeforeItStartsAndItsEndWithTheNextWrite(t *testing.T) {
	b := newFixture(t, yes)
	b.file("a")
	var namesAtWrite []string
	b.audit.onWrite = func() { namesAtWrite = append(namesAtWrite, b.names()) }
	expectOK(t, b.rename("model", "a", "b"))
	must(b.guard.Flush(context.Background()))
	if strings.Join(namesAtWrite, "|") != "a|b" {
		t.Fatalf("the folder held %q at the writes", namesAtWrite)
	}
	r := b.audit.records()
	if len(r) != 2 || r[0].ID != r[1].ID || r[0].Status != chat.StatusRunning || r[1].Status != chat.StatusOK {
		t.Fatalf("on record as %+v", r)
	}
	end := r[1]
	if end.Tool != "files_rename" || end.AskedBy != "model" || end.By != "person" || end.Conversation != "c1" ||
		end.Server != "files" || end.Hash == "" || end.MS == 0 || end.When.IsZero() || string(end.Args) != `{"from":"a","to":"b"}` {
		t.Errorf("on record as %+v", end)
	}
}

func TestAChangeThatCannotBeRecordedDoesNotStart(t *testing.T) {
	b := newFixture(t, yes)
	b.file("a")
	b.audit.fail = errors.New("disk full")
	expectKind(t, b.rename("model", "a", "b"), chat.ErrBlocked)
	expectNames(t, b, "a")
	if _, ok := b.events[len(b.events)-1].(event.Warning); !ok {
		t.Errorf("events %+v end without a warning", b.events)
	}
}

func TestWithoutAnAuditNothingIsChanged(t *testing.T) {
	b := newFixture(t, yes)
	config := b.config(b)
	config.Audit = nil
	b.tools = guard.New(config).Wrap(b.files)
	b.file("a")
	expectKind(t, b.rename("model", "a", "b"), chat.ErrBlocked)
	expectNames(t, b, "a")
	expectOK(t, b.call("model", "files_list", nil))
}

func TestReadsAreWrittenInGroups(t *testing.T) {
	b := newFixture(t)
	for range 100 {
		expectOK(t, b.call("model", "files_list", nil))
	}
	if got := len(b.audit.groups); got < 3 || got > 4 {
		t.Errorf("100 reads took %d writes", got)
	}
	must(b.guard.Flush(context.Background()))
	if got := len(b.audit.records()); got != 100 {
		t.Errorf("%d records of 100 reads", got)
	}
	must(b.guard.Flush(context.Background()))
	if got := len(b.audit.records()); got != 100 {
		t.Errorf("a second flush wrote %d records more", got-100)
	}
}

func TestAReadDoesNotWaitLongForOthers(t *testing.T) {
	b := newFixture(t)
	expectOK(t, b.call("model", "files_list", nil))
	b.clock = b.clock.Add(time.Minute)
	expectOK(t, b.call("model", "files_list", nil))
	if got := len(b.audit.records()); got != 2 {
		t.Errorf("%d records after a minute", got)
	}
}

func TestReadsStandInFrontOfTheChangeThatFollowsThem(t *testing.T) {
	b := newFixture(t, yes)
	b.file("a")
	expectOK(t, b.call("model", "files_list", nil))
	expectOK(t, b.rename("model", "a", "b"))
	must(b.guard.Flush(context.Background()))
	var tools []string
	for _, r := range b.audit.records() {
		tools = append(tools, r.Tool)
	}
	if got := strings.Join(tools, " "); got != "files_list files_rename files_rename" {
		t.Errorf("the order on record is %s", got)
	}
}

func TestReadsWaitForAnAuditThatComesBack(t *testing.T) {
	b := newFixture(t)
	b.audit.fail = errors.New("busy")
	for range 5000 {
		expectOK(t, b.call("model", "files_list", nil))
	}
	b.audit.fail = nil
	must(b.guard.Flush(context.Background()))
	if got := len(b.audit.records()); got != 1024 {
		t.Errorf("%d records were held back", got)
	}
}

func TestEveryCallIsOnRecordHoweverItEnds(t *testing.T) {
	b := newFixture(t)
	b.file("a")
	b.call("model", "files_list", nil)
	b.call("model", "unknown_tool", nil)
	b.rename("model", "a", "b")
	b.rename("model", "missing", "b")
	b.call("model", "files_mumble", nil)
	must(b.guard.Flush(context.Background()))
	var got []string
	for _, r := range b.audit.records() {
		got = append(got, r.Tool+" "+string(r.Verdict)+" "+string(r.Status))
	}
	want := "files_list allow ok|unknown_tool deny error|files_rename deny denied|files_rename ask error|files_mumble ask blocked"
	if strings.Join(got, "|") != want {
		t.Errorf("on record:\n%s", strings.Join(got, "\n"))
	}
}

func TestSecretsDoNotReachTheRecord(t *testing.T) {
	secrets := map[string]any{
		"password":      "hunter2hunter2",
		"api_key":       "0123456789",
		"accessToken":   map[string]any{"value": "hunter2hunter2"},
		"Authorization": "Basic aHVudGVyMjpodW50ZXIy",
		"text":          "log in with password=hunter2hunter2 please",
		"line":          "DB_PASSWORD: 'hunter2 hunter2'",
		"url":           "https://me:hunter2hunter2@example.org/x",
		"shapes": []string{
			"sk-proj-hunter2hunter2hunter2", "ghp_hunter2hunter2hunter2hunter2", "AKIAHUNTER2HUNTER2HU",
			"glpat-hunter2hunter2hunter2", "xoxb-hunter2hunter2", "Bearer hunter2hunter2hunter2",
			"eyJhunter2hunter2.eyJhunter2hunter2.hunter2hunter2",
			"-----BEGIN RSA PRIVATE KEY-----\nhunter2hunter2\n-----END RSA PRIVATE KEY-----",
		},
	}
	b := newFixture(t, yes)
	expectOK(t, b.call("model", "other_do", secrets))
	record := string(b.audit.last().Args)
	if strings.Contains(strings.ToLower(record), "hunter2") {
		t.Errorf("a secret is on record: %s", record)
	}
	for _, kept := range []string{"log in with password=***", "https://me:***@example.org/x", "Bearer ***"} {
		if !strings.Contains(record, kept) {
			t.Errorf("%q is not on record: %s", kept, record)
		}
	}
	if !strings.Contains(b.seen[0], "hunter2") {
		t.Error("the tool itself got masked arguments")
	}
}

func TestOrdinaryArgumentsStayReadable(t *testing.T) {
	b := newFixture(t, yes)
	args := map[string]any{"from": "/home/me/Scan 2026-03-04 <1>.pdf", "n": json.Number("12345678901234567890")}
	expectOK(t, b.call("model", "other_do", args))
	want := `{"from":"/home/me/Scan 2026-03-04 <1>.pdf","n":12345678901234567890}`
	if got := string(b.audit.last().Args); got != want {
		t.Errorf("on record as %s", got)
	}
}

func TestLongArgumentsAreCutInTheRecord(t *testing.T) {
	b := newFixture(t, yes)
	expectOK(t, b.call("model", "other_do", map[string]any{"text": strings.Repeat("ä", 1<<20)}))
	record := b.audit.last().Args
	var cut struct {
		Cut    string
		Bytes  int
		SHA256 string
	}
	must(json.Unmarshal(record, &cut))
	if len(record) > 16<<10 || cut.Bytes < 2<<20 || len(cut.SHA256) != 64 || cut.Cut == "" {
		t.Errorf("on record in %d bytes: %+v", len(record), cut.Bytes)
	}
}

func TestAGrantThatOutlivesTheProgramIsKept(t *testing.T) {
	grants := &grantStore{}
	b := newFixture(t, guard.Answer{Allowed: true, Scope: "folder", By: "person"})
	config := b.config(b)
	config.Grants = grants
	b.tools = guard.New(config).Wrap(b.files)
	b.file("a")
	expectOK(t, b.rename("model", "a", "b"))
	if len(grants.kept) != 1 || grants.kept[0].ID == "" || grants.kept[0].Folders[0] != filepath.Clean(b.root) {
		t.Fatalf("kept %+v", grants.kept)
	}
	b.tools = guard.New(config).Wrap(b.files) // a new start
	expectOK(t, b.rename("model", "b", "c"))
	expectQuestions(t, b, 1)
	grants.fail = errors.New("cannot be read")
	expectKind(t, b.rename("model", "c", "d"), chat.ErrDenied)
}

// grantStore keeps grants in memory, in the order of their ids.
type grantStore struct {
	kept []guard.Grant
	fail error
}

func (g *grantStore) Grants(ctx context.Context) ([]guard.Grant, error) {
	return slices.Clone(g.kept), cmp.Or(ctx.Err(), g.fail)
}

func (g *grantStore) RemoveGrant(ctx context.Context, id string) error {
	if err := cmp.Or(ctx.Err(), g.fail); err != nil {
		return err
	}
	i := slices.IndexFunc(g.kept, func(held guard.Grant) bool { return held.ID == id })
	if i < 0 {
		return errors.New("no such grant")
	}
	g.kept = slices.Delete(g.kept, i, i+1)
	return nil
}

func (g *grantStore) AddGrant(ctx context.Context, grant guard.Grant) error {
	if grant.ID == "" {
		return errors.New("a grant without an id")
	}
	if err := cmp.Or(ctx.Err(), g.fail); err != nil {
		return err
	}
	i, found := slices.BinarySearchFunc(g.kept, grant.ID, func(held guard.Grant, id string) int { return cmp.Compare(held.ID, id) })
	if found {
		g.kept = slices.Delete(g.kept, i, i+1)
	}
	g.kept = slices.Insert(g.kept, i, grant)
	return nil
}

func TestATextIsMaskedByTheFormsOfSecretsAndByTheVariablesThatHoldThem(t *testing.T) {
	environ := []string{"API_TOKEN=violet", "HOME=/home/ada", "PASSWORD=abc", "EMPTY_SECRET="}
	got := guard.Masked("violet in /home/ada, abc, token=x1 and ghp_abcdefghijklmnopqrstuv", environ)
	if want := "*** in /home/ada, abc, token=*** and ***"; got != want {
		t.Errorf("got %q", got)
	}
	if got := guard.Masked("", environ); got != "" {
		t.Errorf("nothing is masked as %q", got)
	}
}
