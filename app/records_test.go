package app

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/wire/documents"
	"github.com/deskhand/deskhand/agentcore/wire/files"
)

func encoded(t *testing.T, v any) json.RawMessage {
	t.Helper()
	raw, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

func TestAConversationKeepsCountsAndTheFirstRowsOfWhatWasFound(t *testing.T) {
	l := files.Listing{Path: "/x", Files: 20_000, Folders: 3}
	for i := range 20_000 {
		l.Entries = append(l.Entries, files.Entry{Path: fmt.Sprintf("/x/%s/%d.pdf", strings.Repeat("long", 20), i), Type: files.TypeFile, Size: int64(i)})
	}
	raw := RecordOf("files_list", encoded(t, l))
	var kept files.Listing
	if err := json.Unmarshal(raw, &kept); err != nil {
		t.Fatal(err)
	}
	if len(raw) > 32<<10 || kept.Files != 20_000 || kept.Folders != 3 || !kept.Truncated || len(kept.Entries) == 0 || kept.Entries[1].Size != 1 {
		t.Errorf("%d bytes: %d files, %d folders, cut %t, %d rows", len(raw), kept.Files, kept.Folders, kept.Truncated, len(kept.Entries))
	}
}

func TestAConversationKeepsTheIdAndTheCountsOfAPlan(t *testing.T) {
	p := plan.Plan{ID: "p-1", Items: []plan.Item{
		{From: "/x/a.png", To: "/x/b.png", Status: plan.StatusReady, Reasons: []plan.Reason{{Code: plan.ReasonRead}}, Fields: map[string]plan.Field{plan.FieldDate: {Value: "2026-01-01"}}},
		{From: "/x/c.png", To: "/x/c.png", Status: plan.StatusSkip, Reasons: []plan.Reason{{Code: plan.ReasonEmpty}}},
	}}
	want := `{"id":"p-1","files":2,"ready":1,"review":0,"skip":1,"items":[` +
		`{"from":"a.png","to":"b.png","status":"ready","date":"2026-01-01"},{"from":"c.png","to":"c.png","status":"skip","reasons":[{"code":"empty"}]}]}`
	if got := RecordOf("find_tools", json.RawMessage(`{"tools":["a_b"]}`)); string(got) != `{"tools":["a_b"]}` {
		t.Errorf("of what was found it keeps %s", got)
	}
	if got := RecordOf("triage_propose", encoded(t, p)); string(got) != want {
		t.Errorf("got %s", got)
	}
}

func TestAConversationKeepsHowADocumentBegins(t *testing.T) {
	o := documents.Reading{Path: "/x/a.pdf", Method: documents.MethodOCR, Text: strings.Repeat("ä", 100_000)}
	var kept documents.Opening
	if err := json.Unmarshal(RecordOf("documents_read", encoded(t, o)), &kept); err != nil {
		t.Fatal(err)
	}
	if n := len([]rune(kept.Text)); n != 6000 || !kept.Truncated {
		t.Errorf("%d characters are kept, cut %t", n, kept.Truncated)
	}
}

func TestNothingIsKeptOfWhatIsNotOurs(t *testing.T) {
	for tool, data := range map[string]string{
		"weather_today": `{"path":"/x","files":3}`,
		"files_list":    `[1]`,
		"files_info":    `{"path":"/x"}`,
	} {
		if got := RecordOf(tool, json.RawMessage(data)); got != nil {
			t.Errorf("%s: kept %s", tool, got)
		}
	}
}
