package policy

import (
	"github.com/deskhand/deskhand/agentcore/chat"
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
	ReasonLookOnly   = "look only"  // the request forbids or excludes changes
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
	// Leaves is what Leaves returns for the tool: no grant but the server's own
	// mark, which Leaves has looked for, covers such a call.
	Leaves bool
}

// Decide gives the verdict on a call. It fails closed: what is neither a known
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
	definition := Definition(spec)
	for _, g := range grants {
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
