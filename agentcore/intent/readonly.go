package intent

import "slices"

// ReadOnly says whether a request, in English or German, only wants to
// look: an explicit prohibition of changes beats a changing verb, and that
// beats a reading verb. A request with neither verb is not read-only.
//
// It only saves the person a question that they would answer with no. What it
// takes for a request to change something is still asked about.
func ReadOnly(request string) bool {
	s := sentence{words: split(request)}
	s.negated = make([]bool, len(s.words))
	if s.hasPhrase() {
		return true
	}
	prohibited := false
	for i, w := range s.words {
		if !isNegator(w) {
			continue
		}
		switch s.prohibition(i) {
		case forbidsEverything:
			return true
		case forbidsAVerb:
			prohibited = true
		}
	}
	if s.changes(prohibited) {
		return false
	}
	return prohibited || s.reads()
}

// sentence is a request as words, "," standing for each end of a clause.
type sentence struct {
	words []string
	// negated marks the changing verbs that the request says not to do.
	negated []bool
}

// at gives the word at i, "," outside of the request.
func (s sentence) at(i int) string {
	if i < 0 || i >= len(s.words) {
		return clauseEnd
	}
	return s.words[i]
}

// hasPhrase looks for prohibitions that are said without a negation.
func (s sentence) hasPhrase() bool {
	for i, w := range s.words {
		next := s.at(i + 1)
		switch w {
		case "read-only", "readonly", "dry-run":
			return true
		case "read":
			if next == "only" && s.at(i+2) == clauseEnd {
				return true
			}
		case "dry":
			if next == "run" {
				return true
			}
		case "hands":
			if next == "off" {
				return true
			}
		case "leave", "keep", "lass", "lasse":
			if (next == "everything" || next == "alles") && s.staysAsItIs(i+2) {
				return true
			}
		}
	}
	return false
}

// staysAsItIs says whether the rest of the clause from i on means "unchanged".
func (s sentence) staysAsItIs(i int) bool {
	for ; s.at(i) != clauseEnd; i++ {
		switch s.at(i) {
		case "alone", "untouched", "unchanged", "as", "wie", "so", "unverändert", "unangetastet":
			return true
		}
	}
	return false
}

// changes says whether a changing verb is left that is not negated. After a
// prohibition, what the assistant would do is only talked about.
func (s sentence) changes(prohibited bool) bool {
	supposed := false
	for i, w := range s.words {
		switch {
		case w == clauseEnd:
			supposed = false
		case prohibited && isSupposing(w):
			supposed = true
		}
		if !s.negated[i] && !supposed && (s.isChange(i) || s.isUnknownVerb(i)) {
			return true
		}
	}
	return false
}

// isChange says whether the word at i asks for a change.
func (s sentence) isChange(i int) bool {
	w := s.words[i]
	if isGermanChange(w) {
		return true
	}
	verb, form := englishChange(w)
	switch {
	case verb == "":
		return w == "rid" && s.at(i-1) == "get"
	case form == formPast:
		return s.isWanted(i)
	case form == formGerund:
		return true
	case leadsNoun(s.at(i-1)) || isReading(s.at(i-1)):
		return false
	case isMostlyNoun(verb):
		return leadsVerb(s.at(i-1)) || isObject(s.at(i+1))
	default:
		return true
	}
}

// isWanted says whether the clause up to i wants something done: "I want
// these sorted".
func (s sentence) isWanted(i int) bool {
	for j := i - 1; i-j < farthest && s.at(j) != clauseEnd; j-- {
		switch s.at(j) {
		case "want", "need", "like":
			return true
		}
	}
	return false
}

// isUnknownVerb says whether a word that nobody knows stands where an order
// stands: "and bump the numbers".
func (s sentence) isUnknownVerb(i int) bool {
	w := s.words[i]
	if w == clauseEnd || w == aPath || isReading(w) || isFunction(w) || isFiller(w) || isNegator(w) || leadsNoun(w) {
		return false
	}
	if verb, _ := englishChange(w); verb != "" {
		return false // decided by isChange
	}
	switch s.at(i + 1) {
	case "the", "them", "it", "my", "these", "those", "everything", "each", "every":
	default:
		return false
	}
	switch s.at(i - 1) {
	case clauseEnd, "and", "then", "please", "also", "or":
		return true
	}
	return false
}

// reads says whether the request has a reading verb or asks a question.
func (s sentence) reads() bool {
	if slices.ContainsFunc(s.words, isReading) {
		return true
	}
	switch s.at(0) {
	case "is", "are", "was", "were", "do", "does", "did", "has", "have", "ist", "sind", "hat", "habe", "gibt", "any":
		return true
	}
	return false
}
