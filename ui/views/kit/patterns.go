package kit

import (
	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/ui/widgets"
)

// PatternChoices returns the naming patterns to choose from, by example; the one with the
// template now is marked.
func PatternChoices(patterns []app.NamePattern, now string, pick func(app.NamePattern)) []widgets.Choice {
	choices := make([]widgets.Choice, len(patterns))
	for i, p := range patterns {
		choices[i] = widgets.Choice{Words: p.Example, Chosen: p.Template == now, Pick: func() { pick(p) }}
	}
	return choices
}
