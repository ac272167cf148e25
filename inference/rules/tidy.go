package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/deskhand/deskhand/agentcore/chat"
)

// The tools of the main job.
const (
	toolPropose = "triage_propose"
	toolApply   = "triage_apply"
)

// shown is how many pairs an answer lists.
const shown = 20

// tidy proposes, applies unless only a proposal was wanted, and tells the
// receipt.
func (t *turn) tidy() chat.Reply {
	if t.target != "" {
		return say("I give files names out of what they say. A name of your own can be typed into the plan before it is carried out: drop the file on the window, or ask me to tidy it.")
	}
	proposed := t.answers(toolPropose)
	if len(proposed) == 0 {
		return t.propose()
	}
	last := proposed[len(proposed)-1]
	if last.status != chat.StatusOK {
		return say(trouble(last))
	}
	p, ok := parseProposal(last.text)
	if !ok {
		return say("I could not make out the proposal, so nothing was changed.")
	}
	if p.ready == 0 || t.words.has(wordsForbidding) {
		return say(p.account())
	}
	return t.apply(p)
}

func (t *turn) propose() chat.Reply {
	places := t.places()
	if len(places) == 0 {
		return say("Which folder shall I tidy?")
	}
	args := map[string]any{"paths": places}
	if t.into != "" {
		args["into"] = t.into
	}
	return t.call(toolPropose, args)
}

// goAhead carries out what was proposed last and not applied since.
func (t *turn) goAhead() chat.Reply {
	for _, r := range slices.Backward(t.earlier) {
		if r.tool == toolApply && r.status == chat.StatusOK {
			break
		}
		if p, ok := parseProposal(r.text); ok && r.tool == toolPropose && r.status == chat.StatusOK && p.ready > 0 {
			return t.apply(p)
		}
	}
	return say("There is nothing proposed that I could carry out. Say which folder I shall tidy.")
}

// apply carries a proposal out, once, and tells how that went.
func (t *turn) apply(p proposal) chat.Reply {
	done := t.answers(toolApply)
	if len(done) == 0 {
		return t.call(toolApply, map[string]any{"plan_id": p.id})
	}
	last := done[len(done)-1]
	if last.status != chat.StatusOK {
		return say(trouble(last))
	}
	r, ok := parseReceipt(last.text)
	if !ok {
		return say("The tool answered, but gave no receipt that I could read. The history shows what was done.")
	}
	return say(r.account(p))
}

// account tells a proposal that was not carried out.
func (p proposal) account() string {
	var b strings.Builder
	if p.ready == 0 {
		fmt.Fprintf(&b, "I looked at %s and would rename none of them. Nothing was changed.\n", count(p.read, "file", "files"))
	} else {
		fmt.Fprintf(&b, "I looked at %s and would rename %d. Nothing was changed.\n\n", count(p.read, "file", "files"), p.ready)
		b.WriteString(bullets(p.pairs, shown))
	}
	p.rest(&b)
	if p.ready > 0 {
		b.WriteString("\nSay \"do it\" to have it done.")
	}
	return b.String()
}

// rest tells of the files that are not ready.
func (p proposal) rest(b *strings.Builder) {
	var parts []string
	if p.review > 0 {
		parts = append(parts, count(p.review, "file is", "files are")+" for you to look at")
	}
	if p.stay > 0 {
		parts = append(parts, count(p.stay, "keeps its name", "keep their names"))
	}
	if len(parts) > 0 {
		b.WriteString("\n" + strings.Join(parts, ", ") + ":\n\n" + bullets(p.others, shown))
	}
	if p.cut {
		b.WriteString("\nThe list was too long to be shown whole.\n")
	}
}

// account tells a receipt. The pairs of the proposal count as done only when as
// many were renamed as were ready and none failed.
func (r receipt) account(p proposal) string {
	var b strings.Builder
	fmt.Fprintf(&b, "Renamed %s.", count(r.moved, "file", "files"))
	if r.failed > 0 {
		fmt.Fprintf(&b, " %d could not be renamed.", r.failed)
	}
	if r.stopped {
		b.WriteString(" It was stopped before the end.")
	}
	fmt.Fprintf(&b, " %d in, %d out, %d contents changed.\n\n", r.in, r.out, r.changed)
	if r.failed == 0 && !r.stopped && r.moved == p.ready {
		b.WriteString(bullets(p.pairs, shown))
	}
	p.rest(&b)
	fmt.Fprintf(&b, "\nTo take it back, say \"undo\", or run: deskhand undo %s", r.batch)
	return b.String()
}
