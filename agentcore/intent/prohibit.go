package intent

// ban is how far a negation reaches.
type ban int

const (
	forbidsNothing    ban = iota // it is about one thing, or about no change at all
	forbidsAVerb                 // "don't rename anything"
	forbidsEverything            // "don't change anything"
)

// reach is what a negation is about.
type reach struct {
	verbs     []int // changing verbs
	generic   bool  // one of them means any change
	past      bool  // they are all participles: "not changed"
	universal bool  // it names everything
	narrowed  bool  // it names one thing, or an exception
}

// prohibition reads the negation at i, marks the verbs that it is about and
// says how far it reaches.
func (s sentence) prohibition(i int) ban {
	r := s.reach(i)
	for _, v := range r.verbs {
		s.negated[v] = true
	}
	universal := !r.narrowed && (r.universal || !r.past)
	switch {
	case len(r.verbs) == 0 || !universal || !s.isOrder(i):
		return forbidsNothing
	case r.generic:
		return forbidsEverything
	default:
		return forbidsAVerb
	}
}

// farthest is how many words away a verb can be from what belongs to it. It
// keeps a request without an end of a clause from being read over and over.
const farthest = 40

// reach walks from the negation at i to the end of its clause. A negation that
// has no verb behind it belongs to the verb in front: "ändere nichts".
func (s sentence) reach(i int) reach {
	r := reach{past: true, universal: isNothing(s.words[i])}
	end := i + 1
	for ; end-i < farthest && !s.endsReach(i, end, r); end++ {
		s.take(&r, end)
	}
	if isExcept(s.at(end)) && !isReading(s.at(end+1)) {
		r.narrowed = true
	}
	if len(r.verbs) > 0 {
		return r
	}
	switch s.words[i] {
	case "nothing", "nichts", "nicht":
		for j := i - 1; i-j < farthest && s.at(j) != clauseEnd && len(r.verbs) == 0; j-- {
			s.take(&r, j)
		}
	}
	return r
}

// endsReach says whether the reach of the negation at i ends before word j.
func (s sentence) endsReach(i, j int, r reach) bool {
	switch w := s.at(j); w {
	case clauseEnd:
		// "don't rename, move or delete anything" goes on behind its comma.
		return j >= len(s.words) || j != i+1+len(r.verbs) || !s.isNegatable(j+1)
	case "and", "or", "und", "oder", "nor":
		return r.universal || r.narrowed
	default:
		return isExcept(w) || isStop(w)
	}
}

// take adds the word at j to what the negation is about.
func (s sentence) take(r *reach, j int) {
	w := s.words[j]
	verb, form := englishChange(w)
	switch {
	case isChangeNoun(w):
		r.verbs, r.generic, r.universal, r.past = append(r.verbs, j), true, true, false
	case verb != "" && (!isMostlyNoun(verb) || !leadsNoun(s.at(j-1))):
		r.verbs = append(r.verbs, j)
		r.generic = r.generic || isGeneric(verb)
		r.past = r.past && form == formPast
	case isGermanChange(w) || isGermanTouch(w):
		r.verbs = append(r.verbs, j)
		r.generic = r.generic || isGermanGeneric(w)
		r.past = false
	case isEverything(w) && !narrows(s.at(j+1)):
		r.universal = true
	case !isFiller(w) && w != clauseEnd:
		r.narrowed = true
	}
}

func (s sentence) isNegatable(j int) bool {
	verb, _ := englishChange(s.at(j))
	return verb != "" || isGermanChange(s.at(j))
}

// isOrder tells "do not touch" from "did not touch": only what somebody is
// told not to do is a prohibition.
func (s sentence) isOrder(i int) bool {
	if s.words[i] != "not" {
		return true
	}
	switch s.at(i - 1) {
	case clauseEnd, "do", "please", "must", "should", "may", "can", "to", "will", "shall", "and", "but", "just", "better":
		return true
	}
	return false
}
