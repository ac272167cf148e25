package chat

import (
	"fmt"
	"strings"

	"github.com/deskhand/deskhand/agentcore/event"
	"github.com/deskhand/deskhand/ui/inert"
	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/views/kit"
)

// noticeWords describe an event that is not an answer; "" if it is not worth a line.
func noticeWords(body event.Body) (words string, grave bool) {
	switch e := body.(type) {
	case event.ModelChanged:
		return kit.HopWords(e), false
	case event.Retrying:
		return locale.L("Retrying {{.Model}} (attempt {{.Attempt}}): {{.Why}}", "Model", e.Model, "Attempt", e.Attempt, "Why", kit.FaultWords(e.Fault, e.Address, e.Why)), false
	case event.Compacted:
		return locale.L("Older messages were shortened for the model ({{.Before}} became {{.After}}). You still see everything.",
			"Before", tokens(e.Before), "After", tokens(e.After)), false
	case event.Warning:
		return kit.WarningWords(e.Warning), false
	}
	return "", false
}

// answererWords return the display name of a model.
func answererWords(model string) string {
	if model == "" || model == kit.RulesModel {
		return locale.L("Built-in rules")
	}
	return inert.Line(model)
}

// tokens formats a number of tokens: 950, 3.1k, 32k.
func tokens(n int) string {
	k := float64(n) / 1024
	switch {
	case n < 1000:
		return fmt.Sprint(n)
	case k < 9.95:
		return locale.L("{{.N}}k", "N", strings.TrimSuffix(fmt.Sprintf("%.1f", k), ".0"))
	}
	return locale.L("{{.N}}k", "N", fmt.Sprintf("%.0f", k))
}

// endWords say why a turn ended without a proper answer.
func endWords(reason event.Reason) string {
	return endings.Of(reason)
}

// endings are the ends of a turn that are shown.
var endings = locale.Table[event.Reason]{
	event.ReasonCancelled: "Stopped",
	event.ReasonBudget:    "This conversation got too long, so earlier parts were summarized. Continue or start a new one.",
	event.ReasonRounds:    "This took too many steps. Say “continue” to go on.",
	event.ReasonLoop:      "It kept repeating itself, so it was stopped. Try saying it differently.",
	event.ReasonEmpty:     "The model gave no answer. Try again, or choose another model.",
	event.ReasonError:     "Something went wrong, so this wasn't finished. Try again.",
}
