package rules

import (
	"fmt"
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

// tidy proposes, applies unless only a proposal was wanted, and tells the
// receipt.
func (t *turn) tidy() chat.Reply {
	places := t.places()
	surveyed := 0 // proposals that were only asked for to choose by them
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
		return say(trouble(last))
	}
	p, ok := dataOf[plan.Summary](last)
	if !ok {
		return say("I could not make out the proposal, so nothing was changed.")
	}
	if p.Ready == 0 || t.req.Proposal {
		return say(proposalWords(p))
	}
	return t.apply(p)
}

func (t *turn) propose(places []string) chat.Reply {
	if len(places) == 0 {
		return say("Which folder shall I tidy?")
	}
	return t.call(toolPropose, plan.ProposeRequest{Paths: places, Into: t.into, Template: t.template})
}

// goAhead carries out what was proposed last and not applied since.
func (t *turn) goAhead() chat.Reply {
	for i, past := range slices.Backward(t.past) {
		req := intent.Parse(past.text, t.scene.Roots...).On(t.today)
		proposed := past.results
		if needsReading(req) {
			proposed = withoutSurvey(req, proposed)
		}
		for _, r := range slices.Backward(proposed) {
			if r.tool == toolApply && r.status == chat.StatusOK {
				return say(nothingProposed)
			}
			if p, ok := dataOf[plan.Summary](r); ok && r.tool == toolPropose && r.status == chat.StatusOK && p.Ready > 0 {
				return t.apply(p)
			}
			d, ok := dataOf[files.Duplicates](r)
			if !ok || r.tool != toolDuplicates || req.Do != intent.Dedupe || i != len(t.past)-1 {
				continue
			}
			at := t.before(past, req)
			switch spare := at.spareOf(d); {
			case len(spare) == 0 || len(at.left()) > 0:
			case at.into != "":
				return t.setAside(spare, at.into)
			default:
				return t.trashAll(spare)
			}
		}
		if i == len(t.past)-1 && req.Do == intent.Trash && needsReading(req) && !req.Proposal {
			at := t.before(past, req)
			if meant, _, ok := at.chosen(); ok && len(at.left()) == 0 {
				return t.trashAll(pathsOf(meant))
			}
		}
	}
	return say(nothingProposed)
}

// before is a turn before this one as it was.
func (t *turn) before(past pastTurn, req intent.Request) *turn {
	at := &turn{scene: t.scene, tools: t.tools, text: past.text, req: req, results: past.results}
	at.resolve(t.home)
	return at
}

const nothingProposed = "There is nothing proposed that I could carry out. Say which folder I shall tidy."

// needsReading reports whether files had to be read to know which are meant.
func needsReading(req intent.Request) bool {
	return slices.ContainsFunc(slices.Concat(req.Files.Only, req.Files.Except), intent.Pick.NeedsReading)
}

// withoutSurvey returns the results without the proposal that was only made to
// choose files by what they say: nobody was offered it.
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

// apply carries a proposal out, once, and tells how that went.
func (t *turn) apply(p plan.Summary) chat.Reply {
	done := t.answers(toolApply)
	if len(done) == 0 {
		return t.call(toolApply, plan.ApplyRequest{PlanID: p.ID})
	}
	last := done[len(done)-1]
	if last.status != chat.StatusOK {
		return say(trouble(last))
	}
	r, ok := dataOf[plan.Receipt](last)
	if !ok {
		return say("The tool answered, but gave no receipt that I could read. The history shows what was done.")
	}
	return say(receiptWords(r, p))
}

// proposalWords tells a proposal that was not carried out.
func proposalWords(p plan.Summary) string {
	var b strings.Builder
	if p.Ready == 0 {
		fmt.Fprintf(&b, "I looked at %s and would rename none of them. Nothing was changed.\n", count(p.Files, "file", "files"))
	} else {
		fmt.Fprintf(&b, "I looked at %s and would rename %d. Nothing was changed.\n\n", count(p.Files, "file", "files"), p.Ready)
		b.WriteString(bullets(readyRows(p), p.Ready, shown))
	}
	rest(&b, p)
	if p.Ready > 0 {
		b.WriteString("\nSay \"do it\" to have it done.")
	}
	return b.String()
}

// readyRows are the ready items that are listed, a line each.
func readyRows(p plan.Summary) []string {
	var rows []string
	for _, it := range p.Items {
		if it.Status == plan.StatusReady {
			rows = append(rows, filename.Shown(it.From)+" → "+filename.Shown(it.To))
		}
	}
	return rows
}

// otherRows are the other items that are listed.
func otherRows(p plan.Summary) []string {
	var rows []string
	for _, it := range p.Items {
		switch {
		case it.Status == plan.StatusReady:
		case it.To == it.From:
			rows = append(rows, strings.TrimSuffix(filename.Shown(it.From)+" keeps its name: "+plan.English(it.Reasons), ": "))
		default:
			rows = append(rows, filename.Shown(it.From)+" → "+filename.Shown(it.To)+" (to look at)")
		}
	}
	return rows
}

// rest tells of the files that are not ready.
func rest(b *strings.Builder, p plan.Summary) {
	var parts []string
	if p.Review > 0 {
		parts = append(parts, count(p.Review, "file is", "files are")+" for you to look at")
	}
	if p.Skip > 0 {
		parts = append(parts, count(p.Skip, "keeps its name", "keep their names"))
	}
	if len(parts) > 0 {
		b.WriteString("\n" + strings.Join(parts, ", ") + ":\n\n" + bullets(otherRows(p), p.Review+p.Skip, shown))
	}
	if p.Deeper > 0 {
		fmt.Fprintf(b, "\n%s in subfolders not looked into. Say \"including subfolders\" to have that done.\n", count(p.Deeper, "file was", "files were"))
	}
}

// receiptWords tells a receipt. The pairs of the proposal count as done only when as
// many were renamed as were ready and none failed.
func receiptWords(r plan.Receipt, p plan.Summary) string {
	var b strings.Builder
	fmt.Fprintf(&b, "Renamed %s.", count(r.Moved, "file", "files"))
	if r.Failed > 0 {
		fmt.Fprintf(&b, " %d could not be renamed.", r.Failed)
	}
	if r.Stopped {
		b.WriteString(" It was stopped before the end.")
	}
	fmt.Fprintf(&b, " %d in, %d out, %d contents changed.\n\n", r.FilesIn, r.FilesOut, r.ContentsChanged)
	if r.Failed == 0 && !r.Stopped && r.Moved == p.Ready {
		b.WriteString(bullets(readyRows(p), p.Ready, shown))
	}
	rest(&b, p)
	b.WriteString(undoHint)
	return b.String()
}
