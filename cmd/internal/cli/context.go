package cli

import (
	"fmt"

	"github.com/deskhand/deskhand/app"
)

type contextCmd struct {
	Session string `help:"Of this conversation instead of the latest." placeholder:"ID"`
	JSON    bool   `name:"json" help:"Write it as a line of JSON."`
}

// Run tells how a conversation divides the context window.
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
		if x.JSON {
			return c.line(use)
		}
		return c.printUse(use)
	})
}

func (c *Console) printUse(use app.ContextUse) error {
	for _, row := range []struct {
		name string
		part app.ContextPart
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
