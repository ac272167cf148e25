package policy

import (
	"slices"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/intent"
)

// Verdict says what is done with a call.
type Verdict string

// The verdicts.
const (
	Allow Verdict = "allow"
	Ask   Verdict = "ask"
	Deny  Verdict = "deny"
)

// Decision is a verdict and the rule that it comes from.
type Decision struct {
	Verdict Verdict
	// Reason names the rule: one of the constants below, or the scope of the
	// grant that covered the call.
	Reason string
}

// The rules that a Decision can rest on.
const (
	ReasonRead       = "read"       // a reading tool
	ReasonChange     = "change"     // a tool that changes something
	ReasonUnknown    = "unknown"    // nobody we believe says what the tool does
	ReasonLookOnly   = "look only"  // the request only wants to look
	ReasonExcluded   = "excluded"   // the request leaves out what it touches
	ReasonLeaves     = "leaves"     // what was read here could leave the computer
	ReasonNoGrant    = "no grant"   // grants are there, none covers this call
	reasonGrantStart = "grant for " // + the grant's scope
)

// Call is what a verdict needs to know of a call besides the tool.
type Call struct {
	Conversation string
	// Places are the absolute paths that the call touches: those of its
	// preview where there is one, else the roots that it was given.
	Places []string
	// LookOnly says that the request it serves only wants to look.
	LookOnly bool
	// Excluded is what that request leaves out. No grant covers a call of which it
	// is not known whether it touches that.
	Excluded []intent.Pick
	// Foretold says that Places are all that the call touches, as its preview
	// tells.
	Foretold bool
	// Leaves is what Leaves returns for the tool: no grant but the server's own
	// mark, which Leaves has looked for, covers such a call.
	Leaves bool
}

// Decide returns the verdict on a call. It fails closed: what is neither a known
// read nor covered by a grant is asked about.
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

// touchesExcluded reports whether one of the places is a file that the request
// leaves out by its name or ending.
func (c Call) touchesExcluded() bool {
	return c.Foretold && slices.ContainsFunc(c.Excluded, func(p intent.Pick) bool {
		return isByName(p) && slices.ContainsFunc(c.Places, p.FitsName)
	})
}

// mayTouchExcluded reports whether nobody can tell that the call leaves alone what
// the request leaves out.
func (c Call) mayTouchExcluded() bool {
	return len(c.Excluded) > 0 && (!c.Foretold || slices.ContainsFunc(c.Excluded, func(p intent.Pick) bool { return !isByName(p) }))
}

// isByName reports whether a pick names a file, or picks by the ending alone.
func isByName(p intent.Pick) bool {
	return !p.NeedsReading() && p.Kind == "" && p.Contains == "" && (p.Name != "" || p.Ending != "")
}
