package intent

// ban is how much a negation forbids.
type ban int

const (
	forbidsNothing    ban = iota // it is about one thing, or about no change
	forbidsAVerb                 // "don't rename anything"
	forbidsEverything            // "don't change anything"
)

// reach is what a negation covers.
type reach struct {
	verbs     []int // changing verbs
	generic   bool  // one of them means any change
	past      bool  // they are all participles: "not changed"
	universal bool  // it names everything
	narrowed  bool  // it names one thing, or an exception
}

// prohibition reads the negation at i, marks the verbs that it covers and returns how
// much it forbids.
func (s sentence) prohibition(i int) ban {
	r := s.reach(i)
	for _, v := range r.verbs {
		s.negated[v] = true
	}
	universal := !r.narrowed && (r.universal || !r.past)
	switch {
	case len(r.verbs) == 0 || !universal || !s.isOrder(i):
		return forbidsNothing
	case r.generic && !s.othersBefore(i):
		return forbidsEverything
	default:
		return forbidsAVerb
	}
}

// farthest is how many words a verb may be from what belongs to it. It keeps reading
// linear in a request without clause ends.
const farthest = 40

// reach walks from the negation at i to the end of its clause. Without a verb after it, a
// negation belongs to the verb before: "ändere nichts".
func (s sentence) reach(i int) reach {
	r := reach{past: true, universal: s.words[i].is(roleNothing)}
	end := i + 1
	for ; end-i < farthest && !s.endsReach(i, end, r); end++ {
		s.take(&r, end)
	}
	if s.at(end).is(roleException) && !s.at(end+1).is(roleLook) {
		r.narrowed = true
	}
	if len(r.verbs) > 0 {
		return r
	}
	if s.words[i].is(roleBehindVerb) {
		for j := i - 1; i-j < farthest && s.at(j).text != clauseEnd && len(r.verbs) == 0; j-- {
			s.take(&r, j)
		}
	}
	return r
}

// othersBefore reports whether the words before i mean the files that are not picked:
// "den Rest nicht anfassen".
func (s sentence) othersBefore(i int) bool {
	said := s.at(i - 1).text
	for n := 2; n <= longestPhrase; n++ {
		said = s.at(i-n).text + " " + said
		if rolesOf(said).has(roleOthers) {
			return true
		}
	}
	return false
}

// endsReach reports whether the reach of the negation at i ends before word j.
func (s sentence) endsReach(i, j int, r reach) bool {
	switch w := s.at(j); {
	case w.text == clauseEnd:
		// "don't rename, move or delete anything" continues after its comma.
		return j >= len(s.words) || j != i+1+len(r.verbs) || !s.isNegatable(j+1)
	case w.is(roleJoint):
		return r.universal || r.narrowed
	default:
		return w.is(roleException, roleStop)
	}
}

// take adds the word at j to what the negation covers.
func (s sentence) take(r *reach, j int) {
	w := s.words[j]
	switch {
	case w.is(roleChanges):
		r.verbs, r.generic, r.universal, r.past = append(r.verbs, j), true, true, false
	case w.isChange() && (!w.isMostlyNoun() || !s.at(j-1).is(roleBeforeNoun)):
		r.verbs = append(r.verbs, j)
		r.generic = r.generic || w.is(roleChangeAny)
		r.past = r.past && w.is(roleChangePast)
	case w.listed || w.is(roleTouchForm):
		r.verbs = append(r.verbs, j)
		r.generic = r.generic || w.is(roleAnyForm, roleTouchForm)
		r.past = false
	case w.is(roleEverything) && !s.at(j+1).is(roleNarrowing):
		r.universal = true
	case !w.is(roleFiller) && w.text != clauseEnd:
		r.narrowed = true
	}
}

func (s sentence) isNegatable(j int) bool {
	return s.at(j).isChange() || s.at(j).listed
}

// isOrder distinguishes "do not touch" from "did not touch": only the former is a
// prohibition.
func (s sentence) isOrder(i int) bool {
	if s.words[i].text != "not" {
		return true
	}
	return s.at(i-1).text == clauseEnd || s.at(i-1).is(roleOrderNot)
}
