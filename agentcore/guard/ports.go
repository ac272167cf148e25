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

// Confirmer puts a question to the person.
type Confirmer interface {
	// Confirm blocks until there is an answer and returns at once when ctx
	// ends. An error counts as a no. It is called from several goroutines.
	Confirm(ctx context.Context, q Question) (Answer, error)
}

// Question is what the person is asked about.
type Question struct {
	Tool string
	Spec chat.ToolSpec
	// Preview is the effect, computed by the code that will act. A tool that
	// cannot foretell its effect has no Hash in it, and its Summary is the
	// call with its arguments.
	Preview chat.Preview
	// Invocation is the call as it would run.
	Invocation chat.Invocation
	// Folder is what a yes of ScopeFolder would be for; empty: there is no
	// such folder, so that this scope is not to be offered.
	Folder string
	// Again counts how often the world changed since the person was first
	// asked about this call.
	Again int
	// Sends says that what was read in this conversation could leave the
	// computer: the person is to be shown the server and the arguments of
	// Invocation, whole, which is what would be sent. A yes is for once, or of
	// ScopeReceive; one of another scope counts for once.
	Sends bool
}

// Answer is what the person said. The zero value is a no.
type Answer struct {
	Allowed bool
	// Edited are the arguments as the person changed them: they are previewed
	// and asked about in place of the model's, whatever Allowed says. Nil: they
	// are as they were.
	Edited json.RawMessage
	// Scope is how far a yes reaches; empty: once.
	Scope policy.Scope
	// By says who answered: "person", or the policy that did.
	By string
}

// Auditor keeps the records of calls.
type Auditor interface {
	// Audit appends records in their order, in one step; they are on disk when
	// it returns. Two records with one ID tell of one call: the later one
	// says how it ended.
	Audit(ctx context.Context, records ...Record) error
}

// Record is the entry of one call in the audit.
type Record struct {
	ID     string    `json:"id"`
	When   time.Time `json:"when"`
	Tool   string    `json:"tool"`
	Server string    `json:"server,omitempty"`
	// Args are the arguments with secrets masked, cut when they are long.
	Args json.RawMessage `json:"args"`
	// Verdict is Allow or Deny; Ask when the question was never put because
	// the preview failed.
	Verdict policy.Verdict `json:"verdict"`
	// By says who gave the verdict: a rule, a grant, a ticket or a person.
	By string `json:"by"`
	// AskedBy says who wanted the call: "model", "person", or our own code.
	AskedBy      string         `json:"asked_by"`
	Conversation string         `json:"conversation,omitempty"`
	Status       chat.Status    `json:"status"`
	ErrorType    chat.ErrorType `json:"error_type,omitempty"`
	// MS is how long the tool ran, in milliseconds, waiting for an answer left
	// out.
	MS int64 `json:"ms"`
	// Hash is that of the preview that the verdict is bound to, and Effect what
	// that preview showed; a long one is cut, and Changes counts all of it.
	Hash    string            `json:"hash,omitempty"`
	Effect  []chat.PathChange `json:"effect,omitempty"`
	Changes int               `json:"changes,omitempty"`
	// Result is the beginning of what came back, with secrets masked.
	Result string `json:"result,omitempty"`
	// Batch is what the change can be undone by, and Files what it did, as our
	// own server told; a long list is cut, and FilesChanged counts all of it.
	// The journal of the batch has the whole.
	Batch        string        `json:"batch,omitempty"`
	Files        []ChangedFile `json:"files,omitempty"`
	FilesChanged int           `json:"files_changed,omitempty"`
}

// IsLook reports whether the call only read, or would have, and nobody but our own
// code has a use for it: what a page shows, the preview of what the person pressed, and
// what was asked for before its server ran.
func (r Record) IsLook() bool {
	switch r.AskedBy {
	case ByProgram, byTriage:
		return r.By == policy.ReasonRead || r.By == byDryRun || r.ErrorType == chat.ErrToolNotFound
	case byPerson:
		return r.By == byDryRun && r.Status == chat.StatusOK
	}
	return false
}

// ChangedFile is a file that a call has changed: where it was and where it is,
// and what it is now: the hash of its contents where they were copied or written,
// and the file itself, which moving leaves as it was.
type ChangedFile struct {
	From     string          `json:"from,omitempty"`
	To       string          `json:"to,omitempty"`
	SHA256   string          `json:"sha256,omitempty"`
	Identity *files.Identity `json:"identity,omitempty"`
}

// Grant is a yes that outlives its call.
type Grant = policy.Grant

// GrantStore keeps the grants that outlive the program.
type GrantStore interface {
	Grants(ctx context.Context) ([]Grant, error)
	AddGrant(ctx context.Context, g Grant) error
	RemoveGrant(ctx context.Context, id string) error
}

// DenyAll answers every question with no: what stands where nobody can be
// asked.
type DenyAll struct{}

// Confirm says no.
func (DenyAll) Confirm(context.Context, Question) (Answer, error) {
	return Answer{By: "policy none"}, nil
}

// AllowAll answers every question with yes, each time for once: the person said
// so beforehand, on the command line. What was read here does not leave by that.
type AllowAll struct {
	// By names the answer in the audit; empty: "--approve all".
	By string
}

// Confirm says yes.
func (a AllowAll) Confirm(ctx context.Context, q Question) (Answer, error) {
	by := a.By
	by = cmp.Or(by, "--approve all")
	if q.Sends {
		return Answer{By: "policy send"}, nil
	}
	return Answer{Allowed: true, Scope: policy.ScopeOnce, By: by}, ctx.Err()
}
