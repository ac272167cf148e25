package app

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/deskhand/deskhand/agentcore"
	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/event"
	"github.com/deskhand/deskhand/agentcore/guard"
	"github.com/deskhand/deskhand/agentcore/intent"
	"github.com/deskhand/deskhand/agentcore/store"
	"github.com/deskhand/deskhand/app/access"
)

// AskRequest is one request to the assistant.
type AskRequest struct {
	Prompt string
	// Paths are the folders and files opened to it; the first is "this folder".
	Paths []string
	// Resources are read first; their contents precede the answer.
	Resources []Resource
	// Session continues a conversation; Continue the latest one.
	Session  string
	Continue bool
	// Models replace the chain; NoModel alone means the built-in rules.
	Models []string
	// NoWait proceeds without servers that are not up.
	NoWait bool
	// AllowChanges allows changes for a request that reads as look-only, since the user
	// said so.
	AllowChanges bool
}

// serversUp is how long a request waits for the servers before it proceeds without them.
const serversUp = 10 * time.Second

// Ask runs one request as a turn. It waits for the servers first; one that is not up is
// left out, with a Warning.
func (c *Controller) Ask(ctx context.Context, req AskRequest, emit func(event.Event)) (agentcore.Outcome, error) {
	paths, err := access.Absolute(req.Paths)
	if err != nil {
		return agentcore.Outcome{}, err
	}
	conversation, err := c.conversation(ctx, req)
	if err != nil {
		return agentcore.Outcome{}, err
	}
	free, err := c.turns.Lock(ctx, conversation.ID)
	defer free()
	if err != nil {
		return agentcore.Outcome{}, err
	}
	if conversation, err = c.known(ctx, conversation.ID); err != nil { // a turn may have ended meanwhile
		return agentcore.Outcome{}, err
	}
	if len(req.Models) > 0 {
		ctx = withChain(ctx, c.models.forCall(req.Models))
	}
	stream, end := c.open(conversation.ID, fmt.Sprintf("%s/%d", conversation.ID, conversation.Messages), c.keeping(ctx, conversation.ID, emit))
	defer end()
	patience := serversUp
	if req.NoWait {
		patience = 0
	}
	down, err := c.WaitServers(ctx, patience)
	if err != nil && !errors.Is(err, context.Canceled) {
		return agentcore.Outcome{}, err
	}
	for _, name := range down {
		stream.Emit(event.Warning{Warning: chat.Warning{Code: chat.WarningServerDown, Name: name}})
	}
	for _, name := range c.external.changed() {
		stream.Emit(event.Warning{Warning: chat.Warning{Code: chat.WarningServerChanged, Name: name}})
	}
	attached, err := c.host.Attached(req.Resources)
	if err != nil {
		return agentcore.Outcome{}, err
	}
	if !req.AllowChanges && intent.ReadOnly(req.Prompt) {
		ctx = guard.LookOnly(ctx)
	}
	excluded, err := c.excluded(ctx, conversation.ID, req.Prompt, paths)
	if err != nil {
		return agentcore.Outcome{}, err
	}
	ctx = guard.Excluding(ctx, excluded)
	sink := newReporting(stream, c.agent.Tools.Specs)
	return c.agent.Turn(ctx, agentcore.Input{Conversation: conversation.ID, Text: req.Prompt, Scene: c.scene(paths), Attached: attached}, sink), nil
}

// excluded returns what a request excludes, given the earlier requests.
func (c *Controller) excluded(ctx context.Context, conversation, prompt string, paths []string) ([]intent.Pick, error) {
	messages, err := c.store.Messages(ctx, conversation)
	var before []string
	for _, m := range slices.Backward(messages) {
		if m.Role == chat.RoleUser {
			before = append(before, m.Text)
		}
	}
	return intent.Excluded(prompt, before, paths...), err
}

// scene returns the scene of a request: the first opened folder is "this folder".
func (c *Controller) scene(opened []string) chat.Scene {
	s := chat.Scene{Roots: opened, Now: c.now()}
	if len(opened) > 0 {
		s.Focus = opened[0]
	}
	return s
}

// ErrNoConversation means that there is no conversation to continue.
var ErrNoConversation = errors.New("there is no such conversation")

// conversation returns the one to continue, or a new one.
func (c *Controller) conversation(ctx context.Context, req AskRequest) (chat.Conversation, error) {
	switch {
	case req.Session != "":
		return c.known(ctx, req.Session)
	case req.Continue:
		latest, err := c.store.Conversations(ctx, store.Filter{})
		if err != nil {
			return chat.Conversation{}, err
		}
		if len(latest) == 0 {
			return chat.Conversation{}, ErrNoConversation
		}
		return latest[0], nil
	}
	return c.begin(ctx, chat.Title(req.Prompt), newID(c.now))
}

// begin creates a conversation under the first free id: the random part of ids is short,
// and two conversations can start within one second.
func (c *Controller) begin(ctx context.Context, title string, ids func() string) (chat.Conversation, error) {
	for {
		fresh := chat.Conversation{ID: ids(), Title: title, Created: c.now()}
		err := c.store.CreateConversation(ctx, fresh.ID, fresh.Title, fresh.Created)
		if errors.Is(err, store.ErrExists) {
			continue
		}
		if err != nil {
			err = fmt.Errorf("start a conversation: %w", err)
		}
		return fresh, err
	}
}

func (c *Controller) known(ctx context.Context, id string) (chat.Conversation, error) {
	found, err := c.store.Conversation(ctx, id)
	if errors.Is(err, store.ErrNotFound) {
		return found, ErrNoConversation
	}
	return found, err
}
