package claims

import (
	"slices"
	"strings"

	"github.com/deskhand/deskhand/agentcore/lists"
)

// Kind is what is claimed to have been done with files.
type Kind string

// The kinds of change that a text can claim.
const (
	Renamed Kind = "renamed"
	Moved   Kind = "moved"
	Deleted Kind = "deleted"
	Tidied  Kind = "tidied" // any change will do
)

// Claim is one kind of change that a text claims.
type Claim struct {
	Kind Kind
	// Earlier says that it is claimed of a time before ("I renamed it
	// yesterday").
	Earlier bool
}

// In returns what a text claims, each claim once, in the order of the text.
func In(text string) []Claim {
	all := sentences(text)
	if !slices.ContainsFunc(all, ofFiles) {
		return nil
	}
	var found []Claim
	for _, s := range all {
		earlier := slices.ContainsFunc(s, func(w string) bool { return past[w] })
		r := reader{earlier: earlier}
		for _, clause := range clauses(s) {
			for _, kind := range r.read(clause) {
				found = lists.AddNew(found, Claim{kind, earlier})
			}
		}
	}
	return found
}

func ofFiles(sentence []string) bool { return slices.ContainsFunc(sentence, isFile) }

func isFile(w string) bool { return w == aName || files[w] }

// clauses cuts a sentence at its marks and at the words that begin a clause; such
// a word stays at the front of its clause.
func clauses(sentence []string) [][]string {
	var all [][]string
	from := 0
	for i, w := range sentence {
		if !isMark(w) && !breaks[w] {
			continue
		}
		all = append(all, sentence[from:i])
		from = i
		if isMark(w) {
			from++
		}
	}
	return append(all, sentence[from:])
}

// mood is how what is said is meant.
type mood int

const (
	plain   mood = iota
	weak         // hypothetical in the clause before: a verb of its own ends that
	assumed      // hypothetical
)

// voice is who is said to have done it.
type voice int

const (
	nobody voice = iota
	ours
	theirs
	agentless // a passive
)

// reader goes through the clauses of a sentence. What it knows of one holds in the
// next until that says otherwise: "the files were renamed, moved and sorted".
type reader struct {
	earlier bool
	voice   voice
	mood    mood
	denied  bool
	files   bool // files were spoken of
	decided bool // a participle was judged since a denial
}

// read returns the kinds that a clause claims.
func (r *reader) read(clause []string) []Kind {
	if len(clause) == 0 {
		return nil
	}
	given := r.begin(clause)
	var found []Kind
	for i, w := range clause {
		r.files = r.files || isFile(w)
		given = given || conditional[w]
		r.hear(clause, i)
		kind, ok := changeAt(clause, i)
		if !ok {
			continue
		}
		if !given && r.mood == plain && !r.denied && r.holds(clause, i) {
			found = append(found, kind)
		}
		r.decided = true
	}
	if given {
		r.mood = assumed
	}
	return found
}

// begin carries over what holds of the clause before, and reports whether the
// whole clause is a condition or tells of files which.
func (r *reader) begin(clause []string) bool {
	if r.mood == assumed {
		r.mood = weak
	}
	if breaks[clause[0]] {
		r.denied = false
	}
	r.files = r.files && !breaks[clause[0]] && r.voice != nobody
	return relative[clause[0]] && len(clause) > 1 && (passive[clause[1]] || have[clause[1]])
}

// hear takes in what a word says of who does it and how it is meant.
func (r *reader) hear(clause []string, i int) {
	switch w := clause[i]; {
	case hypothetical[w]:
		r.mood = assumed
	case negative[w]:
		r.denied, r.decided = true, false
	case also[w]:
		r.denied = r.denied && !r.decided
	case self[w]:
		r.voice, r.mood, r.denied = ours, plain, false
	case other[w]:
		r.voice, r.mood, r.denied = theirs, plain, false
	case passive[w] && r.mood != assumed, nowAre[w] && slices.ContainsFunc(clause[i:], func(w string) bool { return present[w] }):
		r.voice, r.mood = agentless, plain
	case have[w] && r.mood == weak:
		r.mood = plain
	}
}

// changeAt returns what the i-th word of a clause says was done.
func changeAt(clause []string, i int) (Kind, bool) {
	w, after := clause[i], clause[i+1:]
	says := func(set map[string]bool) bool {
		return slices.ContainsFunc(clause, func(w string) bool { return set[w] })
	}
	kind, ok := done[w]
	switch {
	case ok && kind == Moved && says(bins):
		return Deleted, true
	case ok:
		return kind, !slices.ContainsFunc(after, func(w string) bool { return elsewhere[w] }) && !follows(after, "on") && !follows(after, "werden")
	case doneNames[w] && says(names):
		return Renamed, true
	case named[w] && says(present) && says(nowAre):
		return Renamed, true
	case (w == "heißt" || w == "heißen") && says(present):
		return Renamed, true
	case w == "in" && i > 0 && present[clause[i-1]] && says(nowAre):
		return Moved, true
	case says(finished):
		if kind, ok = changeNouns[w]; ok {
			return kind, true
		}
	}
	kind, ok = doneInto[w]
	return kind, ok && says(into)
}

func follows(after []string, w string) bool { return len(after) > 0 && after[0] == w }

// holds reports whether the change at i is claimed: by its voice, or by where it
// stands.
func (r *reader) holds(clause []string, i int) bool {
	before, after := clause[:i], clause[i+1:]
	if adjective(before, after) || deniedBehind(after) || r.voice != ours && byAnother(after) {
		return false
	}
	switch {
	case len(after) > 0 && (passive[after[0]] || have[after[0]]): // "dass die Datei umbenannt wurde"
		return r.files && !r.earlier
	case r.voice == ours:
		return true
	case r.voice == theirs:
		return false
	case r.voice == agentless, changeNouns[clause[i]] != "", clause[i] == "heißt", clause[i] == "heißen":
		return (r.files || changeNouns[clause[i]] != "") && !r.earlier
	}
	return !r.earlier && (leads(before, after) || trails(before, after))
}

// byAnother reports whether it was done by somebody else.
func byAnother(after []string) bool {
	for i, w := range after[:max(0, len(after)-1)] {
		if by[w] && byOther[after[i+1]] {
			return true
		}
	}
	return false
}

// adjective reports whether it only tells which files are meant.
func adjective(before, after []string) bool {
	return len(before) > 0 && articles[before[len(before)-1]] && len(after) > 0 && isFile(after[0])
}

// deniedBehind reports a "no" right behind: "moved 0 files".
func deniedBehind(after []string) bool {
	for _, w := range after[:min(2, len(after))] {
		if also[w] {
			return false
		}
		if negative[w] {
			return true
		}
	}
	return false
}

// leads reports whether the clause begins with it: "Renamed 3 files".
func leads(before, after []string) bool {
	for _, w := range before {
		if !starters[w] && !breaks[w] {
			return false
		}
	}
	return !slices.ContainsFunc(after, func(w string) bool { return finite[w] || hypothetical[w] })
}

// trails reports whether files, or a number of them, stand right before it and no
// verb does: "3 files renamed".
func trails(before, after []string) bool {
	for len(before) > 0 && starters[before[len(before)-1]] {
		before = before[:len(before)-1]
	}
	if len(before) == 0 || slices.ContainsFunc(before, func(w string) bool { return finite[w] }) {
		return false
	}
	last := before[len(before)-1]
	number := strings.Trim(last, "0123456789") == ""
	return (number || isFile(last)) && (len(after) == 0 || ends[after[0]] || isFile(after[0]))
}
