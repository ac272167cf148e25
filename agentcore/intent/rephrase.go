package intent

import (
	"slices"
	"strings"
)

// rephrase brings indirect wordings into the order that scan reads: what to do, to which
// files, what stays.
func (r *reader) rephrase() {
	r.findCompounds()
	r.findNewName()
	r.findNaming()
	r.findCalled()
	r.findSame()
	r.findBelonging()
	r.findStaying()
	r.findCharacters()
	r.findSorting()
	r.findGiving()
	r.findWish()
	for i := range r.items {
		if it := &r.items[i]; it.is(roleDuplicates) && it.is(roleCopy) && r.isAt(i-1, roleThings, roleAll) { // "the duplicate photos"
			it.roles = roles{roleDuplicates}
		}
	}
}

// findCharacters reads "turn the spaces into underscores" as a replacement.
func (r *reader) findCharacters() {
	verb, to := r.first(verbs...), r.first(roleChar)+1
	for to < len(r.items) && (!r.isAt(to, roleChar) || !r.isAt(to-1, roleInto, roleTo)) {
		to++
	}
	if to < len(r.items) && r.items[verb].is(roleSet) {
		r.items[verb].roles, r.items[to-1].roles = roles{roleReplace}, roles{roleWith}
	}
}

// findCompounds reads the unknown "Hotelrechnung" as "Hotel Rechnung".
func (r *reader) findCompounds() {
	const least = 4 // letters of each part
	for i := 0; i < len(r.items); i++ {
		it := r.items[i]
		if r.lexicon.language != "de" || it.kind != tokenWord || !it.roles.none() || !strings.EqualFold(it.field, it.text) {
			continue
		}
		for at := range it.text {
			end := it.text[at:]
			if at < least || len(end) < least || r.lexicon.values[roleKind][end] == "" {
				continue
			}
			first, last := it, it
			first.text, first.field = it.text[:at], it.field[:at]
			if s, joint := strings.CutSuffix(first.text, "ungs"); joint { // "Versicherungsvertrag"
				first.text, first.field = s+"ung", it.field[:len(s)]+"ung"
			}
			last.text, last.field, last.ended = end, end, false
			last.roles = r.lexicon.roles[end].reading()
			r.items = slices.Replace(r.items, i, i+1, first, last)
			i++
			break
		}
	}
}

// findSorting reads "make a folder for each year" as an order to sort.
func (r *reader) findSorting() {
	if verb := r.first(verbs...); verb < len(r.items) && r.items[verb].is(roleSet) && r.has(roleBy) && !r.has(roleCase) {
		r.items[verb].roles = roles{roleTidy}
	}
}

// findGiving reads "give a.pdf the name Plans" as "rename a.pdf to Plans".
func (r *reader) findGiving() {
	file := slices.IndexFunc(r.items, func(it item) bool { return it.kind == tokenName && IsFileName(it.text) })
	verb := r.first(roleGive)
	if file < verb {
		return
	}
	for name := file + 1; name+1 < len(r.items) && r.isAt(name, roleThings) && !r.items[name].ended; name++ {
		said := r.items[name].text
		if !r.lexicon.roles[said[strings.LastIndexByte(said, ' ')+1:]].has(roleNameWord) {
			continue
		}
		r.items[verb].roles, r.items[name].roles = roles{roleTidy, roleRename}, roles{roleTo}
		if r.isAt(file-1, roleTo) { // "ponle a a.pdf el nombre …"
			r.makeCourtesy(file - 1)
		}
	}
}

// findNaming reads "a sensible name" and "vernünftig benennen" as the verb "tidy".
func (r *reader) findNaming() {
	found := false
	for i := range r.items {
		switch it := &r.items[i]; {
		case it.is(roleGood) && (r.isAt(i+1, roleNameWord) || r.isAt(i-1, roleNameWord) || r.isAt(i+1, roleGood) && r.isAt(i+2, roleNameWord)),
			it.is(roleWell) && r.isManner(i):
			it.roles = roles{roleTidy}
			found = true
		case it.is(roleOrderNoun) && r.has(roleGive, roleSet):
			it.roles = roles{roleTidy}
			found = true
		}
	}
	if !found {
		return
	}
	for i := range r.items {
		if it := &r.items[i]; it.is(roleGive, roleSet) && !it.is(roleTidy) || it.is(roleTo) && r.isAt(i+1, roleAll, roleThings) || it.is(roleNameWord) && (r.isAt(i-1, roleTidy) || r.isAt(i+1, roleTidy)) {
			r.makeCourtesy(i)
		}
	}
}

