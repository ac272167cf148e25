package rules

import (
	"slices"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/intent"
)

// inTurn does the first of two requests, then the second if the first was done. Equal
// results always give the same reply: those of the first request are the fewest after
// which it makes no more calls.
func (t *turn) inTurn(m *Model) chat.Reply {
	first, then := t.req, *t.req.Then
	first.Then = nil
	for n := range len(t.results) + 1 {
		reply := t.part(first, t.results[:n]).reply(m)
		if len(reply.Calls) > 0 && n < len(t.results) {
			continue
		}
		if len(reply.Calls) > 0 {
			return reply
		}
		if !slices.ContainsFunc(t.results[:n], result.changed) {
			reply.Text += "\n\n" + t.in.text("rest_not_done")
			return reply
		}
		second := t.part(then, t.results[n:]).reply(m)
		second.Text = reply.Text + "\n\n" + second.Text
		return second
	}
	return chat.Reply{} // unreachable
}

// part returns the turn as if one of its requests was the only one.
func (t *turn) part(req intent.Request, results []result) *turn {
	p := &turn{scene: t.scene, tools: t.tools, today: t.today, home: t.home, in: t.in, past: t.past, req: req.On(t.today), results: results}
	p.resolve(t.home)
	return p
}

// reply returns the model's reply, with the exclusions of the request.
func (t *turn) reply(m *Model) chat.Reply {
	reply := m.reply(t)
	if len(reply.Calls) > 0 || t.req.Then != nil {
		return reply
	}
	reply.Left = slices.Concat(t.req.Left, t.stray)
	if len(t.leftOut) > 0 && t.req.Do.Changes() {
		reply.Text += "\n\n" + t.leftOutWords()
		reply.LeftOut = pathsOf(t.leftOut)
	}
	if len(t.unsure) > 0 {
		reply.Text += "\n\n" + t.unsureWords()
	}
	return reply
}

// changed reports whether a tool changed files.
func (r result) changed() bool {
	return r.status == chat.StatusOK && slices.Contains([]string{toolApply, toolMove, toolCopy, toolTrash}, r.tool)
}
