package policy

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"path/filepath"
	"slices"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/filename"
)

// Scope is how far an approval reaches.
type Scope string

// The scopes of an approval. The zero value means ScopeOnce.
const (
	ScopeOnce         Scope = "once"
	ScopeConversation Scope = "conversation"
	ScopeFolder       Scope = "folder" // always, for this tool in this folder
	// ScopeReceive is for a server, not a tool: what was read here may be sent to it. The
	// effects of its tools are asked about as before.
	ScopeReceive Scope = "receive"
)

// Grant is an approval that outlives its call. It binds the server, the tool, the tool's
// description at the time, and the places that it covers.
type Grant struct {
	ID     string `json:"id"`
	Scope  Scope  `json:"scope"`
	Server string `json:"server"`
	// Tool is empty in a grant of ScopeReceive, whose Definition is the server's hash.
	Tool       string `json:"tool"`
	Definition string `json:"definition"`
	// Conversation is the only one that a grant of ScopeConversation covers.
	Conversation string `json:"conversation,omitempty"`
	// Folders are absolute paths: each place of a call must be in one of them. An empty
	// list covers only calls that touch no place.
	Folders []string `json:"folders,omitempty"`
}

// NewGrant returns the grant for an approval of this scope, without an ID. It returns
// false if there is none: for ScopeOnce, or for a folder if none is known.
func NewGrant(spec chat.ToolSpec, scope Scope, conversation string, folders []string) (Grant, bool) {
	g := Grant{
		Scope: scope, Server: spec.Server, Tool: spec.Name,
		Definition: Definition(spec), Folders: slices.Clone(folders),
	}
	switch scope {
	case ScopeReceive:
		return Grant{Scope: scope, Server: spec.Server, Definition: spec.ServerHash}, !spec.Own
	case ScopeConversation:
		g.Conversation = conversation
		return g, conversation != ""
	case ScopeFolder:
		return g, len(folders) > 0
	default:
		return Grant{}, false
	}
}

// covers reports whether g covers a call of the tool as spec defines it now.
func (g Grant) covers(spec chat.ToolSpec, definition string, call Call) bool {
	if g.Server != spec.Server || g.Tool != spec.Name || g.Definition != definition {
		return false
	}
	switch g.Scope {
	case ScopeConversation:
		if g.Conversation == "" || g.Conversation != call.Conversation {
			return false
		}
	case ScopeFolder:
		if len(g.Folders) == 0 {
			return false
		}
	default:
		return false
	}
	return AllWithin(g.Folders, call.Places)
}

// AllWithin reports whether each of places is in one of folders. Without folders it is
// true only without places, and without places only without folders.
func AllWithin(folders, places []string) bool {
	if len(places) == 0 {
		return len(folders) == 0
	}
	return !slices.ContainsFunc(places, func(p string) bool { return !slices.ContainsFunc(folders, func(f string) bool { return Within(f, p) }) })
}

// Within reports whether path is folder or below it. Both must be absolute; the
// comparison is case-sensitive, so that doubt leads to a question.
func Within(folder, path string) bool {
	if !filepath.IsAbs(folder) || !filepath.IsAbs(path) {
		return false
	}
	_, inside := filename.Inside(folder, path)
	return inside
}

// CommonFolder returns the deepest folder that contains all paths; "" if that is the root
// of the file system.
func CommonFolder(paths []string) string {
	common := ""
	for i, p := range paths {
		if !filepath.IsAbs(p) {
			return ""
		}
		if i == 0 {
			common = filepath.Dir(filepath.Clean(p))
			continue
		}
		for !Within(common, p) || filepath.Clean(p) == common {
			parent := filepath.Dir(common)
			if parent == common {
				return ""
			}
			common = parent
		}
	}
	if common == filepath.Dir(common) {
		return ""
	}
	return common
}

// Definition is the hash of a tool's whole description, of how its server is started and
// of its trust settings: a change voids earlier grants.
func Definition(spec chat.ToolSpec) string {
	var params bytes.Buffer
	if err := json.Compact(&params, spec.Parameters); err != nil {
		params.Reset()
		params.Write(spec.Parameters)
	}
	parts := []string{
		spec.Server, spec.ServerHash, spec.Name, spec.Description, params.String(), string(spec.Effect),
	}
	if spec.Previews {
		parts = append(parts, "previews")
	}
	if spec.Own {
		parts = append(parts, "own")
	}
	if spec.Local {
		parts = append(parts, "local")
	}
	h := sha256.New()
	// Cannot fail: plain strings. JSON keeps them apart.
	_ = json.NewEncoder(h).Encode(parts)
	return "sha256:" + hex.EncodeToString(h.Sum(nil))
}
