package agentcore

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"github.com/deskhand/deskhand/agentcore/budget"
	"github.com/deskhand/deskhand/agentcore/chat"
)

// offered chooses the tools that the model is told of: the core ones first, of
// the others those that the request seems to be about. What is not offered can
// be called all the same. The same request in the same conversation gets the
// same tools, so that a server can reuse what it has read already.
func (t *turn) offered() []chat.ToolSpec {
	live := t.agent.Tools.Specs()
	if t.candidate.Rules {
		return live // it reads no definitions
	}
	room := budget.ForTools(t.candidate.Window)
	if t.tight {
		room /= 2
	}
	count := t.counter()
	chosen := map[string]bool{}
	for _, s := range t.ranked(live) {
		if len(chosen) == t.agent.Config.OfferedTools {
			break
		}
		if cost := count.Definitions([]chat.ToolSpec{s}); cost <= room {
			room -= cost
			chosen[s.Name] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(live), func(s chat.ToolSpec) bool { return !chosen[s.Name] })
}

// ranked sorts the tools by how much they are needed: core ones before others,
// then by what they share with the request, then as they come.
func (t *turn) ranked(live []chat.ToolSpec) []chat.ToolSpec {
	t.score(live)
	sorted := slices.Clone(live)
	slices.SortStableFunc(sorted, func(a, b chat.ToolSpec) int {
		x, y := t.coreRank(a.Name), t.coreRank(b.Name)
		return cmp.Or(
			cmp.Compare(min(y, 1), min(x, 1)),
			cmp.Compare(t.scores[b.Name], t.scores[a.Name]),
			cmp.Compare(y, x),
		)
	})
	return sorted
}

// score says of each tool, once a turn, how much the request seems to be about
// it. One that was called earlier in the conversation counts as asked for.
func (t *turn) score(live []chat.ToolSpec) {
	var asked []string
	for _, s := range live {
		if _, known := t.scores[s.Name]; known {
			continue
		}
		if asked == nil {
			asked = words(t.in.Text)
		}
		t.scores[s.Name] = overlap(asked, s)
		if slices.ContainsFunc(t.history[:t.first], func(m chat.Message) bool { return m.Tool == s.Name }) {
			t.scores[s.Name] += usedScore
		}
	}
}

// coreRank is the larger the more a core tool is needed; 0: it is none.
func (t *turn) coreRank(name string) int {
	core := t.agent.Config.CoreTools
	if at := slices.Index(core, name); at >= 0 {
		return len(core) - at
	}
	return 0
}

// What a word of the request counts that stands in a tool's name or in its
// description, and that a tool was called before in this conversation.
const (
	nameScore        = 3
	descriptionScore = 1
	usedScore        = 5
)

// overlap counts the words of a request that a tool shares.
func overlap(asked []string, s chat.ToolSpec) int {
	name, description := words(s.Name), words(s.Description)
	score := 0
	for _, w := range asked {
		switch {
		case slices.ContainsFunc(name, func(have string) bool { return alike(w, have) }):
			score += nameScore
		case slices.ContainsFunc(description, func(have string) bool { return alike(w, have) }):
			score += descriptionScore
		}
	}
	return score
}

// stem is how many letters two words must have in common to be forms of one.
const stem = 5

// alike reports whether two words are forms of one: file and files, rename and
// renaming.
func alike(a, b string) bool {
	short, long := a, b
	if len(short) > len(long) {
		short, long = long, short
	}
	return a == b || strings.HasPrefix(long, short[:min(len(short), stem)]) && len(short) >= stem || long == short+"s"
}

// emptyWords say nothing of what a request is about.
const emptyWords = " the and for with this that from into what which are you can all any please have has was were not but how mit und der die das ist ein eine den dem von bitte "

// wordRunes is how far a text is read for its words: who pastes a book behind a
// request has said before what is wanted.
const wordRunes = 4000

// words are the words of a text that say something, in lower case, each once.
func words(text string) []string {
	var out []string
	text = firstRunes(text, wordRunes)
	for _, w := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if len(w) > 2 && !strings.Contains(emptyWords, " "+w+" ") && !slices.Contains(out, w) {
			out = append(out, w)
		}
	}
	return out
}
