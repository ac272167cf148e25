package fields

import (
	"maps"
	"strings"

	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/triage/fields/lex"
)

// Weigh puts what the rules found and what a language model claimed, as far as it
// is proven, into one. Where they agree it is surer than before; where they do
// not, the field is in doubt, and what the rules were sure of stays.
func Weigh(known, proven map[string]plan.Field) map[string]plan.Field {
	out := maps.Clone(known)
	if out == nil {
		out = map[string]plan.Field{}
	}
	for name, claimed := range proven {
		before := known[name]
		if before.Value != "" {
			claimed = weigh(name, before, claimed)
		}
		claimed.Candidates = before.Candidates
		out[name] = claimed
	}
	return out
}

// sure is the confidence from which the rules' word stands against a model's.
const sure = 0.6

func weigh(name string, known, claimed plan.Field) plan.Field {
	if agree(name, known.Value, claimed.Value) {
		if known.Doubt == "" {
			known.Confidence = max(known.Confidence, min(agreedScore, known.Confidence+claimed.Confidence/2))
		}
		return known
	}
	kept, other, who := known, claimed, "the model reads"
	if known.Confidence < sure {
		kept, other, who = claimed, known, "the rules read"
	}
	doubt := who + " “" + other.Value + "” as the " + name
	if kept.Doubt != "" {
		doubt = kept.Doubt + "; " + doubt
	}
	kept.Doubt = doubt
	return kept
}

// agree tells that two values of a field say the same: one may say more.
func agree(name, a, b string) bool {
	if spec, _ := plan.SpecOf(name); spec.Exact {
		return a == b
	}
	x, y := bare(a), bare(b)
	if x == "" || y == "" {
		return x == y
	}
	return strings.Contains(x, y) || strings.Contains(y, x)
}

// bare is s folded, with letters and digits alone.
func bare(s string) string {
	return strings.Map(func(r rune) rune {
		if isWordRune(r) {
			return r
		}
		return -1
	}, lex.Fold(s))
}