// findNewName reads "Plans 2024.md" after "rename a.md to" as one name: its end looks
// like a name by itself.
func (r *reader) findNewName() {
	named := func(i int) bool { return r.items[i].kind == tokenName && IsFileName(r.items[i].text) }
	to := slices.IndexFunc(r.items, func(it item) bool { return it.kind == tokenWord && it.is(roleTo) && !it.is(verbs...) })
	if to < 1 || !named(to-1) || r.has(roleMove, roleCopy, roleExcept, roleLeave, roleOnly) || !r.has(roleTidy, roleSet) {
		return
	}
	end := to + 1
	for end < len(r.items) && r.items[end].kind == tokenWord && !r.items[end].ended && (r.items[end].roles.none() || isCapital(r.items[end].field)) {
		end++
	}
	if end == to+1 || end == len(r.items) || !named(end) || r.items[end].quoted || r.items[end].ended || strings.ContainsAny(r.items[end].text, `/\~`) {
		return
	}
	start := r.items[to+1]
	whole := token{kind: tokenName, at: start.at, text: r.text[start.at : r.items[end].at+len(r.items[end].field)]}
	whole.field = whole.text
	r.items = slices.Replace(r.items, to+1, end+1, item{token: whole})
}

// isManner reports whether the word at i says how something is named, rather than which
// files are meant: "rename properly", not "rename better ones".
func (r *reader) isManner(i int) bool {
	if r.isAt(i+1, roleTidy) {
		return true
	}
	return r.isAt(i-1, roleTidy) && (i+1 == len(r.items) || r.items[i+1].ended || r.isAt(i+1, roleCourtesy, rolePlace))
}

// findBelonging reads "everything from 2024 goes into …" as an order. "Kommt das in den
// Ordner Steuer?" is a question.
func (r *reader) findBelonging() {
	for i := 1; i < len(r.items); i++ {
		if r.isAt(i, roleBelongs) && r.has(roleInto) && r.first(verbs...) == len(r.items) && !r.has(roleWhich, roleShall) {
			r.items[i].roles = roles{roleMove}
			return
		}
	}
}

// findCalled reads "soll … heißen" as a verb and the word before a new name.
func (r *reader) findCalled() {
	called := r.first(roleCalled)
	for i := 0; i < called && called < len(r.items); i++ {
		if r.isAt(i, roleShall) {
			r.makeCourtesy(called)
			r.items[i].roles = roles{roleTidy, roleTo}
			return
		}
	}
}

// findSame reads "do" as the verb that was forbidden before: "don't rename a.pdf but do
// the others".
func (r *reader) findSame() {
	forbidden := r.first(roleLeave)
	for i := forbidden + 1; i < len(r.items); i++ {
		if r.isAt(i, roleDo) && r.isAt(i+1, roleOthers) && r.first(verbs...) == len(r.items) {
			said := strings.Fields(r.items[forbidden].text)
			for _, verb := range []role{roleTidy, roleMove} {
				if slices.ContainsFunc(said, func(w string) bool { return r.lexicon.roles[w].has(verb) }) {
					r.items[i].roles = roles{verb}
					r.items[i].ended = true
				}
			}
		}
	}
}

// isAt reports whether the item at i is a word of a role.
func (r *reader) isAt(i int, any ...role) bool {
	return i >= 0 && i < len(r.items) && r.items[i].kind == tokenWord && r.items[i].is(any...)
}

// makeCourtesy removes the meaning of a word.
func (r *reader) makeCourtesy(i int) {
	r.items[i].roles = roles{roleCourtesy}
}

// findStaying reads the words before "stays as it is", "nicht" and the like, up to the
// beginning of the clause, as an exclusion.
func (r *reader) findStaying() {
	for i := 0; i < len(r.items); i++ {
		if r.isAt(i, roleStays) && r.behindRole(i, roleInto, roleTo) { // a folder called so
			continue
		}
		if !r.isAt(i, roleStays) && (!r.isAt(i, roleExcept) || !r.endsClause(i) || r.isAt(i-1, roleInto, roleTo)) && !r.leavesInFront(i) {
			continue
		}
		start, nobody := r.staying(i)
		if nobody != r.isAt(i, roleTouched) || !r.canStay(start, i) { // "nothing … should be touched"
			continue
		}
		for j := max(0, start-1); j < i; j++ {
			if r.isAt(j, roleOnly) || j >= start && (r.isAt(j, roleBut, roleNobody) || r.isAt(j, roleExcept) && !r.isAt(j, roleLeave)) {
				r.makeCourtesy(j)
			}
		}
		r.items[i].roles = roles{roleLeftOut}
		leave := item{token: token{kind: tokenWord, at: r.items[start].at}, ended: r.items[start].ended, roles: roles{roleLeave}}
		r.items[start].ended = false
		r.items = slices.Insert(r.items, start, leave)
		i++
	}
}

