package app

import (
	"encoding/json"

	"github.com/deskhand/deskhand/agentcore"
	"github.com/deskhand/deskhand/agentcore/collection"
	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/triage"
	"github.com/deskhand/deskhand/agentcore/wire"
	"github.com/deskhand/deskhand/agentcore/wire/documents"
	"github.com/deskhand/deskhand/agentcore/wire/files"
	found "github.com/deskhand/deskhand/agentcore/wire/library"
)

// RecordOf returns what a conversation keeps of a result's data; nothing for foreign
// tools.
func RecordOf(tool string, data json.RawMessage) json.RawMessage {
	switch tool {
	case "files_list", "files_find":
		return reduced[files.Listing](data)
	case "files_move", "files_copy", "files_make_folder", "files_write_text", "files_trash", "files_restore", "files_finish":
		return reduced[files.Changed](data)
	case "files_undo":
		return reduced[files.Undone](data)
	case "files_history":
		return reduced[files.History](data)
	case "files_duplicates":
		return reduced[files.Duplicates](data)
	case "documents_read":
		return reduced[documents.Reading](data)
	case collection.ToolSearch:
		return reduced[found.Found](data)
	case collection.ToolTable:
		return reduced[found.Table](data)
	case agentcore.ToolFindTools, ToolKeepRule:
		return data
	case triage.ToolPropose:
		return reduced[plan.Plan](data)
	case triage.ToolApply:
		return reduced[plan.Receipt](data)
	}
	return nil
}

func reduced[T wire.Result](data json.RawMessage) json.RawMessage {
	var result T
	if json.Unmarshal(data, &result) != nil {
		return nil
	}
	return wire.Record(result)
}
