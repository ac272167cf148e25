package policy

import (
	"slices"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/intent"
)

// Verdict is what is done with a call.
type Verdict string

// The verdicts.
const (
	Allow Verdict = "allow"
	Ask   Verdict = "ask"
	Deny  Verdict = "deny"
)

// Decision is a verdict and the rule behind it.
type Decision struct {
	Verdict Verdict
	// Reason is the rule: one of the constants below, or the scope of the grant that
	// covered the call.
	Reason string
}

// The rules behind a Decision.
const (
	ReasonRead       = "read"       // a reading tool
	ReasonChange     = "change"     // a tool that changes something
	ReasonUnknown    = "unknown"    // the tool's effect is not known from a trusted source
	ReasonLookOnly   = "look only"  // the request only asks to look
	ReasonExcluded   = "excluded"   // the request excludes what it touches
	ReasonLeaves     = "leaves"     // what was read here could leave the computer
	ReasonNoGrant    = "no grant"   // there are grants, none of which covers this call
	reasonGrantStart = "grant for " // + the grant's scope
)

// Call is what a verdict depends on besides the tool.
type Call struct {
	Conversation string
	// Places are the absolute paths that the call touches: those of its preview if there
	// is one, else the roots that it was given.
	Places []string
	// LookOnly means that the request only asks to look.
	LookOnly bool
	// Excluded is what the request excludes. No grant covers a call that may touch it.
	Excluded []intent.Pick
	// Foretold means that Places are all that the call touches, according to its preview.
	Foretold bool
	// Leaves is the result of Leaves for the tool: no grant covers such a call except a
	// ScopeReceive of the server, which Leaves has checked.
	Leaves bool
}

// Decide returns the verdict on a call. It fails closed: what is neither a known read nor
// covered by a grant is asked about.
func Decide(spec chat.ToolSpec, call Call, grants []Grant) Decision {
	switch {
	case spec.Effect == chat.EffectChange && call.LookOnly:
		return Decision{Deny, ReasonLookOnly}
	case call.Leaves:
		return Decision{Ask, ReasonLeaves}
	case spec.Effect == chat.EffectRead:
		return Decision{Allow, ReasonRead}
	}
	if call.touchesExcluded() {
		return Decision{Deny, ReasonExcluded}
	}
	definition := Definition(spec)
	for _, g := range grants {
		if call.mayTouchExcluded() {
			break
		}
		if g.covers(spec, definition, call) {
			return Decision{Allow, reasonGrantStart + string(g.Scope)}
		}
	}
	switch {
	case len(grants) > 0:
		return Decision{Ask, ReasonNoGrant}
	case spec.Effect == chat.EffectChange:
		return Decision{Ask, ReasonChange}
	default:
		return Decision{Ask, ReasonUnknown}
	}
}

// touchesExcluded reports whether a place is a file that the request excludes by name or
// extension.
func (c Call) touchesExcluded() bool {
	return c.Foretold && slices.ContainsFunc(c.Excluded, func(p intent.Pick) bool {
		return isByName(p) && slices.ContainsFunc(c.Places, p.FitsName)
	})
}

// mayTouchExcluded reports whether it is unknown whether the call touches what the
// request excludes.
func (c Call) mayTouchExcluded() bool {
	return len(c.Excluded) > 0 && (!c.Foretold || slices.ContainsFunc(c.Excluded, func(p intent.Pick) bool { return !isByName(p) }))
}

// isByName reports whether a pick selects by file name or extension alone.
func isByName(p intent.Pick) bool {
	return !p.NeedsReading() && p.Kind == "" && p.Contains == "" && (p.Name != "" || p.Ending != "")
}
