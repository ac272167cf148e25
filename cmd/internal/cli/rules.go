package cli

import (
	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/cmd/internal/cli/termtext"
)

type rulesCmd struct {
	List   listRules  `cmd:"" default:"withargs" help:"List your rules, with their numbers. The first that holds for a document counts."`
	Add    addRule    `cmd:"" help:"Keep a rule, above the others."`
	Remove removeRule `cmd:"" aliases:"delete" help:"Take one away."`
}

type listRules struct {
	JSON bool `name:"json" help:"Write each entry as a line of JSON."`
}

// Run lists the rules.
func (l *listRules) Run(c *Console) error {
	return c.stored(func(core *app.Controller) error {
		rules, err := core.Rules().List(), c.ctx.Err()
		for i := 0; err == nil && i < len(rules); i++ {
			if r := rules[i]; l.JSON {
				err = c.line(chat.Rule{When: r.When, Name: r.Name, Into: r.Into})
			} else {
				err = termtext.Tell(c.out, "%d  %s\n", i+1, visible(ruleLine(r)))
			}
		}
		return err
	})
}

// ruleLine says a rule.
func ruleLine(r app.Rule) string {
	line := r.When
	if r.Name != "" {
		line += ": named " + r.Name
	}
	if r.Into != "" {
		line += ": into " + r.Into
	}
	return line
}

type addRule struct {
	When string `arg:"" help:"Which documents, such as \"issuer ~ 'Stadtwerke' and amount < 500\"."`
	Name string `help:"Template of their names, such as \"{date} Strom {amount}\"."`
	Into string `help:"Folder below the one that the files go to, such as \"Energy/{year}\"."`
}

// Run keeps a rule.
func (a *addRule) Run(c *Console) error {
	return c.stored(func(core *app.Controller) error { return core.Rules().Add(c.ctx, a.When, a.Name, a.Into) })
}

type removeRule struct {
	Number int `arg:"" help:"The number of the rule in the list."`
}

// Run takes a rule away.
func (r *removeRule) Run(c *Console) error {
	return c.stored(func(core *app.Controller) error { return core.Rules().Remove(c.ctx, r.Number-1) })
}
