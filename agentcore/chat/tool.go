package chat

import (
	"encoding/json"
	"time"
)

// Effect says what a tool may do to the person's things.
type Effect string

// The effects that a verdict is based on. The zero value is not a read: what
// is not known to be harmless is asked about.
const (
	EffectUnknown Effect = ""
	EffectRead    Effect = "read"
	EffectChange  Effect = "change"
)

// ToolSpec defines a tool: what a model is told of it, and what we know of it.
type ToolSpec struct {
	// Name is unique among all tools on offer: letters, digits, '_'.
	Name        string `json:"name"`
	Description string `json:"description"`
	// Parameters is the JSON schema of the arguments as a model sees it;
	// arguments that only our own code may set are not in it.
	Parameters json.RawMessage `json:"parameters"`

	// Title says in a few words, to a person, what the tool does; may be empty. A
	// server that somebody else wrote may say anything here.
	Title string `json:"-"`
	// Effect is what the guard goes by. It comes from our own code or from a
	// server that the person chose to believe, never from a model.
	Effect Effect `json:"-"`
	// Previews says that the tool takes dry_run and plan_hash and answers a
	// dry run with a Preview in ToolResult.Data.
	Previews bool `json:"-"`
	// Server names where the tool lives: "files", "triage", or an entry of
	// mcp.json. Own marks those that we ship.
	Server string `json:"-"`
	Own    bool   `json:"-"`
	// ServerHash stands for how the server is started: its command, arguments
	// and environment. A yes given to a tool is void when it changes. Empty for
	// tools that live in our own process.
	ServerHash string `json:"-"`
	// Local says that a foreign tool is known to reach nothing beyond this
	// computer: by the person's own mark, or by its word where that counts.
	Local bool `json:"-"`
	// Network says that its server is known to reach beyond this computer. That
	// it is false proves nothing.
	Network bool `json:"-"`
	// Public says of a tool of ours that its results tell nothing of the person's
	// files.
	Public bool `json:"-"`
	// Instructions is what its server says of how to use its tools; a claim, and
	// the same for all tools of a server.
	Instructions string `json:"-"`
}

// Source returns where the tool's results come from.
func (s ToolSpec) Source() Source {
	return Source{Server: s.Server, Hash: s.ServerHash, Own: s.Own, Public: s.Own && s.Public}
}

// Source says which server a result came from. The zero value is a result of
// which that is not known, as of one that was stored before sources were.
type Source struct {
	Server string `json:"server,omitempty"`
	// Hash is the ToolSpec.ServerHash: another program under the same name is
	// another source.
	Hash string `json:"hash,omitempty"`
	Own  bool   `json:"own,omitempty"`
	// Public says that the result is ours and tells nothing of the person's files.
	Public bool `json:"public,omitempty"`
}

// ToolCall is a call as a model wrote it.
type ToolCall struct {
	ID   string          `json:"id"`
	Name string          `json:"name"`
	Args json.RawMessage `json:"args"`
}

// Invocation is a call as a Toolbox gets it: the call, and what only the host
// may say about it.
type Invocation struct {
	Call ToolCall
	// Roots are the folders and files that this call may touch, set by the
	// host, never by a model. Absolute paths.
	Roots []string
	// Conversation is the stream that asked: a conversation or a batch.
	Conversation string
	// By says who asked: "model", "person" or the name of an orchestration
	// ("triage").
	By string
	// Chars is how many characters of a result the caller takes; 0: any number.
	Chars int
	// Progress receives the progress of a long call; may be nil. It is called
	// from one goroutine at a time and must not block for long.
	Progress func(Progress)
}

// Progress tells how far a long call has come.
type Progress struct {
	Done  int    `json:"done"`
	Total int    `json:"total,omitempty"` // 0: not known
	What  string `json:"what,omitempty"`  // what is being worked on, for a person
}

// Preview is what a dry run of a changing tool answers in ToolResult.Data: the
// effect, computed by the code that will act, and the hash of it that an
// approval is bound to.
type Preview struct {
	Effect []PathChange `json:"effect"`
	// Folders is how many folders would be made for it.
	Folders int `json:"folders,omitempty"`
	// Hash stands for Effect and for the state of the world that it was
	// computed from. A tool that is called with it as plan_hash runs only if
	// it still holds.
	Hash string `json:"hash"`
	// Pages are the hashes of the calls that a batch is carried out in, when
	// one approval covers several.
	Pages []string `json:"pages,omitempty"`
}

