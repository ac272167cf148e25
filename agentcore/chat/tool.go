package chat

import (
	"encoding/json"
	"time"
)

// Effect is what a tool may do to the user's files and data.
type Effect string

// The effects that a verdict is based on. The zero value is not a read: what is not known
// to be harmless is asked about.
const (
	EffectUnknown Effect = ""
	EffectRead    Effect = "read"
	EffectChange  Effect = "change"
)

// ToolSpec defines a tool: what a model is told, and what we know of it.
type ToolSpec struct {
	// Name is unique among all offered tools: letters, digits, '_'.
	Name        string `json:"name"`
	Description string `json:"description"`
	// Parameters is the JSON schema of the arguments for a model; it lacks arguments that
	// only our own code may set.
	Parameters json.RawMessage `json:"parameters"`

	// Title is a short description for a person; may be empty. A foreign server may say
	// anything here.
	Title string `json:"-"`
	// Effect is what the guard relies on. It comes from our own code or from a server
	// that the user trusts, never from a model.
	Effect Effect `json:"-"`
	// Previews means that the tool takes dry_run and plan_hash and answers a dry run with
	// a Preview in ToolResult.Data.
	Previews bool `json:"-"`
	// Server is where the tool is: "files", "triage", or an entry of mcp.json. Own marks
	// our own servers.
	Server string `json:"-"`
	Own    bool   `json:"-"`
	// ServerHash identifies how the server is started: command, arguments and
	// environment. An approval of a tool is void when it changes. Empty for tools in our
	// own process.
	ServerHash string `json:"-"`
	// Local means that a foreign tool is known to reach nothing beyond this computer: by
	// the user's setting, or by its annotation if trusted.
	Local bool `json:"-"`
	// Network means that its server is known to reach beyond this computer. False proves
	// nothing.
	Network bool `json:"-"`
	// Public means that the results of a tool of ours reveal nothing of the user's files.
	Public bool `json:"-"`
	// Instructions is its server's text about using its tools; untrusted, and the same
	// for all tools of a server.
	Instructions string `json:"-"`
}

// Source returns the source of the tool's results.
func (s ToolSpec) Source() Source {
	return Source{Server: s.Server, Hash: s.ServerHash, Own: s.Own, Public: s.Own && s.Public}
}

// Source is the server that a result came from. The zero value means unknown, as in
// results stored before sources were.
type Source struct {
	Server string `json:"server,omitempty"`
	// Hash is ToolSpec.ServerHash: another program under the same name is another source.
	Hash string `json:"hash,omitempty"`
	Own  bool   `json:"own,omitempty"`
	// Public means that the result is ours and reveals nothing of the user's files.
	Public bool `json:"public,omitempty"`
}

// ToolCall is a call as a model wrote it.
type ToolCall struct {
	ID   string          `json:"id"`
	Name string          `json:"name"`
	Args json.RawMessage `json:"args"`
}

// Invocation is a call as a Toolbox gets it: the call, and what only the host may add.
type Invocation struct {
	Call ToolCall
	// Roots are the folders and files that this call may touch, set by the host, never by
	// a model. Absolute paths.
	Roots []string
	// Conversation is the origin of the call: a conversation or a batch.
	Conversation string
	// By is who made the call: "model", "person" or the name of an orchestration
	// ("triage").
	By string
	// Chars is how many characters of a result the caller takes; 0 means any number.
	Chars int
	// Progress receives the progress of a long call; may be nil. It is called from one
	// goroutine at a time and must not block for long.
	Progress func(Progress)
}

// Progress is how far a long call has got.
type Progress struct {
	Done  int    `json:"done"`
	Total int    `json:"total,omitempty"` // 0: unknown
	What  string `json:"what,omitempty"`  // what is being worked on, for display
}

// Preview is the answer of a changing tool to a dry run, in ToolResult.Data: the effect,
// computed by the code that will act, and its hash, which an approval is bound to.
type Preview struct {
	Effect []PathChange `json:"effect"`
	// Folders is how many folders would be created.
	Folders int `json:"folders,omitempty"`
	// Hash covers Effect and the state of the files that it was computed from. A tool
	// called with it as plan_hash runs only if it still holds.
	Hash string `json:"hash"`
	// Pages are the hashes of the calls of a batch, if one approval covers several.
	Pages []string `json:"pages,omitempty"`
}

// PathChange is a pair of paths before and after. An empty From is a creation.
type PathChange struct {
	From string `json:"from,omitempty"`
	To   string `json:"to,omitempty"`
	// Code is why a file stays, or what else a person should know: CodeOtherName,
	// CodeSafeName, CodeParted, CodeNewFolder or CodeRule.
	Code Code `json:"code,omitempty"`
	// Flags are those of package wire/files.
	Flags []string `json:"flags,omitempty"`
}

// Rule is a rule of the user that was kept: which documents it matches, their names and
// their folder.
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

// ToolResult is how a call ended. A failed call is a result too, so that each call is
// answered by construction.
type ToolResult struct {
	OK   bool   `json:"ok"`
	Tool string `json:"tool"`
	// Text is the result in words: what a model reads. It comes from files and servers
	// and is data, never instructions.
	Text string `json:"text,omitempty"`
	// Data is the structured result: what code reads. May be nil.
	Data  json.RawMessage `json:"data,omitempty"`
	Blobs []Blob          `json:"-"`

	// Failure is how it failed; zero if OK.
	Failure Failure `json:"failure,omitzero"`

	Duration time.Duration `json:"-"`
	// Source is set by the guard, never by what was called.
	Source Source `json:"-"`
}

// Failed returns the result of a call that failed.
func Failed(tool string, class ErrorType, message string) ToolResult {
	return ToolResult{Tool: tool, Failure: Failure{Class: class, Message: message}}
}

// Advised returns r with advice for a model, in English.
func (r ToolResult) Advised(text string) ToolResult {
	r.Failure.Advice.Text = text
	return r
}

// Status is the state of a tool call.
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

// ErrorType is the class of a failure; it decides the advice to a model.
type ErrorType string

// The classes of failure.
const (
	ErrInvalidArgs      ErrorType = "invalid_args"      // correct the arguments and retry
	ErrToolNotFound     ErrorType = "tool_not_found"    // no live server has it
	ErrPermissionDenied ErrorType = "permission_denied" // denied by the OS or a root: do not retry
	ErrExecution        ErrorType = "execution_error"   // retry once
	ErrTimeout          ErrorType = "timeout"           // look before trying again
	ErrNetwork          ErrorType = "network_error"     // retry later
	ErrDenied           ErrorType = "denied"            // the user said no
	ErrBlocked          ErrorType = "blocked"           // a rule said no
	ErrCancelled        ErrorType = "cancelled"
	ErrInterrupted      ErrorType = "interrupted" // the program ended in mid-call
	ErrCircuitBreaker   ErrorType = "circuit_breaker"
	ErrRepetition       ErrorType = "repetition"
	ErrServerDown       ErrorType = "server_down"
)

// StatusOf returns the status that a result ends in.
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
