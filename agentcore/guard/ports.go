package guard

import (
	"cmp"
	"context"
	"encoding/json"
	"time"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/policy"
	"github.com/deskhand/deskhand/agentcore/wire/files"
)

// Confirmer asks the user.
type Confirmer interface {
	// Confirm blocks until there is an answer and returns at once when ctx ends. An error
	// counts as a no. It is called from several goroutines.
	Confirm(ctx context.Context, q Question) (Answer, error)
}

// Question is what the user is asked about.
type Question struct {
	Tool string
	Spec chat.ToolSpec
	// Preview is the effect, computed by the code that will act. For a tool without a
	// preview it has no Hash, and its Summary is the call with its arguments.
	Preview chat.Preview
	// Invocation is the call as it would run.
	Invocation chat.Invocation
	// Folder is what a yes of ScopeFolder would cover; empty means that this scope must
	// not be offered.
	Folder string
	// Again counts how often files changed since the user was first asked about this
	// call.
	Again int
	// Sends means that what was read in this conversation could leave the computer: the
	// user must be shown the server and the complete arguments of Invocation, which is
	// what would be sent. A yes is for once, or of ScopeReceive; any other scope counts
	// as once.
	Sends bool
}

// Answer is the user's answer. The zero value is a no.
type Answer struct {
	Allowed bool
	// Edited are the arguments as the user changed them: they are previewed and asked
	// about instead, whatever Allowed says. Nil means unchanged.
	Edited json.RawMessage
	// Scope is how far a yes reaches; empty means once.
	Scope policy.Scope
	// By is who answered: "person", or the policy that did.
	By string
}

// Auditor stores the records of calls.
type Auditor interface {
	// Audit appends records in order, in one step; they are on disk when it returns. Of
	// two records with the same ID the later one says how the call ended.
	Audit(ctx context.Context, records ...Record) error
}

// Record is the audit entry of one call.
type Record struct {
	ID     string    `json:"id"`
	When   time.Time `json:"when"`
	Tool   string    `json:"tool"`
	Server string    `json:"server,omitempty"`
	// Args are the arguments with secrets masked, cut if long.
	Args json.RawMessage `json:"args"`
	// Verdict is Allow or Deny; Ask if the question was never put because the preview
	// failed.
	Verdict policy.Verdict `json:"verdict"`
	// By is who gave the verdict: a rule, a grant, a ticket or a person.
	By string `json:"by"`
	// AskedBy is who made the call: "model", "person", or our own code.
	AskedBy      string         `json:"asked_by"`
	Conversation string         `json:"conversation,omitempty"`
	Status       chat.Status    `json:"status"`
	ErrorType    chat.ErrorType `json:"error_type,omitempty"`
	// MS is how long the tool ran, in milliseconds, without waiting for an answer.
	MS int64 `json:"ms"`
	// Hash is that of the preview that the verdict is bound to, Effect what it showed,
	// cut if long; Changes counts all of it.
	Hash    string            `json:"hash,omitempty"`
	Effect  []chat.PathChange `json:"effect,omitempty"`
	Changes int               `json:"changes,omitempty"`
	// Result is the beginning of the result, with secrets masked.
	Result string `json:"result,omitempty"`
	// Batch is the id to undo the change by. Files is what it did, as reported by our own
	// server, cut if long; FilesChanged counts all, and the batch's journal has all.
	Batch        string        `json:"batch,omitempty"`
	Files        []ChangedFile `json:"files,omitempty"`
	FilesChanged int           `json:"files_changed,omitempty"`
}

// IsLook reports whether the call only read, or would have, and served only our own code:
// what a page shows, the preview of what the user pressed, and requests before their
// server ran.
func (r Record) IsLook() bool {
	switch r.AskedBy {
	case ByProgram, byTriage:
		return r.By == policy.ReasonRead || r.By == byDryRun || r.ErrorType == chat.ErrToolNotFound
	case byPerson:
		return r.By == byDryRun && r.Status == chat.StatusOK
	}
	return false
}

// ChangedFile is a file that a call has changed: where it was and is, the hash of its
// contents if they were copied or written, and its identity, which a move preserves.
type ChangedFile struct {
	From     string          `json:"from,omitempty"`
	To       string          `json:"to,omitempty"`
	SHA256   string          `json:"sha256,omitempty"`
	Identity *files.Identity `json:"identity,omitempty"`
}

// Grant is an approval that outlives its call.
type Grant = policy.Grant

// GrantStore stores the grants that outlive the program.
type GrantStore interface {
	Grants(ctx context.Context) ([]Grant, error)
	AddGrant(ctx context.Context, g Grant) error
	RemoveGrant(ctx context.Context, id string) error
}

// DenyAll answers every question with no, for use where nobody can be asked.
type DenyAll struct{}

// Confirm returns no.
func (DenyAll) Confirm(context.Context, Question) (Answer, error) {
	return Answer{By: "policy none"}, nil
}

// AllowAll answers every question with yes, each time for once, as the user chose on the
// command line. It does not allow sending what was read here.
type AllowAll struct {
	// By names the answer in the audit; empty means "--approve all".
	By string
}

// Confirm returns yes.
func (a AllowAll) Confirm(ctx context.Context, q Question) (Answer, error) {
	by := a.By
	by = cmp.Or(by, "--approve all")
	if q.Sends {
		return Answer{By: "policy send"}, nil
	}
	return Answer{Allowed: true, Scope: policy.ScopeOnce, By: by}, ctx.Err()
}
