package plan

import (
	"cmp"
	"slices"

	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/widgets"
)

// group is a common reason why files were not named.
type group string

const (
	groupDate    group = "date"
	groupIssuer  group = "issuer"
	groupOther   group = "other" // another field, or the name as a whole
	groupUnread  group = "unread"
	groupRetry   group = "retry" // it can be read later
	groupLeftOut group = "leftout"
	groupKept    group = "kept" // its present name is good, or it is left alone
)

// groups are all of them, in display order.
var groups = []group{groupDate, groupIssuer, groupOther, groupUnread, groupRetry, groupLeftOut, groupKept}

// groupOf returns why an item was not named.
func groupOf(it plan.Item) group {
	for _, r := range append(slices.Clone(it.Notes), it.Reasons...) {
		switch r.Code {
		case plan.ReasonLeftOut, plan.ReasonNotMeant:
			return groupLeftOut
		case plan.ReasonOnlineOnly, plan.ReasonBeingWritten, plan.ReasonCancelled, plan.ReasonUnread:
			return groupRetry
		case plan.ReasonUnreadable, plan.ReasonBroken, plan.ReasonEmpty, plan.ReasonOtherContent:
			return groupUnread
		}
	}
	switch doubted(it) {
	case plan.FieldDate:
		return groupDate
	case plan.FieldIssuer:
		return groupIssuer
	}
	switch {
	case slices.ContainsFunc(it.Reasons, func(r plan.Reason) bool { return noteWords(r) != "" }):
		return groupUnread
	case it.Status == plan.StatusSkip:
		return groupKept
	}
	return groupOther
}

func (g group) words() string {
	return cmp.Or(groupWords.Of(g), locale.L("Name uncertain"))
}

// groupWords are the names of groups.
var groupWords = locale.Table[group]{
	groupDate:    "Date unclear",
	groupIssuer:  "Sender unclear",
	groupUnread:  "Can't be read",
	groupRetry:   "Not read yet",
	groupLeftOut: "Excluded by you",
	groupKept:    "Name is kept",
}

// action returns the button that helps the files of a group; nil if only typing their
// names helps.
func (r *Review) action(g group) *widgets.Button {
	toField := func(words, field string) *widgets.Button {
		return widgets.NewButton(words, widgets.Link, func() { r.frame.Focus(r.side.line(field).Entry()) })
	}
	switch g {
	case groupDate:
		return toField(locale.L("Type the date"), plan.FieldDate)
	case groupIssuer:
		return toField(locale.L("Type the sender"), plan.FieldIssuer)
	case groupRetry:
		return widgets.NewButton(locale.L("Read again"), widgets.Link, func() {
			r.Leave(locale.L("Read the files again? Your edits will be lost."), locale.L("Read again"), func() { r.ways.Propose(r.request.Paths) })
		})
	case groupLeftOut:
		return widgets.NewButton(locale.L("Include them again"), widgets.Link, func() { r.tick(slices.Clone(r.shown), true) })
	default:
		return widgets.NewButton(locale.L("Type a name"), widgets.Link, func() { r.edit(r.selected) })
	}
}

// showGroups shows why the files under the filter were not named: a filter for each
// reason, and what helps.
func (r *Review) showGroups() {
	counts := map[group]int{}
	for _, it := range r.plan.Items {
		if it.Status == r.wanted {
			counts[groupOf(it)]++
		}
	}
	r.why.Objects = nil
	if r.wanted == plan.StatusReview || r.wanted == plan.StatusSkip {
		for _, g := range groups {
			if counts[g] == 0 {
				continue
			}
			f := widgets.NewFilter("", widgets.Plain, func() { r.only(g) })
			f.Set(g.words()+" "+locale.Number(counts[g]), widgets.Plain, r.group == g)
			r.why.Add(f)
		}
		if r.group != "" && counts[r.group] > 0 {
			r.why.Add(r.action(r.group).Small())
		}
	}
	if hidden := len(r.why.Objects) == 0; hidden != r.why.Hidden {
		r.why.Hidden = hidden
		r.root.Refresh() // the list moves
	}
}

// only shows the files of one group; pressed again, all of the filter.
func (r *Review) only(g group) {
	if r.group == g {
		g = ""
	}
	r.group = g
	clear(r.touched)
	r.refilter()
	r.narrowed()
	r.refresh()
}
