package agentcore

import (
	"encoding/json"
	"slices"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/claims"
	"github.com/deskhand/deskhand/agentcore/event"
	"github.com/deskhand/deskhand/agentcore/lists"
	"github.com/deskhand/deskhand/agentcore/wire/files"
)

// changesOf are the kinds of change that our tools make; an unlisted tool makes none that
// a model can claim except tidying.
var changesOf = map[string][]claims.Kind{
	"files_move":    {claims.Renamed, claims.Moved},
	"files_restore": {claims.Renamed, claims.Moved},
	"files_undo":    {claims.Renamed, claims.Moved},
	"files_trash":   {claims.Deleted, claims.Moved},
	"triage_apply":  {claims.Renamed, claims.Moved},
}

// toolHistory reports what was done in earlier turns.
const toolHistory = "files_history"

// heardClaims records what a model's answer claims to have done. Answers of the rules and
// our own account are exempt: they come from the records.
func (t *turn) heardClaims(text string) {
	if !t.candidate.Rules {
		t.claimed = append(t.claimed, claims.In(text)...)
	}
}

// markClaims warns the user of claimed changes that no call of this turn made.
func (t *turn) markClaims() {
	now, before := t.changesIn(t.current()), t.changesIn(t.history[:t.first])
	var kinds []string
	for _, c := range t.claimed {
		if now.includes(c.Kind) || c.Earlier && (before.includes(c.Kind) || now.told) || slices.Contains(kinds, string(c.Kind)) {
			continue
		}
		kinds = append(kinds, string(c.Kind))
	}
	if len(kinds) == 0 {
		return
	}
	w := chat.Warning{Code: chat.WarningClaimedNever, Args: kinds}
	switch {
	case len(now.tools) > 0:
		w.Code, w.Done = chat.WarningClaimed, now.tools
	case len(before.tools) > 0 || now.told:
		w.Code = chat.WarningClaimedNow
	}
	t.emit(event.Warning{Warning: w})
}

// changeSet is what the calls of some messages changed.
type changeSet struct {
	kinds []claims.Kind
	any   bool     // a tool that may do anything ran
	told  bool     // the history was read
	tools []string // what ran, in words, without repetitions
}

func (s changeSet) includes(k claims.Kind) bool {
	return s.any || slices.Contains(s.kinds, k) || k == claims.Tidied && len(s.tools) > 0
}

// changesIn returns what successful calls changed. A dry run changes nothing.
func (t *turn) changesIn(messages []chat.Message) changeSet {
	specs := map[string]chat.ToolSpec{}
	for _, s := range t.agent.Tools.Specs() {
		specs[s.Name] = s
	}
	dryRun := map[string]bool{}
	var set changeSet
	for _, m := range messages {
		for _, c := range m.Calls {
			dryRun[c.ID] = isDryRun(c.Args)
		}
		spec := specs[m.Tool]
		if m.Role != chat.RoleTool || m.Status != chat.StatusOK || dryRun[m.CallID] {
			continue
		}
		if spec.Effect == chat.EffectRead {
			set.told = set.told || spec.Own && m.Tool == toolHistory
			continue
		}
		kinds, known := changesOf[m.Tool]
		set.any = set.any || !known && !spec.Own
		set.kinds = append(set.kinds, kinds...)
		set.tools = lists.AddNew(set.tools, m.Tool)
	}
	return set
}

// isDryRun reports whether a call is a dry run.
func isDryRun(args json.RawMessage) bool {
	var of files.Mode
	return json.Unmarshal(args, &of) == nil && of.DryRun
}
