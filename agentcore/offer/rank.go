package offer

import (
	"cmp"
	"encoding/json"
	"math"
	"slices"
	"strings"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/lists"
)

// Index finds tools by words. It is immutable and safe for concurrent use.
type Index struct {
	tools []chat.ToolSpec
	// weights are the weight of each stem, or meaning, for each tool; common is in how
	// many tools it occurs.
	weights []map[string]float64
	common  map[string]int
}

// The weight of a word by where it occurs.
const (
	inName        = 3.0
	inServer      = 2.5
	inTitle       = 2.0
	inDescription = 1.0
	inArguments   = 0.4
)

// sameMeaning is the weight of a word that matches only by meaning.
const sameMeaning = 0.7

// NewIndex indexes the tools.
func NewIndex(tools []chat.ToolSpec) *Index {
	x := &Index{tools: tools, weights: make([]map[string]float64, len(tools)), common: map[string]int{}}
	for i, t := range tools {
		w := map[string]float64{}
		note(w, t.Description, inDescription)
		note(w, arguments(t.Parameters), inArguments)
		note(w, t.Title, inTitle)
		note(w, strings.TrimPrefix(t.Name, t.Server), inName)
		note(w, t.Server, inServer)
		for feature := range w {
			x.common[feature]++
		}
		x.weights[i] = w
	}
	return x
}

// note adds the words of a text and their meanings.
func note(w map[string]float64, text string, weight float64) {
	for _, word := range words(text) {
		s := stem(word)
		w[s] = max(w[s], weight)
		for _, m := range meanings(s) {
			w[meaning(m)] = max(w[meaning(m)], weight)
		}
	}
}

// meaning distinguishes a meaning from a stem of the same letters.
func meaning(name string) string { return "=" + name }

// arguments returns the names of a schema's arguments.
func arguments(schema json.RawMessage) string {
	var s struct {
		Properties map[string]json.RawMessage `json:"properties"`
	}
	if json.Unmarshal(schema, &s) != nil {
		return ""
	}
	var names []string
	for name := range s.Properties {
		names = append(names, name)
	}
	return strings.Join(names, " ")
}

// Scores returns for each tool how well it matches a text; 0 means not at all.
func (x *Index) Scores(text string) []float64 {
	scores := make([]float64, len(x.tools))
	seen := map[string]bool{}
	for _, word := range words(text) {
		s := stem(word)
		if seen[s] {
			continue
		}
		seen[s] = true
		features := []string{s}
		for _, m := range meanings(s) {
			features = append(features, meaning(m))
		}
		for i := range x.tools {
			scores[i] += x.match(i, features)
		}
	}
	return scores
}

// match returns the score of a word for a tool: the best of itself and its meanings,
// higher for words that fewer tools have.
func (x *Index) match(tool int, features []string) float64 {
	best := 0.0
	for n, feature := range features {
		weight := x.weights[tool][feature]
		if weight == 0 {
			continue
		}
		if n > 0 {
			weight *= sameMeaning
		}
		best = max(best, weight*math.Log(1+float64(len(x.tools))/float64(x.common[feature])))
	}
	return best
}

// Search returns the tools that match a text, best first, at most n. With a server, only
// its tools.
func (x *Index) Search(text, server string, n int) []chat.ToolSpec {
	scores := x.Scores(text)
	var found []int
	for i, t := range x.tools {
		if scores[i] > 0 && (server == "" || strings.EqualFold(t.Server, server)) {
			found = append(found, i)
		}
	}
	slices.SortStableFunc(found, func(a, b int) int { return cmp.Compare(scores[b], scores[a]) })
	return lists.Map(found[:min(n, len(found))], func(i int) chat.ToolSpec { return x.tools[i] })
}
