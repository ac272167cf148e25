package guard

import (
	"encoding/json"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/wire/files"
)

// maxFiles is how many bytes of changed files a record holds, estimated by maxOfFile and
// paths.
const maxFiles = 48 << 10

// maxOfFile is what a changed file takes in a record besides its paths: a hash, an
// identity and field names.
const maxOfFile = 240

// outcome records which files a change has changed, as reported by our own server only.
func (r *Record) outcome(spec chat.ToolSpec, result chat.ToolResult) {
	if !spec.Own || spec.Effect == chat.EffectRead || len(result.Data) == 0 {
		return
	}
	var told files.AnyChange
	if json.Unmarshal(result.Data, &told) != nil {
		return
	}
	r.Batch = told.Batch
	left := maxFiles
	for _, d := range told.Moved {
		if d.Status == files.Moved {
			left = r.changed(ChangedFile{From: d.From, To: d.To, SHA256: d.SHA256, Identity: d.Identity}, left)
		}
	}
	for _, folder := range told.Created {
		left = r.changed(ChangedFile{To: folder}, left)
	}
}

// changed counts a file, and records it while there is room.
func (r *Record) changed(f ChangedFile, left int) int {
	r.FilesChanged++
	left -= len(f.From) + len(f.To) + maxOfFile
	if left >= 0 {
		r.Files = append(r.Files, f)
	}
	return left
}
