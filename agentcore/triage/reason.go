package triage

import (
	"fmt"
	"strings"

	"github.com/deskhand/deskhand/agentcore/plan"
)

// because gives an item its reasons, and the words that the plan format has for
// them.
func because(item plan.Item, reasons ...plan.Reason) plan.Item {
	item.Reasons = reasons
	item.Why = reasonWords(item)
	return item
}

// reasonWords says the reasons of an item: what its name rests on, then what is to
// be looked at.
func reasonWords(item plan.Item) string {
	var basis, look []string
	for _, r := range item.Reasons {
		switch words := reasonWord(r, item); r.Code {
		case plan.ReasonRead, plan.ReasonChosen, plan.ReasonSeries, plan.ReasonSame, plan.ReasonByPerson, plan.ReasonNothing:
			basis = append(basis, words)
		default:
			look = append(look, words)
		}
	}
	words := strings.Join(basis, ", ")
	if len(look) > 0 {
		words += ". To look at: " + strings.Join(look, "; ")
	}
	return words
}

func reasonWord(r plan.Reason, item plan.Item) string {
	switch r.Code {
	case plan.ReasonRead:
		return fmt.Sprintf("%s “%s”%s", r.Field, r.Text, onPage(r.Page))
	case plan.ReasonUncertain:
		return fmt.Sprintf("the %s is not certain", r.Field)
	case plan.ReasonDoubted:
		return item.Fields[r.Field].Doubt
	}
	return map[plan.ReasonCode]string{
		plan.ReasonChosen:     "Its name looks like one that somebody chose, so it keeps it.",
		plan.ReasonSeries:     "It is named like others in its folder, so it keeps its name.",
		plan.ReasonSame:       "It is named like this already.",
		plan.ReasonByPerson:   "You named it.",
		plan.ReasonNoIssuer:   "who issued it was not found",
		plan.ReasonNoDate:     "its date was not found",
		plan.ReasonTooLittle:  "nothing else is known of it",
		plan.ReasonNumberOnly: "only a date and a number are known of it",
		plan.ReasonSeen:       "a model looked at the picture, which could not be read",
		plan.ReasonLosesWords: "no word of its present name is in the new one",
		plan.ReasonNothing:    "Nothing sure was found in it, so it keeps its name.",
	}[r.Code]
}

func onPage(page int) string {
	if page == 0 {
		return ""
	}
	return fmt.Sprintf(" on page %d", page)
}

// readFrom is the reason that a field gives.
func readFrom(name string, f plan.Field) plan.Reason {
	return plan.Reason{Code: plan.ReasonRead, Field: name, Text: sentenceOr(f.Evidence.Text, f.Value), Page: f.Evidence.Page}
}
