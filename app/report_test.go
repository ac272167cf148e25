package app

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/event"
)

// kept is a sink that keeps what it gets.
type kept []event.Body

func (k *kept) Emit(b event.Body) { *k = append(*k, b) }

func TestAPlanAndAReceiptOfACallAreToldBehindItAndOnlyIfTheToolIsOurs(t *testing.T) {
	specs := []chat.ToolSpec{
		{Name: "triage_propose", Own: true},
		{Name: "triage_apply", Own: true},
		{Name: "files_move", Own: true},
		{Name: "files_list", Own: true},
		{Name: "mover_move"},
	}
	receipt := `{"batch":"b-1","files_in":2,"files_out":2,"moved":2}`
	for _, row := range []struct {
		name, tool, data string
		ok               bool
		want             string
	}{
		{"a plan", "triage_propose", `{"version":1,"id":"p-1"}`, true, "event.PlanProposed"},
		{"a receipt of a plan", "triage_apply", receipt, true, "event.Receipt"},
		{"the receipt of a plan that stopped", "triage_apply", receipt, false, "event.Receipt"},
		{"a receipt of moves", "files_move", `{"batch":"b-1","moved":[],"receipt":` + receipt + `}`, true, "event.Receipt"},
		{"moves that were refused", "files_move", `{"error_type":"invalid_args"}`, false, ""},
		{"a list", "files_list", `{"files":3}`, true, ""},
		{"no data at all", "files_move", ``, false, ""},
		{"what another server claims", "mover_move", `{"receipt":` + receipt + `}`, true, ""},
		{"a tool that nobody has", "made_up", `{"receipt":` + receipt + `}`, false, ""},
	} {
		var sink kept
		r := newReporting(&sink, func() []chat.ToolSpec { return specs })
		r.Emit(event.ToolStarted{CallID: "c", Tool: row.tool})
		r.Emit(event.ToolFinished{CallID: "c", Tool: row.tool, Result: chat.ToolResult{OK: row.ok, Data: json.RawMessage(row.data)}})
		r.Emit(event.BlockEnded{})
		want := []string{"event.ToolStarted", "event.ToolFinished", "event.BlockEnded"}
		if row.want != "" {
			want = slices.Insert(want, 2, row.want)
		}
		var got []string
		for _, b := range sink {
			got = append(got, fmt.Sprintf("%T", b))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: told %v, want %v", row.name, got, want)
		}
	}
}
