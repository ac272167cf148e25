package rules

import (
	"slices"
	"strings"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/filename"
	"github.com/deskhand/deskhand/agentcore/intent"
	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/wire/files"
)

// The tools of the main job.
const (
	toolPropose = "triage_propose"
	toolApply   = "triage_apply"
)

// shown is how many pairs an answer lists.
const shown = 20

// tidy proposes, applies unless only a proposal was requested, and describes the receipt.
func (t *turn) tidy() chat.Reply {
	places := t.places()
	surveyed := 0 // proposals made only to select files
	if t.isPicking() {
		meant, reply, ok := t.chosen()
		if !ok {
			return reply
		}
		places = pathsOf(meant)
		if needsReading(t.req) {
			surveyed = 1
		}
	}
	proposed := t.answers(toolPropose)
	if len(proposed) <= surveyed {
		return t.propose(places)
	}
	last := proposed[len(proposed)-1]
	if last.status != chat.StatusOK {
		return say(t.in.trouble(last))
	}
	p, ok := dataOf[plan.Summary](last)
	if !ok {
		return t.say("proposal_unreadable")
	}
	if p.Ready == 0 || t.req.Proposal {
		return say(t.in.proposalWords(p))
	}
	return t.apply(p)
}

func (t *turn) propose(places []string) chat.Reply {
	if len(places) == 0 {
		return t.say("which_folder_tidy")
	}
	return t.call(toolPropose, plan.ProposeRequest{Paths: places, Into: t.into, Template: t.template})
}

// goAhead carries out the last proposal that was not applied yet.
func (t *turn) goAhead() chat.Reply {
	for i, past := range slices.Backward(t.past) {
		req := intent.Parse(past.text, t.scene.Roots...).On(t.today)
		proposed := past.results
		if needsReading(req) {
			proposed = withoutSurvey(req, proposed)
		}
		for _, r := range slices.Backward(proposed) {
			if r.tool == toolApply && r.status == chat.StatusOK {
				return t.say("nothing_proposed")
			}
			if p, ok := dataOf[plan.Summary](r); ok && r.tool == toolPropose && r.status == chat.StatusOK && p.Ready > 0 {
				return t.apply(p)
			}
			d, ok := dataOf[files.Duplicates](r)
			if !ok || r.tool != toolDuplicates || req.Do != intent.Dedupe || i != len(t.past)-1 {
				continue
			}
			at := t.part(req, past.results)
			switch spare := at.spareOf(d); {
			case len(spare) == 0 || len(at.left()) > 0:
			case at.into != "":
				return t.setAside(spare, at.into)
			default:
				return t.trashAll(spare)
			}
		}
		if i == len(t.past)-1 && req.Do == intent.Trash && needsReading(req) && !req.Proposal {
			at := t.part(req, past.results)
			if meant, _, ok := at.chosen(); ok && len(at.left()) == 0 {
				return t.trashAll(pathsOf(meant))
			}
		}
	}
	return t.say("nothing_proposed")
}

// needsReading reports whether files had to be read to know which are meant.
func needsReading(req intent.Request) bool {
	return slices.ContainsFunc(slices.Concat(req.Files.Only, req.Files.Except), intent.Pick.NeedsReading)
}

// withoutSurvey returns the results without the proposal that was made only to select
// files: the user was not offered it.
func withoutSurvey(req intent.Request, all []result) []result {
	at := slices.IndexFunc(all, func(r result) bool { return r.tool == toolPropose })
	if at < 0 {
		return all
	}
	if req.Do != intent.Tidy {
		return nil
	}
	return all[at+1:]
}

// apply carries out a proposal, once, and describes the result.
func (t *turn) apply(p plan.Summary) chat.Reply {
	done := t.answers(toolApply)
	if len(done) == 0 {
		return t.call(toolApply, plan.ApplyRequest{PlanID: p.ID})
	}
	last := done[len(done)-1]
	if last.status != chat.StatusOK {
		return say(t.in.trouble(last))
	}
	r, ok := dataOf[plan.Receipt](last)
	if !ok {
		return t.say("no_receipt")
	}
	return say(t.in.receiptWords(r, p))
}

// proposalWords describe a proposal that was not carried out.
func (s *speech) proposalWords(p plan.Summary) string {
	var b strings.Builder
	if p.Ready == 0 {
		b.WriteString(s.count("would_rename_none", p.Files) + " " + s.text("nothing_changed") + "\n")
	} else {
		b.WriteString(s.count("would_rename", p.Files, "ready", p.Ready) + " " + s.text("nothing_changed") + "\n\n")
		b.WriteString(s.bullets(readyRows(p), p.Ready, shown))
	}
	s.rest(&b, p)
	if p.Ready > 0 {
		b.WriteString("\n" + s.text("say_do_it"))
	}
	return b.String()
}

// readyRows lists the ready items, one per line.
func readyRows(p plan.Summary) []string {
	var rows []string
	for _, it := range p.Items {
		if it.Status == plan.StatusReady {
			rows = append(rows, filename.Shown(it.From)+" → "+filename.Shown(it.To))
		}
	}
	return rows
}

// onlyMoved reports whether all ready files only change folders.
func onlyMoved(p plan.Summary) bool { return p.Moves > 0 && p.Moves == p.Ready }

// otherRows lists the other items.
func (s *speech) otherRows(p plan.Summary) []string {
	var rows []string
	for _, it := range p.Items {
		switch {
		case it.Status == plan.StatusReady:
		case it.To == it.From:
			rows = append(rows, s.keeps(it))
		default:
			rows = append(rows, filename.Shown(it.From)+" → "+filename.Shown(it.To)+" ("+s.text("to_look_at")+")")
		}
	}
	return rows
}

// rest describes the files that are not ready.
func (s *speech) rest(b *strings.Builder, p plan.Summary) {
	var parts []string
	if p.Review > 0 {
		parts = append(parts, s.count("for_you", p.Review))
	}
	if p.Skip > 0 {
		parts = append(parts, s.count("kept", p.Skip))
	}
	if len(parts) > 0 {
		b.WriteString("\n" + strings.Join(parts, ", ") + s.text("list_follows") + "\n\n" + s.bullets(s.otherRows(p), p.Review+p.Skip, shown))
	}
	if p.Deeper > 0 {
		b.WriteString("\n" + s.count("deeper", p.Deeper) + "\n")
	}
}

// receiptWords describe a receipt. The pairs of the proposal count as done only if as
// many were renamed as were ready and none failed.
func (s *speech) receiptWords(r plan.Receipt, p plan.Summary) string {
	var b strings.Builder
	done := "renamed"
	if onlyMoved(p) {
		done = "moved"
	}
	b.WriteString(s.count(done, r.Moved))
	if r.Failed > 0 {
		b.WriteString(" " + s.count("not_renamed", r.Failed))
	}
	if r.Stopped {
		b.WriteString(" " + s.text("stopped"))
	}
	b.WriteString(" " + s.text("counts", "in", r.FilesIn, "out", r.FilesOut, "changed", r.ContentsChanged) + "\n\n")
	if r.Failed == 0 && !r.Stopped && r.Moved == p.Ready {
		b.WriteString(s.bullets(readyRows(p), p.Ready, shown))
	}
	s.rest(&b, p)
	b.WriteString("\n" + s.text("undo_hint"))
	return b.String()
}
