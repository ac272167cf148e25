package fields

import (
	"maps"
	"slices"
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

// sure is the confidence from which the rules' word stands against a model's; where it
// is a measured probability, it has to be as likely as the model's.
const sure = 0.6

func standsAgainstModel(name string, known plan.Field) bool {
	if spec, _ := plan.SpecOf(name); spec.Measured {
		return known.Confidence >= provenScore
	}
	return known.Confidence >= sure
}

func weigh(name string, known, claimed plan.Field) plan.Field {
	if agree(name, known.Value, claimed.Value) {
		if len(known.Doubts) == 0 {
			known.Confidence = max(known.Confidence, min(agreedScore, known.Confidence+claimed.Confidence/2))
		}
		return known
	}
	kept, other, who := known, claimed, plan.DoubtModel
	if !standsAgainstModel(name, known) {
		kept, other, who = claimed, known, plan.DoubtRules
	}
	kept.Doubts = append(slices.Clone(kept.Doubts), plan.Reason{Code: who, Field: name, Text: other.Value})
	return kept
}

// agree reports whether two values of a field say the same: one may say more.
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
