package app

import (
	"context"
	"encoding/json"

	"github.com/deskhand/deskhand/agentcore"
	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/collection"
	"github.com/deskhand/deskhand/agentcore/guard"
	"github.com/deskhand/deskhand/agentcore/habit/habitfile"
	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/store"
	"github.com/deskhand/deskhand/agentcore/triage"
	"github.com/deskhand/deskhand/agentcore/wire/files"
)

// joined joins several toolboxes: their tools in order.
type joined []agentcore.Toolbox

// Specs returns the tools of all.
func (j joined) Specs() []chat.ToolSpec {
	var specs []chat.ToolSpec
	for _, t := range j {
		specs = append(specs, t.Specs()...)
	}
	return specs
}

// Call runs a tool in its toolbox. An unknown one goes to the last.
func (j joined) Call(ctx context.Context, inv chat.Invocation) chat.ToolResult {
	for _, t := range j[:len(j)-1] {
		for _, s := range t.Specs() {
			if s.Name == inv.Call.Name {
				return t.Call(ctx, inv)
			}
		}
	}
	return j[len(j)-1].Call(ctx, inv)
}

// forgetting is a toolbox that deletes what a batch taught once all of the batch is
// undone.
type forgetting struct {
	agentcore.Toolbox
	habits *habitfile.File
}

// Call runs a tool.
func (f forgetting) Call(ctx context.Context, inv chat.Invocation) chat.ToolResult {
	r := f.Toolbox.Call(ctx, inv)
	var undone files.Undone
	if inv.Call.Name == "files_undo" && r.OK && json.Unmarshal(r.Data, &undone) == nil && undone.Restored > 0 && f.isUndone(ctx, inv, undone.Batch) {
		// What is left is listed, and can be removed.
		_ = f.habits.Forget(undone.Batch)
	}
	return r
}

// isUndone reports whether all of a batch was undone, in one go or in several.
func (f forgetting) isUndone(ctx context.Context, inv chat.Invocation, batch string) bool {
	args, err := json.Marshal(files.HistoryRequest{Batch: batch})
	inv.Call.Name, inv.Call.Args, inv.By = "files_history", args, guard.ByProgram
	var all files.History
	r := f.Toolbox.Call(ctx, inv)
	return err == nil && r.OK && json.Unmarshal(r.Data, &all) == nil && len(all.Batches) == 1 && all.Batches[0].State == plan.BatchUndone
}

// coreTools are the tools that every model is offered as far as its window allows, the
// most needed first.
func coreTools() []string {
	return []string{
		triage.ToolPropose, triage.ToolApply, ToolKeepRule, "files_list", "documents_read", agentcore.ToolReadMore, collection.ToolSearch, collection.ToolTable,
		"files_find", "files_move", "files_undo", "files_info", "files_make_folder", "files_history",
		"files_copy", "files_trash", "files_restore", "files_write_text",
	}
}

// headings returns the display names of our own servers.
func headings() map[string]string {
	return map[string]string{
		triage.Server: "Tidying up", collection.Server: "Finding documents", serverFiles: "Files and folders", serverDocuments: "Documents and pictures", agentcore.OwnServer: "Long texts",
	}
}

// library reads the full texts in the store.
type library struct{ *store.Store }

// Full returns a page of a text.
func (l library) Full(ctx context.Context, handle string, offset, n int) (text string, total int, err error) {
	part, err := l.Store.Full(ctx, handle, offset, n)
	return part.Text, part.Total, err
}
