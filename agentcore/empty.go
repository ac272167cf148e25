package agentcore

import (
	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/event"
)

// doneLength is the DoneReason of a reply that reached its limit.
const doneLength = "length"

// empty handles a reply without text and calls. One that reached its limit while thinking
// gets more room, once. Then the model is nudged, once, then asked for a summary.
func (t *turn) empty(reply chat.Reply) {
	switch {
	case reply.DoneReason == doneLength && !t.longer:
		t.longer = true
	case t.empties == 0:
		t.empties++
	default:
		t.conclude(event.ReasonEmpty)
		return
	}
	t.phase = phaseAsk
}

// nudge is the message after an empty answer. If tools were offered, the model probably
// wrote a malformed call.
func nudge(tools bool) chat.Message {
	text := "Your last answer was empty. Answer the request, or say what keeps you from it."
	if tools {
		text = "Your last answer was empty. If you meant to call a tool, the call was malformed: " +
			"call it again with its name as listed and its arguments as one JSON object. Else answer in words."
	}
	return chat.Message{Role: chat.RoleUser, Text: text}
}
