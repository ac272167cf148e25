package naming

import (
	"fmt"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/cmd/internal/cli/serverwords"
	"github.com/deskhand/deskhand/cmd/internal/cli/termtext"
	"github.com/deskhand/deskhand/cmd/internal/cli/verb"
)

// Rules is the verb rules.
type Rules struct {
	List   listRules  `cmd:"" default:"withargs" help:"List your rules by number. The first match wins."`
	Add    addRule    `cmd:"" help:"Add a rule, before the others."`
	Remove removeRule `cmd:"" aliases:"delete" help:"Remove a rule."`
}

type listRules struct {
	JSON bool `name:"json" help:"Write each entry as a line of JSON."`
}

// Run lists the rules.
func (l *listRules) Run(c verb.Console) error {
	return c.Stored(func(core *app.Controller) error {
		var rules []chat.Rule
		for _, r := range core.Rules().List() {
			rules = append(rules, chat.Rule{When: r.When, Name: r.Name, Into: r.Into})
		}
		const none = `There are no rules yet. Add one with, for example: deskhand rules add "kind = 'invoice'" --into "Invoices/{year}"`
		n := 0
		return termtext.Print(termtext.List{Out: c.Out, Errs: c.Errs, JSON: l.JSON, None: none}, rules, func(r chat.Rule) string {
			n++
			return fmt.Sprintf("%d  %s", n, serverwords.Visible(ruleLine(r)))
		})
	})
}

// ruleLine says a rule.
func ruleLine(r chat.Rule) string {
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
	Into string `help:"Folder, relative to the target folder, such as \"Energy/{year}\"."`
}

// Run keeps a rule.
func (a *addRule) Run(c verb.Console) error {
	return c.Stored(func(core *app.Controller) error { return core.Rules().Add(c.Context, a.When, a.Name, a.Into) })
}

type removeRule struct {
	Number int `arg:"" help:"The number of the rule in the list."`
}

// Run takes a rule away.
func (r *removeRule) Run(c verb.Console) error {
	return c.Stored(func(core *app.Controller) error { return core.Rules().Remove(c.Context, r.Number-1) })
}
