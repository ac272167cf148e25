package chat

import (
	"fmt"
	"strings"

	"github.com/deskhand/deskhand/agentcore/event"
	"github.com/deskhand/deskhand/ui/inert"
	"github.com/deskhand/deskhand/ui/views/kit"
)

// asideWords puts into words what happened beside an answer; "": it is not worth
// a line.
func asideWords(body event.Body) (words string, grave bool) {
	switch e := body.(type) {
	case event.ModelChanged:
		return kit.HopWords(e), false
	case event.Retrying:
		return fmt.Sprintf("%s is asked again (%s time): %s", e.Model, ordinal(e.Attempt), inert.Line(e.Why)), false
	case event.Compacted:
		return fmt.Sprintf("Older parts were shortened for the model: %s became %s. Nothing is lost here.",
			tokens(e.Before), tokens(e.After)), false
	case event.Warning:
		if e.Code == event.WarningServerChanged {
			return inert.Text(e.Text) + " Look at it on the page Servers.", false
		}
		return inert.Text(e.Text), false
	}
	return "", false
}

// answererWords names a model for the person.
func answererWords(model string) string {
	if model == "" || model == kit.RulesModel {
		return "Basic mode: built-in rules"
	}
	return inert.Line(model)
}

func ordinal(n int) string {
	switch {
	case n%10 == 1 && n%100 != 11:
		return fmt.Sprintf("%dst", n)
	case n%10 == 2 && n%100 != 12:
		return fmt.Sprintf("%dnd", n)
	case n%10 == 3 && n%100 != 13:
		return fmt.Sprintf("%drd", n)
	}
	return fmt.Sprintf("%dth", n)
}

// tokens says an amount of context shortly: 950, 3.1k, 32k.
func tokens(n int) string {
	k := float64(n) / 1024
	switch {
	case n < 1000:
		return fmt.Sprint(n)
	case k < 9.95:
		return strings.TrimSuffix(fmt.Sprintf("%.1f", k), ".0") + "k"
	}
	return fmt.Sprintf("%.0fk", k)
}

// endWords says why a turn ended without a proper answer.
func endWords(reason event.Reason) string {
	switch reason {
	case event.ReasonCancelled:
		return "Stopped"
	case event.ReasonBudget:
		return "This chat's memory was full, so it was summed up here. Ask on, or begin a new conversation."
	case event.ReasonRounds:
		return "It took more steps than one request may. Ask on to let it continue."
	case event.ReasonLoop:
		return "It was going round in circles, so it was ended. Say it in other words."
	case event.ReasonEmpty:
		return "The model gave no answer. Ask again, or choose another model."
	case event.ReasonError:
		return "Something went wrong, so this was not finished. Ask again."
	}
	return ""
}
