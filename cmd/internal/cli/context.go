package cli

import (
	"fmt"

	"github.com/deskhand/deskhand/app"
)

type contextCmd struct {
	Session string `help:"The conversation; default: the latest." placeholder:"ID"`
	JSON    bool   `name:"json" help:"Write the result as a line of JSON."`
}

// Run prints how a conversation divides the context window.
func (x *contextCmd) Run(c *Console) error {
	return c.stored(func(core *app.Controller) error {
		if _, err := core.WaitServers(c.ctx, serversUp); err != nil {
			return err
		}
		session := x.Session
		if session == "" {
			latest, err := core.LatestSession(c.ctx)
			if err != nil {
				return err
			}
			session = latest
		}
		use, err := core.Context(c.ctx, session)
		if err != nil {
			return err
		}
		parts := explained(use)
		if x.JSON {
			return c.line(parts)
		}
		return c.printUse(parts)
	})
}

// contextPart is a part of the context window and the source of its size.
type contextPart struct {
	Tokens int    `json:"tokens"`
	How    string `json:"how"`
}

// contextParts add up to a window, except for a small margin.
type contextParts struct {
	Window  contextPart `json:"window"`
	System  contextPart `json:"system"`
	Tools   contextPart `json:"tools"`
	History contextPart `json:"history"`
	Reserve contextPart `json:"reserve"`
	Free    contextPart `json:"free"`
}

// explained adds the source of each size.
func explained(u app.ContextUse) contextParts {
	window := "what " + u.Model + " is given: " + lengthWords(u.WindowFrom) + ", capped at budget.window"
	tools := fmt.Sprintf("the definitions of %d tools, %s", u.Offered, counted(u))
	if u.Rules {
		window = "budget.default_window, because the built-in rules answer and have no limit of their own"
		tools = fmt.Sprintf("the built-in rules need no definitions of their %d tools", u.Offered)
	}
	return contextParts{
		Window:  contextPart{u.Window, window},
		System:  contextPart{u.System, "the fixed instructions, " + counted(u)},
		Tools:   contextPart{u.Tools, tools},
		History: contextPart{u.History, fmt.Sprintf("%d of %d messages, %s", min(u.Shown, u.Messages), u.Messages, counted(u))},
		Reserve: contextPart{u.Reserve, "reserved for the answer"},
		Free:    contextPart{u.Free, fmt.Sprintf("free, after a margin of %d", app.ContextMargin)},
	}
}

func counted(u app.ContextUse) string {
	if u.Ratio > 0 {
		return fmt.Sprintf("counted by a tokenizer, times %.2f as %s reports", u.Ratio, u.Model)
	}
	return "counted by a tokenizer or by characters, whichever is more"
}

func (c *Console) printUse(use contextParts) error {
	for _, row := range []struct {
		name string
		part contextPart
	}{
		{"window", use.Window},
		{"system", use.System},
		{"tools", use.Tools},
		{"history", use.History},
		{"reserve", use.Reserve},
		{"free", use.Free},
	} {
		if _, err := fmt.Fprintf(c.out, "%-8s %6d  %s\n", row.name, row.part.Tokens, row.part.How); err != nil {
			return err
		}
	}
	return nil
}
