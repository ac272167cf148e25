package files

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/deskhand/deskhand/agentcore/wire"
)

// TestWhatIsKeptOfAResultHasNothingThatOnlyCodeNeeds pins the JSON of reduced
// results.
func TestWhatIsKeptOfAResultHasNothingThatOnlyCodeNeeds(t *testing.T) {
	id := Identity{1, 2, 3, 4}
	receipt := &Receipt{Batch: "b", FilesIn: 1, FilesOut: 1, Failed: 1, Undo: "deskhand undo b", Failures: []Failure{{"/a", "vanished", "gone"}}}
	counted := `{"batch":"b","files_in":1,"files_out":1,"moved":0,"skipped":0,"failed":1,"contents_changed":0,"stopped":false,"undo":""}`
	change := Change{From: "/a", To: "/b", Note: "n"}
	for _, row := range []struct {
		result wire.Result
		want   string
	}{
		{
			Listing{Path: "/", Entries: []Entry{{Path: "/a", Name: "a", Type: TypeFile, Size: 3, Mtime: "t", Identity: id}, {}}, Files: 2},
			`{"path":"/","entries":[{"path":"/a","type":"file","size":3,"hidden":false}],"files":2,"folders":0,"truncated":true}`,
		},
		{
			Changed{Preview: Preview{Summary: "s", Effect: []Change{change}, Hash: "h"}, Batch: "b", Moved: []Outcome{{From: "/a", To: "/c", Status: Moved, SHA256: "s"}, {}}, Receipt: receipt},
			`{"batch":"b","moved":[{"from":"/a","to":"/c","status":"moved"}],"receipt":` + counted + `}`,
		},
		{
			Undone{Batch: "b", Restored: 1, Of: 3, Kept: []Change{change, change}, Moved: []Outcome{{From: "/a"}}, Receipt: receipt},
			`{"batch":"b","restored":1,"of":3,"kept":[{"from":"/a","to":"/b","note":"n"}],"receipt":` + counted + `}`,
		},
		{
			History{Batches: []Batch{{ID: "b", When: time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC), Done: 1, Of: 2, State: BatchDone, Folder: "/", Moves: []Change{change}, Receipt: receipt}, {}}},
			`{"batches":[{"batch":"b","when":"2026-03-04T05:06:07Z","done":1,"of":2,"state":"done","folder":"/","moves":[]}]}`,
		},
		{
			Duplicates{Groups: []Group{{Size: 1, Files: []Entry{{Path: "/a", Name: "a"}}}, {Size: 2, Files: []Entry{{}, {}}}}, Total: 2, Files: 5, Wasted: 7},
			`{"groups":[{"size":1,"sha256":"","files":[{"path":"/a","type":"","size":0,"hidden":false}]}],"groups_total":2,"files":5,"wasted":7,"unread":[],"truncated":true}`,
		},
	} {
		got, err := json.Marshal(row.result.Reduced(1))
		if err != nil || string(got) != row.want {
			t.Errorf("%T: %s (%v)\nwant %s", row.result, got, err, row.want)
		}
	}
	if receipt.Undo == "" || len(receipt.Failures) != 1 {
		t.Error("the result itself was reduced")
	}
}
