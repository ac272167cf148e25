package guard

import (
	"encoding/json"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/wire/files"
)

// maxFiles is how many bytes of changed files a record holds, by what maxOfFile
// and their paths take.
const maxFiles = 48 << 10

// maxOfFile is what a changed file takes in a record besides its paths: a hash, an
// identity and the names of the fields.
const maxOfFile = 240

// outcome notes which files a change has changed. Only what our own server tells is
// believed.
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

// changed counts a file, and keeps it while there is room left.
func (r *Record) changed(f ChangedFile, left int) int {
	r.FilesChanged++
	left -= len(f.From) + len(f.To) + maxOfFile
	if left >= 0 {
		r.Files = append(r.Files, f)
	}
	return left
}
