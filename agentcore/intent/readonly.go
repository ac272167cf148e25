package intent

import "slices"

// ReadOnly reports whether a request only asks to look: an explicit prohibition of
// changes beats a changing verb, which beats a reading verb. A request with neither verb
// is not read-only.
//
// It only saves the user a question that they would answer with no. Requests that seem to
// ask for a change are still asked about.
func ReadOnly(request string) bool {
	s := newSentence(split(request))
	forbidden, changes := s.order()
	if forbidden == forbidsEverything || changes {
		return !changes
	}
	r := Parse(request)
	asks := r.Do.Changes() && len(r.Left) == 0 && !r.Proposal // "could you give these proper names?"
	if forbidden == forbidsAVerb {
		return !asks || len(r.Files.Only) == 0 // "the photos into a folder please, don't touch the rest"
	}
	return !asks && s.reads()
}

// order returns what a sentence forbids and, unless that is everything, whether its verbs
// ask for a change.
func (s sentence) order() (forbidden ban, changes bool) {
	if s.hasPhrase() {
		return forbidsEverything, false
	}
	for i, w := range s.words {
		if w.is(roleNot) {
			forbidden = max(forbidden, s.prohibition(i))
		}
	}
	return forbidden, forbidden != forbidsEverything && s.changes(forbidden != forbidsNothing)
}

// sentence is a request as words, with a marker for each end of a clause.
type sentence struct {
	words []word
	// negated marks the changing verbs that the request forbids.
	negated []bool
}

// word is a word with everything that is known of it by itself.
type word struct {
	text  string
	roles roles
	// listed reports that it is a form of a changing verb in a language with listed forms.
	listed bool
}

func newSentence(said []string) sentence {
	s := sentence{make([]word, len(said)), make([]bool, len(said))}
	for i, text := range said {
		s.words[i] = word{text: text, roles: rolesOf(text), listed: isFormOfChange(text)}
	}
	return s
}

func (w word) is(any ...role) bool { return w.roles.has(any...) }

// isChange reports whether a word is a form of an English verb that changes something.
func (w word) isChange() bool { return w.is(roleChange, roleChangeNoun, roleChangePast) }

// isMostlyNoun reports whether a changing verb is as often a noun or adjective.
func (w word) isMostlyNoun() bool { return w.is(roleChangeNoun) }

// at returns the word at i; the end of a clause outside the request.
func (s sentence) at(i int) word {
	if i < 0 || i >= len(s.words) {
		return word{text: clauseEnd}
	}
	return s.words[i]
}

// hasPhrase looks for prohibitions without a negation.
func (s sentence) hasPhrase() bool {
	for i, w := range s.words {
		if w.is(roleNoChange) || s.phrase(i, roleNoChange) > 0 {
			return true
		}
		if n := s.phrase(i, roleReadOnly); n > 0 && s.at(i+n).text == clauseEnd {
			return true
		}
		if n := s.phrase(i, roleLeaveAll); n > 0 && s.staysAsItIs(i+n) {
			return true
		}
	}
	return false
}

// longestPhrase bounds the phrases searched here, in words.
const longestPhrase = 4

// phrase returns the length in words of a phrase with that role at i; 0 for none.
func (s sentence) phrase(i int, r role) int {
	if !s.at(i).is(roleStartsPhrase) {
		return 0
	}
	said := s.words[i].text
	for n := 2; n <= longestPhrase; n++ {
		said += " " + s.at(i+n-1).text
		if rolesOf(said).has(r) {
			return n
		}
	}
	return 0
}

// staysAsItIs reports whether the rest of the clause from i on means "unchanged".
func (s sentence) staysAsItIs(i int) bool {
	for ; s.at(i).text != clauseEnd; i++ {
		if s.at(i).is(roleUnchanged) {
			return true
		}
	}
	return false
}

// changes reports whether a changing verb is left that is not negated. After a
// prohibition, changes are only talked about; a question how something is done asks for
// an explanation.
func (s sentence) changes(prohibited bool) bool {
	supposed := false
	for i, w := range s.words {
		switch {
		case w.text == clauseEnd:
			supposed = false
		case prohibited && w.is(roleSupposing), s.phrase(i, roleHowTo) > 0:
			supposed = true
		}
		if !s.negated[i] && !supposed && (s.isChange(i) || s.isUnknownVerb(i)) {
			return true
		}
	}
	return false
}

// isChange reports whether the word at i asks for a change.
func (s sentence) isChange(i int) bool {
	w := s.words[i]
	switch {
	case w.listed:
		return true
	case !w.isChange():
		return w.text == "rid" && s.at(i-1).text == "get"
	case w.is(roleChangePast):
		return s.isWanted(i)
	case w.is(roleGerund):
		return true
	case s.at(i-1).is(roleBeforeNoun) || s.at(i-1).is(roleLook):
		return false
	case w.isMostlyNoun():
		return s.leadsVerb(i-1) || s.startsObject(i+1)
	default:
		return true
	}
}

// isWanted reports whether the clause up to i expresses a wish: "I want these sorted".
func (s sentence) isWanted(i int) bool {
	for j := i - 1; i-j < farthest && s.at(j).text != clauseEnd; j-- {
		if s.at(j).is(roleWant) {
			return true
		}
	}
	return false
}

// isUnknownVerb reports whether an unknown word is where an order would be: "and bump the
// numbers".
func (s sentence) isUnknownVerb(i int) bool {
	w := s.words[i]
	if w.text == clauseEnd || w.text == aPath || w.is(roleLook, roleSmall, roleFiller, roleNot, roleBeforeNoun) || w.isChange() {
		return false
	}
	before := s.at(i - 1)
	return s.at(i+1).is(roleBehindUnknown) && (before.text == clauseEnd || before.is(roleBeforeUnknown))
}

// reads reports whether the request has a reading verb or asks a question.
func (s sentence) reads() bool {
	return slices.ContainsFunc(s.words, func(w word) bool { return w.is(roleLook) }) || s.at(0).is(roleQuestion)
}

// leadsVerb reports whether an order follows the word at i.
func (s sentence) leadsVerb(i int) bool {
	return s.at(i).text == clauseEnd || s.at(i).is(roleBeforeVerb)
}

// startsObject reports whether the object of a verb begins at i.
func (s sentence) startsObject(i int) bool {
	return s.at(i).text == aPath || s.at(i).is(roleObject)
}
