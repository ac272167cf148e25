package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/store"
)

// ErrFormat means that the requested export format is unknown.
var ErrFormat = errors.New("a conversation is exported as md or json")

// Sessions returns the conversations, newest first.
func (c *Controller) Sessions(ctx context.Context, filter store.Filter) ([]chat.Conversation, error) {
	return c.store.Conversations(ctx, filter)
}

// EachSession calls visit for the conversations as they are found, newest first, until it
// returns false.
func (c *Controller) EachSession(ctx context.Context, filter store.Filter, visit func(chat.Conversation) bool) error {
	return c.store.EachConversation(ctx, filter, visit)
}

// Session returns a conversation with all its messages.
func (c *Controller) Session(ctx context.Context, id string) (chat.Conversation, []chat.Message, error) {
	found, err := c.known(ctx, id)
	if err != nil {
		return found, nil, err
	}
	messages, err := c.store.Messages(ctx, id)
	return found, messages, err
}

// Branch creates a conversation from the first turns of another one, which is unchanged.
// Grants for the old one do not apply to the new one.
func (c *Controller) Branch(ctx context.Context, id string, turns int) (chat.Conversation, error) {
	of, err := c.known(ctx, id)
	if err != nil {
		return of, err
	}
	fresh, err := c.begin(ctx, of.Title, newID(c.now))
	if err != nil {
		return fresh, err
	}
	if err := c.store.CopyTurns(ctx, id, fresh.ID, turns); err != nil {
		return chat.Conversation{}, errors.Join(noConversation(err), c.store.Delete(context.WithoutCancel(ctx), fresh.ID))
	}
	return c.known(ctx, fresh.ID)
}

// RenameSession changes the title of a conversation.
func (c *Controller) RenameSession(ctx context.Context, id, title string) error {
	return noConversation(c.store.Rename(ctx, id, title))
}

// DeleteSession removes a conversation with its texts. Its audit is kept.
func (c *Controller) DeleteSession(ctx context.Context, id string) error {
	return noConversation(c.store.Delete(ctx, id))
}

// DeleteAllSessions removes every conversation and returns how many there were.
func (c *Controller) DeleteAllSessions(ctx context.Context) (int, error) {
	return c.store.DeleteAll(ctx)
}

// FullResult returns the full text of a result of which the conversation keeps a part.
func (c *Controller) FullResult(ctx context.Context, handle string) (string, error) {
	const all = 1 << 30 // more than any result may have
	part, err := c.store.Full(ctx, handle, 0, all)
	return part.Text, err
}

// ExportSession writes a conversation to w: "md" for reading, "json" with everything.
func (c *Controller) ExportSession(ctx context.Context, id, format string, w io.Writer) error {
	found, messages, err := c.Session(ctx, id)
	if err != nil {
		return err
	}
	switch format {
	case "json":
		enc := json.NewEncoder(w)
		enc.SetIndent("", "  ")
		return enc.Encode(struct {
			chat.Conversation
			Transcript []chat.Message `json:"transcript"`
		}{found, messages})
	case "md":
		_, err := io.WriteString(w, markdown(found, messages))
		return err
	}
	return fmt.Errorf("%w, not as %q", ErrFormat, format)
}

// markdown formats a conversation for reading. Texts from files and tools are in fences
// that they cannot close.
func markdown(of chat.Conversation, messages []chat.Message) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n%s · %d messages\n", of.Title, of.Created.Local().Format("2 January 2006 15:04"), len(messages))
	for _, m := range messages {
		switch m.Role {
		case chat.RoleUser:
			fmt.Fprintf(&b, "\n## You\n\n%s\n", m.Text)
		case chat.RoleTool:
			fmt.Fprintf(&b, "\n**%s** (%s)\n\n%s", m.Tool, m.Status, fenced(m.Text))
		default:
			writeAnswer(&b, m)
		}
	}
	return b.String()
}

func writeAnswer(b *strings.Builder, m chat.Message) {
	if m.Text != "" {
		fmt.Fprintf(b, "\n## %s\n\n%s\n", m.Model, m.Text)
	}
	for _, call := range m.Calls {
		fmt.Fprintf(b, "\n→ %s\n\n%s", call.Name, fenced(string(call.Args)))
	}
}

func fenced(text string) string {
	fence := "```"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	return fmt.Sprintf("%s\n%s\n%s\n", fence, text, fence)
}

func noConversation(err error) error {
	if errors.Is(err, store.ErrNotFound) {
		return ErrNoConversation
	}
	return err
}