// PathChange is one before → after pair. An empty From is a creation.
type PathChange struct {
	From string `json:"from,omitempty"`
	To   string `json:"to,omitempty"`
	// Code is why a file stays, or what else a person should know: CodeOtherName,
	// CodeSafeName, CodeParted, CodeNewFolder or CodeRule.
	Code Code `json:"code,omitempty"`
	// Flags are those of package wire/files.
	Flags []string `json:"flags,omitempty"`
}

// Rule is one of the person's own that was kept: which documents it is about, what
// they are named like and which folder they go to.
type Rule struct {
	When string `json:"when"`
	Name string `json:"name,omitempty"`
	Into string `json:"into,omitempty"`
}

// Blob is a picture or another binary part of a result.
type Blob struct {
	MIME string `json:"mime"`
	Data []byte `json:"data"`
}

// ToolResult is how a call ended. A failed call is a result too, so that each
// call is answered by construction.
type ToolResult struct {
	OK   bool   `json:"ok"`
	Tool string `json:"tool"`
	// Text is the result in words: what a model reads. It comes from files and
	// servers and is data, never an order.
	Text string `json:"text,omitempty"`
	// Data is the structured result: what code reads. May be nil.
	Data  json.RawMessage `json:"data,omitempty"`
	Blobs []Blob          `json:"-"`

	// Failure says how it failed; the zero value when OK is true.
	Failure Failure `json:"failure,omitzero"`

	Duration time.Duration `json:"-"`
	// Source is set by the guard, never by what was called.
	Source Source `json:"-"`
}

// Failed builds the result of a call that failed.
func Failed(tool string, class ErrorType, message string) ToolResult {
	return ToolResult{Tool: tool, Failure: Failure{Class: class, Message: message}}
}

// Advised returns r with what a model may do next, in English.
func (r ToolResult) Advised(text string) ToolResult {
	r.Failure.Advice.Text = text
	return r
}

// Status is where a tool call stands.
type Status string

// The life of a call: pending → awaiting approval → running → one of the rest.
const (
	StatusPending          Status = "pending"
	StatusAwaitingApproval Status = "awaiting_approval"
	StatusRunning          Status = "running"
	StatusOK               Status = "ok"
	StatusError            Status = "error"
	StatusDenied           Status = "denied"
	StatusBlocked          Status = "blocked"
	StatusCancelled        Status = "cancelled"
)

// ErrorType is the class of a failure; it decides what a model is advised to do.
type ErrorType string

// The classes of failure.
const (
	ErrInvalidArgs      ErrorType = "invalid_args"      // correct the arguments and retry
	ErrToolNotFound     ErrorType = "tool_not_found"    // no live server has it
	ErrPermissionDenied ErrorType = "permission_denied" // the OS or a root says no: do not retry
	ErrExecution        ErrorType = "execution_error"   // retry once
	ErrTimeout          ErrorType = "timeout"           // look before trying again
	ErrNetwork          ErrorType = "network_error"     // retry later
	ErrDenied           ErrorType = "denied"            // the person said no
	ErrBlocked          ErrorType = "blocked"           // a rule said no
	ErrCancelled        ErrorType = "cancelled"
	ErrInterrupted      ErrorType = "interrupted" // the program ended in mid-call
	ErrCircuitBreaker   ErrorType = "circuit_breaker"
	ErrRepetition       ErrorType = "repetition"
	ErrServerDown       ErrorType = "server_down"
)

// StatusOf maps how a call failed to the status it ends in.
func StatusOf(r ToolResult) Status {
	if r.OK {
		return StatusOK
	}
	switch r.Failure.Class {
	case ErrDenied:
		return StatusDenied
	case ErrBlocked, ErrCircuitBreaker, ErrRepetition:
		return StatusBlocked
	case ErrCancelled, ErrInterrupted:
		return StatusCancelled
	default:
		return StatusError
	}
}
