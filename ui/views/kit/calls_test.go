package kit

import (
	"encoding/json"
	"testing"

	"github.com/deskhand/deskhand/agentcore/chat"
)

func TestTheEffectOfACallIsReadFromItsData(t *testing.T) {
	for _, row := range []struct{ tool, args, data, want string }{
		{"files_list", `{"path":"/x/Scans"}`, `{"files":16,"folders":0}`, "Listed Scans · 16 files"},
		{"files_list", `{"path":"/x/Scans"}`, `{"files":1,"folders":2}`, "Listed Scans · 1 file, 2 folders"},
		{"files_find", `{"path":"/x/Scans"}`, `{"files":2,"folders":0}`, "Looked through Scans · 2 files found"},
		{"files_move", `{"moves":[{"from":"/a","to":"/b"}]}`, `{"batch":"b","receipt":{"files_in":1,"files_out":1}}`, "Moved 1 file · 1 file before, 1 after, no contents changed"},
		{"files_undo", `{}`, `{"batch":"b","restored":2,"receipt":{}}`, "Undid the last change · 2 files back in place"},
		{"files_duplicates", `{"paths":["/x/Scans"]}`, `{"files":9,"groups_total":1}`, "Looked for duplicates in Scans · 9 files compared, 1 group of duplicates"},
		{"documents_read", `{"path":"/x/a.pdf"}`, `{"method":"ocr","pages":"1-1 of 3","confidence":0.914}`, "Read a.pdf · page 1 of 3, OCR 91%"},
		{"documents_read", `{"path":"/x/a.txt"}`, `{"method":"text","pages":"1-1 of 1"}`, "Read a.txt · page 1 of 1"},
		{"triage_propose", `{"paths":["/x/Scans"]}`, `{"id":"p","files":16,"ready":13,"review":1}`, "Found names for Scans · 16 read, 13 ready, 1 to check"},
		{"triage_apply", `{"plan_id":"p"}`, `{"batch":"b","files_in":16,"files_out":16}`, "Renamed as planned · 16 files before, 16 after, no contents changed"},
		{"library_search", `{"query":"over 50 euros"}`, ``, "Searched your documents"},
		// A conversation stored before there was data.
		{"files_list", `{"path":"/x/Scans"}`, ``, "Listed Scans"},
	} {
		record := chat.Message{Tool: row.tool, Status: chat.StatusOK, Text: "/x: 99 files, 99 folders", Data: json.RawMessage(row.data)}
		got := DescribeCall(chat.ToolCall{Name: row.tool, Args: json.RawMessage(row.args)}, record, record.Status).String()
		if got != row.want {
			t.Errorf("%s: %q, want %q", row.tool, got, row.want)
		}
	}
}
