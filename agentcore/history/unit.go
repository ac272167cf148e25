package history

import "github.com/deskhand/deskhand/agentcore/chat"

// unitKind is what a unit holds.
type unitKind int

const (
	unitRequest unitKind = iota // a message of the user
	unitAnswer                  // an assistant message without calls
	unitRound                   // an assistant message with calls and all their results
)

// unit is an indivisible part of a conversation: a round is one unit, so that no call is
// separated from its result.
type unit struct {
	kind       unitKind
	turn       int            // the unit of the request that it belongs to; -1: none
	start, end int            // position in the stored conversation
	stored     []chat.Message // as stored, repaired
	view       []chat.Message // as a model sees it
	tokens     int            // of the view
}

// parse splits a conversation into units and repairs it: a call without a result gets one
// that says so; a result without its call, and messages never sent to models, are left
// out.
func parse(messages []chat.Message) []unit {
	var units []unit
	for at := 0; at < len(messages); {
		start := at
		end := start + 1
		for end < len(messages) && messages[end].Role == chat.RoleTool {
			end++
		}
		at = end
		switch m := messages[start]; m.Role {
		case chat.RoleUser:
			units = append(units, unit{kind: unitRequest, start: start, end: end, stored: messages[start : start+1]})
		case chat.RoleAssistant:
			units = append(units, assistantUnit(messages, start, end))
		default:
			if len(units) > 0 {
				units[len(units)-1].end = end
			}
		}
	}
	return units
}

func assistantUnit(messages []chat.Message, start, end int) unit {
	m := messages[start]
	if len(m.Calls) == 0 {
		return unit{kind: unitAnswer, start: start, end: end, stored: messages[start : start+1]}
	}
	stored := messages[start:end]
	if !inOrder(m.Calls, stored[1:]) {
		stored = append([]chat.Message{m}, resultsOf(m.Calls, stored[1:])...)
	}
	return unit{kind: unitRound, start: start, end: end, stored: stored}
}

// resultsOf pairs each call with its result, in the order of the calls.
func resultsOf(calls []chat.ToolCall, results []chat.Message) []chat.Message {
	waiting := map[string][]chat.Message{}
	for _, r := range results {
		waiting[r.CallID] = append(waiting[r.CallID], r)
	}
	out := make([]chat.Message, len(calls))
	for i, c := range calls {
		if of := waiting[c.ID]; len(of) > 0 {
			out[i], waiting[c.ID] = of[0], of[1:]
			continue
		}
		out[i] = chat.Message{
			Role: chat.RoleTool, CallID: c.ID, Tool: c.Name,
			Status: chat.StatusCancelled, Failure: chat.Failure{Class: chat.ErrInterrupted},
			Text: "interrupted: this call was not answered. It may have been carried out: look before you repeat it.",
		}
	}
	return out
}

// inOrder reports whether the results match the calls one by one.
func inOrder(calls []chat.ToolCall, results []chat.Message) bool {
	if len(calls) != len(results) {
		return false
	}
	for i, c := range calls {
		if results[i].CallID != c.ID {
			return false
		}
	}
	return true
}
