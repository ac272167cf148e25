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

// Scope says how far a yes reaches.
type Scope string

// The scopes of a yes. The zero value reaches no further than ScopeOnce.
const (
	ScopeOnce         Scope = "once"
	ScopeConversation Scope = "conversation"
	ScopeFolder       Scope = "folder" // always, for this tool in this folder
	// ScopeReceive is for a server, not for a tool: what was read here may be
	// sent to it. What its tools do is asked about as before.
	ScopeReceive Scope = "receive"
)

// Grant is a yes that outlives its call. It binds the server, the tool, what
// the tool said of itself at the time, and the places that it is good for.
type Grant struct {
	ID     string `json:"id"`
	Scope  Scope  `json:"scope"`
	Server string `json:"server"`
	// Tool is empty in a grant of ScopeReceive, and Definition is the server's
	// hash there.
	Tool       string `json:"tool"`
	Definition string `json:"definition"`
	// Conversation is the only one that a grant of ScopeConversation is good
	// for.
	Conversation string `json:"conversation,omitempty"`
	// Folders are absolute paths: each place of a call must lie in one of
	// them. None: the grant is for calls that touch no place.
	Folders []string `json:"folders,omitempty"`
}

// NewGrant makes the grant that a yes of this scope amounts to, without an ID.
// It reports false for a yes that leaves none: one for once, or one for a
// folder where no folder is known.
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

// covers reports whether g is good for a call of the tool that spec defines now.
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

// AllWithin reports whether each of places lies in one of folders. No places need
// no folders, but are not covered by a grant that was given for some.
func AllWithin(folders, places []string) bool {
	if len(places) == 0 {
		return len(folders) == 0
	}
	return !slices.ContainsFunc(places, func(p string) bool { return !slices.ContainsFunc(folders, func(f string) bool { return Within(f, p) }) })
}

// Within reports whether path is folder or lies below it. Both must be absolute;
// the comparison is by letter, so that doubt ends in a question.
func Within(folder, path string) bool {
	if !filepath.IsAbs(folder) || !filepath.IsAbs(path) {
		return false
	}
	_, inside := filename.Inside(folder, path)
	return inside
}

// CommonFolder returns the deepest folder that holds all of paths; "" when there
// is none but the whole file system.
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

// Definition is the hash of all that a tool says of itself, of how its server is
// started and of all that we hold of it: when it changes, what was granted
// before is void.
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
	// Plain strings always encode, and JSON keeps them apart.
	_ = json.NewEncoder(h).Encode(parts)
	return "sha256:" + hex.EncodeToString(h.Sum(nil))
}
