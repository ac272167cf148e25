package chat

import (
	"encoding/json"
	"strings"
	"time"
)

// Role is the author of a Message.
type Role string

// The roles of a conversation, as in every chat API.
const (
	RoleSystem    Role = "system"
	RoleUser      Role = "user"
	RoleAssistant Role = "assistant"
	RoleTool      Role = "tool"
)

// Message is one entry of a conversation. Stored messages are never changed.
type Message struct {
	Role Role      `json:"role"`
	Text string    `json:"text,omitempty"`
	Time time.Time `json:"time"`

	// Images are pictures for a model with vision, as JPEG, PNG or WebP. They are not
	// stored.
	Images [][]byte `json:"-"`

	// Roots are what the user had opened to the assistant when they sent a message:
	// absolute paths.
	Roots []string `json:"roots,omitempty"`

	// Calls are the tool calls of an assistant message.
	Calls []ToolCall `json:"calls,omitempty"`
	// Model is the model that wrote an assistant message.
	Model string `json:"model,omitempty"`
	// Thinking is what a reasoning model wrote before it answered. It is stored for the
	// user, and sent back to a model with the calls that it led to for the rest of the
	// turn.
	Thinking string `json:"thinking,omitempty"`
	// ThoughtMS is how long it took, in milliseconds.
	ThoughtMS int64 `json:"thought_ms,omitempty"`
	// Partial marks an assistant message that was cut by a cancellation.
	Partial bool `json:"partial,omitempty"`

	// CallID, Tool, Status and Failure of a tool message: the call that it answers and
	// how that ended. The failure's Message is part of Text.
	CallID  string  `json:"call_id,omitempty"`
	Tool    string  `json:"tool,omitempty"`
	Status  Status  `json:"status,omitempty"`
	Failure Failure `json:"failure,omitzero"`
	// Data is the part of a tool's result that code reads: counts and the first rows of
	// lists. It is never sent to a model. Nil if the tool has none, and in older
	// conversations.
	Data json.RawMessage `json:"data,omitempty"`
	// Source is the server that the result came from.
	Source Source `json:"source,omitzero"`
	// Handle opens the full text of a tool message whose Text is capped, and of a long
	// request of which a model may see only a part.
	Handle string `json:"handle,omitempty"`
	// MS is how long the call ran, in milliseconds.
	MS int64 `json:"ms,omitempty"`
	// Shown of Chars characters of the result are in Text, if it is capped; both 0 if not.
	Shown int `json:"shown,omitempty"`
	Chars int `json:"chars,omitempty"`
}

// FirstLine returns the first line of a tool's text, without the class of its failure, for
// showing a failure of unknown cause.
func (m *Message) FirstLine() string {
	line, _, _ := strings.Cut(m.Text, "\n")
	return strings.TrimPrefix(line, string(m.Failure.Class)+": ")
}

// UnmarshalJSON also reads older messages, in which class and code of a failure were fields
// of the message.
func (m *Message) UnmarshalJSON(raw []byte) error {
	type plain Message
	old := struct {
		*plain
		Class ErrorType `json:"error_type"`
		Code  Code      `json:"code"`
	}{plain: (*plain)(m)}
	if err := json.Unmarshal(raw, &old); err != nil {
		return err
	}
	if old.Class != "" {
		m.Failure.Class, m.Failure.Code = old.Class, old.Code
	}
	return nil
}

// Conversation is a conversation without its messages.
type Conversation struct {
	ID       string    `json:"id"`
	Title    string    `json:"title"`
	Created  time.Time `json:"created"`
	Updated  time.Time `json:"updated"`
	Messages int       `json:"messages"`
	// Model answered last; empty before the first answer.
	Model string `json:"model,omitempty"`
}

// Compaction is how far a conversation is compacted for models. It only advances, so that
// what a model sees does not alternate; the stored messages are never changed.
type Compaction struct {
	// Shortened counts the first messages whose tool results are cut to the retention size.
	Shortened int `json:"shortened,omitempty"`
	// Covered counts the first messages that Summary replaces.
	Covered int    `json:"covered,omitempty"`
	Summary string `json:"summary,omitempty"`
	// Ceiling is the most characters that a result of the first Capped messages keeps, even
	// the newest; 0 means no limit.
	Ceiling int `json:"ceiling,omitempty"`
	Capped  int `json:"capped,omitempty"`
}

// titleRunes is the longest title, in characters.
const titleRunes = 50

// Title returns the title of a conversation: the first 50 characters of its first
// request, with "..." if it was longer.
func Title(request string) string {
	runes := []rune(request)
	if len(runes) <= titleRunes {
		return request
	}
	return string(runes[:titleRunes]) + "..."
}
