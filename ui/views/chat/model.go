package chat

import (
	"context"

	"fyne.io/fyne/v2"

	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/views/kit"
	"github.com/deskhand/deskhand/ui/widgets"
)

// chooseModel lets the user choose, below o, which model answers from now on: all
// available ones, or those smaller than a model that failed.
func (c *Page) chooseModel(o fyne.CanvasObject, than string) {
	c.Frame.Work.Start(func(ctx context.Context) func() {
		models, err := c.backend.Models(ctx)
		return func() {
			if err != nil && len(models) == 0 {
				c.notice.Fail(kit.Explain(err, locale.L("Couldn't list the models.")))
				return
			}
			widgets.OpenMenu(o, c.modelChoices(models, than))
		}
	})
}

func (c *Page) modelChoices(models []app.Model, than string) []widgets.Choice {
	var limit int64
	for _, m := range models {
		if m.Name == than {
			limit = m.Size
		}
	}
	choice := func(words, model string) widgets.Choice {
		return widgets.Choice{Words: words, Chosen: c.model == model, Pick: func() { c.answerBy(model) }}
	}
	var choices []widgets.Choice
	if than == "" {
		choices = append(choices, choice(locale.L("In the order of the Models page"), ""))
	}
	for _, m := range models {
		switch {
		case m.Rules || m.Fault != "" || !m.Installed || m.Name == than:
		case limit > 0 && m.Size >= limit:
		default:
			choices = append(choices, choice(c.memory.answerer(m.Name), m.Name))
		}
	}
	return append(choices,
		choice(answererWords(kit.RulesModel), app.NoModel),
		widgets.Choice{Words: locale.L("Models…"), Pick: func() { c.Frame.Visit(kit.PageModels) }})
}

// answerBy selects a model; empty means those of the chain.
func (c *Page) answerBy(model string) {
	c.model = model
	c.memory.chosen = model
	if model == app.NoModel {
		c.memory.chosen = kit.RulesModel
	}
	c.memory.show(c.open)
	c.Frame.Focus(c.entry.words)
}
