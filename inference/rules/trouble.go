package rules

import (
	"strings"

	"github.com/deskhand/deskhand/agentcore/chat"
)

// trouble says plainly how a call failed, with no more than its result says.
func trouble(r result) string {
	told := told(r)
	switch {
	case r.status == chat.StatusDenied && r.code == chat.CodeDeniedAgain:
		return "The change was not approved the second time. Nothing more was changed."
	case r.status == chat.StatusDenied:
		return "Nothing was changed: the change was not approved."
	case r.kind == chat.ErrInterrupted:
		return "It was cut short, and I do not know how far it came. The history shows what was done."
	case r.status == chat.StatusCancelled:
		return "It was cancelled. The history shows what was done until then."
	case r.kind == chat.ErrTimeout:
		return "It took too long and was ended. " + told
	case r.status == chat.StatusBlocked:
		return "It was not done: " + told
	default:
		return "That did not work: " + told
	}
}

// told is what a failed result says, without the kind of failure before it.
func told(r result) string {
	text := strings.TrimSpace(r.text)
	text = strings.TrimPrefix(text, string(r.kind)+": ")
	text, _ = beginning(text, 600)
	if text == "" {
		return "the tool " + r.tool + " did not say why."
	}
	return text
}

// firstTrouble gives the first of some results that is not good.
func firstTrouble(results []result) (result, bool) {
	for _, r := range results {
		if r.status != chat.StatusOK {
			return r, true
		}
	}
	return result{}, false
}
