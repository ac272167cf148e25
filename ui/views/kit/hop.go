package kit

import (
	"fmt"

	"github.com/deskhand/deskhand/agentcore/event"
	"github.com/deskhand/deskhand/ui/inert"
	"github.com/deskhand/deskhand/ui/locale"
)

// RulesModel is what the built-in rules are called among models.
const RulesModel = "rules"

// HopWords says which model stands in for which, and where one that is not here
// comes from. That only the rules are left of those that a call asked is a warning
// of its own.
func HopWords(e event.ModelChanged) string {
	to := e.To
	switch {
	case e.To == RulesModel && e.CallID != "":
		return ""
	case e.To == RulesModel:
		to = locale.L("the built-in rules")
	}
	words := fmt.Sprintf("%s → %s: %s", e.From, to, inert.Line(e.Why))
	if e.Missing {
		words += ". " + locale.L("You can download it on the Models page.")
	}
	return words
}
