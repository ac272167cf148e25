package naming

import (
	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/cmd/internal/cli/serverwords"
	"github.com/deskhand/deskhand/cmd/internal/cli/termtext"
)

// Rules is the verb rules.
type Rules struct {
	List   listRules  `cmd:"" default:"withargs" help:"List your rules, with their numbers. The first that holds for a document counts."`
	Add    addRule    `cmd:"" help:"Keep a rule, above the others."`
	Remove removeRule `cmd:"" aliases:"delete" help:"Take one away."`
}

type listRules struct {
	JSON bool `name:"json" help:"Write each entry as a line of JSON."`
}

// Run lists the rules.
func (l *listRules) Run(c Console) error {
	return c.Stored(func(core *app.Controller) error {
		rules, err := core.Rules().List(), c.Context.Err()
		if err == nil && len(rules) == 0 && !l.JSON {
			return termtext.Tell(c.Errs, "%s\n", `There are no rules yet. Add one with, for example: deskhand rules add "kind = 'invoice'" --into "Invoices/{year}"`)
		}
		for i := 0; err == nil && i < len(rules); i++ {
			if r := rules[i]; l.JSON {
				err = c.Line(chat.Rule{When: r.When, Name: r.Name, Into: r.Into})
			} else {
				err = termtext.Tell(c.Out, "%d  %s\n", i+1, serverwords.Visible(ruleLine(r)))
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
func (a *addRule) Run(c Console) error {
	return c.Stored(func(core *app.Controller) error { return core.Rules().Add(c.Context, a.When, a.Name, a.Into) })
}

type removeRule struct {
	Number int `arg:"" help:"The number of the rule in the list."`
}

// Run takes a rule away.
func (r *removeRule) Run(c Console) error {
	return c.Stored(func(core *app.Controller) error { return core.Rules().Remove(c.Context, r.Number-1) })
}
