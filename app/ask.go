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
)

// AskRequest is one request to the assistant.
type AskRequest struct {
	Prompt string
	// Paths are the folders and files that are opened to it; "this folder" is
	// the first.
	Paths []string
	// Resources are read first, and what they say stands before the request is
	// answered.
	Resources []Resource
	// Session goes on with a conversation; Continue with the latest one.
	Session  string
	Continue bool
	// Models are asked in place of the chain; NoModel alone: the built-in rules.
	Models []string
	// NoWait goes without the servers that are not up at once.
	NoWait bool
	// AllowChanges lets a request change files that reads like one which only
	// wants to look: the person said so.
	AllowChanges bool
}

// serversUp is how long a request waits for the servers before it goes without
// those that are not up.
const serversUp = 10 * time.Second

// Ask takes one request through a turn. It waits for the servers first; one that
// is not up is left out with a Warning.
func (c *Controller) Ask(ctx context.Context, req AskRequest, emit func(event.Event)) (agentcore.Outcome, error) {
	paths, err := absolute(req.Paths)
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

// excluded is what a request excludes, with what was asked for before.
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

// scene is what a request is made in: the first of what is opened is "this
// folder".
func (c *Controller) scene(opened []string) chat.Scene {
	s := chat.Scene{Roots: opened, Now: c.now()}
	if len(opened) > 0 {
		s.Focus = opened[0]
	}
	return s
}

// ErrNoConversation means that there is no conversation to go on with.
var ErrNoConversation = errors.New("there is no such conversation")

// conversation finds the one to go on with, or starts one.
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

// begin starts a conversation under the first of the ids that is not taken: their
// random part is short, and two conversations can start within one second.
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