// leavesInFront reports whether "leave" is at i, after its object: "die Rechnungen lass
// so".
func (r *reader) leavesInFront(i int) bool {
	if !r.isAt(i, roleLeave) || r.isAt(i, roleExcept) || i == 0 || r.items[i].ended || r.behindRole(i, roleInto, roleTo) {
		return false
	}
	for i++; i < len(r.items) && !r.items[i].ended; i++ {
		if !r.isAt(i, rolePlease, roleCourtesy, roleBut, roleLeftOut) {
			return false
		}
	}
	return true
}

// staying returns where the words begin that the item at i says to leave alone, and
// whether it is said of nothing.
func (r *reader) staying(i int) (start int, nobody bool) {
	for start = i; start > 0 && !r.items[start].ended; start-- {
		if start < i && r.isAt(start-1, roleBut) || r.isAt(start-1, verbs...) && !r.isAt(start-1, roleThings, roleKind, rolePlace) {
			break
		}
		nobody = nobody || r.isAt(start-1, roleNobody)
	}
	return start, nobody
}

// endsClause reports whether a clause ends after the item at i.
func (r *reader) endsClause(i int) bool {
	for i++; i < len(r.items) && !r.items[i].ended; i++ {
		if !r.isAt(i, rolePlease) {
			return false
		}
	}
	return true
}

// canStay reports whether the items between names or picks files, and nothing else.
func (r *reader) canStay(from, to int) bool {
	picked := false
	for i := from; i < to; i++ {
		it := r.items[i]
		switch {
		case it.kind == tokenName, it.kind == tokenEnding, it.is(roleKind, roleExtension), r.isRange(i), it.kind == tokenWord && it.roles.none():
			picked = true
		case it.is(roleExcept) && !it.is(roleLeave), it.is(roleLeave), it.kind == tokenWord && it.is(verbs...) && !it.is(roleThings, rolePlace):
			return false
		}
	}
	return picked
}

// findWish makes a verb of a mere wish: "a folder for each year", "the invoices in a
// folder Taxes". With a verb of its own the rest is courtesy.
func (r *reader) findWish() {
	// "The invoices are in a folder Taxes" wishes for nothing.
	thanks := r.isAt(len(r.items)-1, roleThanks)
	if !thanks && !r.has(roleWish, rolePlease) || r.has(roleLies, roleHowTo, roleUndo, roleHistory, roleList, roleFind, roleCount, roleRead, roleDuplicates) ||
		r.first(verbs...) < len(r.items) {
		return
	}
	var wish role
	switch {
	case r.has(roleBy) && r.has(roleFolder, roleFolders, roleWish):
		wish = roleTidy
	case r.has(roleCase) && !r.has(roleAdjective): // "lower case, please", but not "klein"
		wish = roleTidy
	case r.wantsFolder(), r.sendsTo():
		wish = roleMove
	default:
		return
	}
	verb := item{token: token{kind: tokenWord}, roles: roles{wish}}
	r.items = slices.Insert(r.items, 0, verb)
}

// sendsTo reports whether the request ends with a target folder: "the photos to Holiday,
// please".
func (r *reader) sendsTo() bool {
	if !r.has(rolePlease) || !r.has(roleKind, roleExtension, roleAll) && !r.namesAFile() {
		return false
	}
	for i := range r.items {
		if r.isAt(i, roleInto, roleTo) && !r.isAt(i, roleInside) && !r.isRange(i) {
			if name, _ := r.folderName(i+1, false); name != "" {
				return true
			}
		}
	}
	return false
}

// mayMove supplies the missing verb "move" if a target folder is named.
func (r *reader) mayMove() {
	if r.wantsFolder() {
		r.items[0].roles = roles{roleMove}
	}
}

// wantsFolder reports whether a target folder is named.
func (r *reader) wantsFolder() bool {
	for i := range r.items {
		if r.isAt(i, roleInto) && r.isAt(i+1, roleFolder) {
			return true
		}
	}
	return false
}
