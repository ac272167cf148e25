package chat

import (
	"encoding/json"
	"strings"
	"time"
)

// Role says who speaks in a Message.
type Role string

// The roles of a conversation, as every chat API names them.
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

	// Images are pictures for a model that can look at them, as JPEG, PNG or WebP.
	// They are not stored.
	Images [][]byte `json:"-"`

	// Roots are what the person had opened to the assistant when they sent a
	// user message: absolute paths.
	Roots []string `json:"roots,omitempty"`

	// Calls are the tool calls that an assistant message asks for.
	Calls []ToolCall `json:"calls,omitempty"`
	// Model names the model that wrote an assistant message.
	Model string `json:"model,omitempty"`
	// Thinking is what a reasoning model wrote before it answered. It is kept
	// for the person, and sent back to a model with the calls that it led to as
	// long as their turn goes on.
	Thinking string `json:"thinking,omitempty"`
	// ThoughtMS is how long it did, in milliseconds.
	ThoughtMS int64 `json:"thought_ms,omitempty"`
	// Partial marks an assistant message that was cut by a cancellation.
	Partial bool `json:"partial,omitempty"`

	// CallID, Tool, Status and Failure belong to a tool message: which call it
	// answers and how that call ended. The failure's Message is part of Text.
	CallID  string  `json:"call_id,omitempty"`
	Tool    string  `json:"tool,omitempty"`
	Status  Status  `json:"status,omitempty"`
	Failure Failure `json:"failure,omitzero"`
	// Data is what code reads of a tool's result: its counts and the first rows
	// of its lists. No model is sent it. Nil where the tool has none, and in
	// conversations that were stored before there was any.
	Data json.RawMessage `json:"data,omitempty"`
	// Source says which server the result came from.
	Source Source `json:"source,omitzero"`
	// Handle opens the full text of a tool message whose Text is a capped copy,
	// and of a long request, which a model may be shown a part of.
	Handle string `json:"handle,omitempty"`
	// MS is how long the call ran, in milliseconds.
	MS int64 `json:"ms,omitempty"`
	// Shown of Chars characters of the result are in Text, when it is a capped
	// copy; both 0: all of them.
	Shown int `json:"shown,omitempty"`
	Chars int `json:"chars,omitempty"`
}

// FirstLine returns the first line of what a tool said, without the class of its
// failure: what there is to show of a failure whose cause is not known.
func (m *Message) FirstLine() string {
	line, _, _ := strings.Cut(m.Text, "\n")
	return strings.TrimPrefix(line, string(m.Failure.Class)+": ")
}

// UnmarshalJSON reads the messages too that were stored when class and code of a
// failure were fields of the message.
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

// Conversation is what is known of a conversation without reading it.
type Conversation struct {
	ID       string    `json:"id"`
	Title    string    `json:"title"`
	Created  time.Time `json:"created"`
	Updated  time.Time `json:"updated"`
	Messages int       `json:"messages"`
	// Model answered last; empty before the first answer.
	Model string `json:"model,omitempty"`
}

// Compaction says how far a conversation is compacted for models. A level once
// reached stays, so that what a model sees does not flap; the stored messages
// are never changed by it.
type Compaction struct {
	// Shortened counts the first messages whose tool results are cut to what is
	// retained of older ones.
	Shortened int `json:"shortened,omitempty"`
	// Covered counts the first messages that Summary stands in for.
	Covered int    `json:"covered,omitempty"`
	Summary string `json:"summary,omitempty"`
	// Ceiling is the most characters that a result of the first Capped messages
	// may keep, the newest of them included; 0: no such limit was needed.
	Ceiling int `json:"ceiling,omitempty"`
	Capped  int `json:"capped,omitempty"`
}

// titleRunes is how much of the first request becomes a conversation's title.
const titleRunes = 50

// Title makes the title of a conversation out of its first request: its first
// 50 characters, with "..." when it was longer.
func Title(request string) string {
	runes := []rune(request)
	if len(runes) <= titleRunes {
		return request
	}
	return string(runes[:titleRunes]) + "..."
}
