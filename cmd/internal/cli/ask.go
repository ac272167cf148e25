package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/deskhand/deskhand/agentcore/event"
	"github.com/deskhand/deskhand/agentcore/wire/elicit"
	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/cmd/internal/cli/arguments"
	"github.com/deskhand/deskhand/cmd/internal/cli/serverform"
	"github.com/deskhand/deskhand/cmd/internal/cli/termtext"
	"github.com/deskhand/deskhand/cmd/internal/cli/turns"
)

type askCmd struct {
	Prompt   string     `arg:"" help:"What you want."`
	In       []path     `help:"A file or folder that the assistant may use; the first is \"this folder\"." placeholder:"PATH"`
	Session  string     `help:"Continue this conversation." placeholder:"ID" xor:"session"`
	Continue bool       `help:"Continue the latest conversation." xor:"session"`
	Approve  string     `help:"Approve changes: none, all, or ask (the default at a terminal)." enum:"none,all,ask,auto" default:"auto"`
	Send     []string   `name:"allow-send" help:"Let this server receive what was read here, for this run; repeatable. --approve all does not include it." placeholder:"SERVER" sep:"none"`
	JSON     bool       `name:"json" help:"Write every event as a line of JSON."`
	Model    modelNames `help:"The models to use, in order, separated by commas; none: only the built-in rules." placeholder:"A,B"`
}

// Check rejects an empty request.
func (a *askCmd) Check() error {
	if strings.TrimSpace(a.Prompt) == "" {
		return errors.New("say what you want, in quotation marks")
	}
	return nil
}

// Run runs one request as a turn.
func (a *askCmd) Run(c *Console) error {
	if err := allThere(a.In); err != nil {
		return err
	}
	return c.stored(func(core *app.Controller) error { return a.turn(c, core) })
}

func (a *askCmd) turn(c *Console, core *app.Controller) error {
	if err := knownServers(c, core, a.Send); err != nil {
		return err
	}
	emit := c.events(a.JSON)
	if !a.JSON {
		emit = (&speaker{c: c, next: emit, thinking: map[int]bool{}}).speak
	}
	ctx := app.WithAllowSend(app.WithConfirmer(c.ctx, a.confirmer(c)), a.Send)
	req := app.AskRequest{Prompt: a.Prompt, Paths: arguments.Texts(a.In), Session: a.Session, Continue: a.Continue, Models: a.Model}
	var told turns.Calls
	outcome, err := core.Ask(ctx, req, func(e event.Event) { told.Note(e); emit(e) })
	if err != nil {
		return err
	}
	switch outcome.Reason {
	case event.ReasonNoModel:
		if offer := core.ModelOffer(c.ctx); offer != "" {
			_ = termtext.Tell(c.errs, "%s\n", offerWords(offer))
		}
		return ended{exitFailed, ""} // the answer says what was not understood
	case event.ReasonError:
		return outcome.Err
	case event.ReasonCancelled:
		return context.Canceled
	}
	switch {
	case told.NotApproved():
		return ended{exitRefused, ""} // the answer said so
	case told.NothingToUndo:
		return ended{exitFailed, ""}
	}
	return nil
}

// confirmer answers the guard's questions according to --approve.
func (a *askCmd) confirmer(c *Console) app.Confirmer {
	switch {
	case a.Approve == "all":
		return hinting{app.AllowAll{}, c}
	case a.Approve == "ask", a.Approve == "auto" && c.interactive() && !a.JSON:
		return terminal{c}
	}
	return hinting{app.DenyAll{}, c}
}

// terminal asks the user at the terminal.
type terminal struct{ c *Console }

// Confirm shows the effect and waits for an answer.
func (t terminal) Confirm(ctx context.Context, q app.Question) (app.Answer, error) {
	question := t.put(q)
	answered := make(chan app.Answer, 1)
	// A read from the terminal cannot be cancelled: it ends with the program.
	go func() {
		if said := t.c.answer(question); q.Sends {
			answered <- sendAnswer(said)
		} else {
			answered <- answerOf(said, q.Folder)
		}
	}()
	select {
	case answer := <-answered:
		return answer, nil
	case <-ctx.Done():
		return app.Answer{}, ctx.Err()
	}
}

// Elicit puts a server's question to the user.
func (t terminal) Elicit(ctx context.Context, q elicit.Question) elicit.Answer {
	tells := func(format string, words ...any) { _ = termtext.Tell(t.c.errs, format, words...) }
	return serverform.Terminal{Tell: tells, Ask: t.c.asTyped, Visible: visible}.Elicit(ctx, q)
}

// put prints what is asked about and returns the question.
func (t terminal) put(q app.Question) string {
	if q.Sends {
		_ = termtext.Tell(t.c.errs, "%s", sendWords(q))
		return fmt.Sprintf("Send it with %s? [y: once, r: always let %s receive what was read here, N: no] ",
			visible(q.Tool), visible(q.Spec.Server))
	}
	t.show(q)
	choices := "y: once, c: for the rest of this conversation"
	if q.Folder != "" {
		choices += ", a: always in " + visible(q.Folder)
	}
	return fmt.Sprintf("%s? [%s, N: no] ", effectWords(q), choices)
}

// show prints the full effect. Invisible characters in names are escaped.
func (t terminal) show(q app.Question) {
	if !q.Spec.Own {
		_ = termtext.Tell(t.c.errs, "%s is a tool of %s, a server that is not part of Deskhand.\n", visible(q.Tool), visible(q.Spec.Server))
	}
	for _, e := range q.Preview.Effect {
		line := "  " + visible(e.From) + "\n  → " + visible(e.To)
		if e.From == "" {
			line = "  new: " + visible(e.To)
		}
		if words := changeNote(e); words != "" {
			line += " (" + words + ")"
		}
		_ = termtext.Tell(t.c.errs, "%s\n", line)
	}
}

// answerOf parses an answer. Anything but a clear yes is a no.
func answerOf(said, folder string) app.Answer {
	answer := app.Answer{By: "person"}
	switch {
	case agrees(said):
		answer.Allowed, answer.Scope = true, app.Once
	case said == "c":
		answer.Allowed, answer.Scope = true, app.ForConversation
	case said == "a" && folder != "":
		answer.Allowed, answer.Scope = true, app.InFolder
	}
	return answer
}
