package intent

import "slices"

// maxItems is the longest request that is tried in two parts.
const maxItems = 60

// inTwo parses a request as two that are understood separately: two orders, or a
// prohibition and an order.
func (r *reader) inTwo(folders []string) (Request, bool) {
	for i := 1; i < len(r.items) && len(r.items) <= maxItems; i++ {
		it := r.items[i]
		behind := it.at
		switch {
		case it.text == "" || it.at == 0:
			continue
		case it.ended:
		case r.isAt(i, roleCourtesy, roleBut) && i+1 < len(r.items): // "and"
			behind = r.items[i+1].at
		default:
			continue
		}
		contrast := r.isAt(i, roleBut) && !r.isAt(i, roleCourtesy)
		if both, ok := joined(r.text[:it.at], r.text[behind:], folders, contrast); ok {
			return both, true
		}
	}
	return Request{}, false
}

// joined returns what two parts of a request mean together. Behind a contrast, the second
// needs a verb of its own: "tidy Taxes but rather a.pdf" is not about both.
func joined(first, then string, folders []string, contrast bool) (Request, bool) {
	a, b := inOne(first, folders), inOne(then, folders)
	verb := a.first(verbs...)
	goesOn := !b.has(verbs...) && verb < len(a.items)
	if goesOn && contrast {
		return Request{}, false
	}
	if goesOn { // "move the photos to A and the PDFs to B"
		b = inOne(a.items[verb].text+" "+then, folders)
	}
	before, after := a.request, b.request
	forbidden, changes := newSentence(split(first)).order()
	switch {
	case !after.isUnderstood(), after.Proposal:
		return Request{}, false
	case !after.Do.Changes(): // "don't move anything, just count the photos"
		return after, forbidden != forbidsNothing && !changes
	}
	if forbidden == forbidsAVerb && !changes {
		forbids := func(v role) bool { return a.has(v) && b.has(v) }
		return after, !slices.ContainsFunc(verbs, forbids) && !a.has(roleKind, roleExtension, roleOthers)
	}
	switch {
	case !before.isUnderstood() || goesOn && before.Do != after.Do:
		return Request{}, false
	case before.Do == Rename && after.Do == Move && b.has(rolePronoun) && !b.has(roleAll) && !after.Files.picksOwn():
		before.Into = after.Into // "rename a.txt to b and put it into C"
		return before, true
	}
	before.Then = &after
	return before, before.standsAlone() && after.standsAlone()
}

// picksOwn reports whether a request says itself which files it is about.
func (f Files) picksOwn() bool { return f.Picks() || len(f.Named) > 0 }

// standsAlone reports whether a change can be one of two: it says which files it is
// about, and none of its exclusions or conditions could be meant for the other.
func (r Request) standsAlone() bool {
	switch r.Do {
	case Undo, GoAhead, KeepRule, Dedupe:
		return false
	case Trash:
		if slices.ContainsFunc(r.Files.Only, Pick.NeedsReading) {
			return false
		}
	}
	return r.Do.Changes() && !r.Proposal && r.Files.picksOwn() && len(r.Files.Except) == 0 && r.Instead.Folder == ""
}
