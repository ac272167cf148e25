package intent

import (
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// takeName reads a name: of a file to exclude, of the target folder, of the new name of a
// file, or of the subject of the request.
func (r *reader) takeName(i int, it *item) bool {
	f := &r.request.Files
	switch {
	case r.behindRole(i, roleInto, roleTo) && r.verbBefore(i) && (r.mode == including || r.sends(i)):
		return r.takeTarget(i, it)
	case r.mode != including:
		return r.pick(Pick{Name: it.text})
	case r.request.Into != "" || r.request.How.Name != "":
		return false // what follows the target of files
	case it.quoted && !IsFileName(it.text) && r.takesText():
		return r.takeOwnText(it.text)
	}
	f.Named = append(f.Named, Name{it.text, it.quoted, r.behindRole(i, rolePlace)})
	return true
}

// behindRole reports whether the item before i has a role, skipping words for a folder.
func (r *reader) behindRole(i int, any ...role) bool {
	for i--; i >= 0 && r.items[i].kind == tokenWord; i-- {
		it := r.items[i]
		if it.is(any...) {
			return true
		}
		if !it.is(roleFolder) {
			return false
		}
	}
	return false
}

// verbBefore reports whether a changing verb precedes i, or a moving verb ends the
// clause: "go to ~/Scans and tidy it" moves nothing.
func (r *reader) verbBefore(i int) bool {
	if slices.ContainsFunc(r.items[:i], func(it item) bool { return it.is(verbs...) && !it.is(rolePlace) }) {
		return true
	}
	last := slices.IndexFunc(r.items, func(it item) bool { return it.is(roleMove, roleCopy) })
	return last > i && r.verb.has(roleMove, roleCopy) && (r.endsClause(last) || r.isAt(last+1, roleBut)) || // "in den Ordner Steuer verschieben"
		r.renames(i) || r.isAt(i, roleTo) && r.renames(i+1)
}

// renames reports whether the item at i is the new name of the file before it, with a
// verb that only renames: "a.txt in 'Einkauf' umbenennen".
func (r *reader) renames(i int) bool {
	return r.verb.has(roleRename) && i > 1 && r.isAt(i-1, roleTo) && !r.isAt(i, roleFolder) && r.items[i-2].kind == tokenName && IsFileName(r.items[i-2].text)
}

// renamesOne reports whether the one picked file gets a new name: "rename the lease to
// Flat".
func (r *reader) renamesOne() bool {
	f := r.request.Files
	return r.verb.has(roleRename) && len(f.Named)+len(f.Except) == 0 && len(f.Only) == 1 && f.Only[0].One
}

// takeTarget reads a name that is a target folder, or a new name.
func (r *reader) takeTarget(i int, it *item) bool {
	if r.request.Into != "" || r.request.How.Name != "" {
		return false
	}
	into, to := r.behindRole(i, roleInto), r.behindRole(i, roleTo)
	isPath := strings.HasPrefix(it.text, "~") || path.IsAbs(it.text)
	sends := r.sends(i) || r.renames(i)
	switch {
	case !sends && (!to || len(r.request.Files.Named) == 0 || !IsFileName(it.text)):
		r.request.Files.Named = append(r.request.Files.Named, Name{it.text, it.quoted, true})
	case IsFileName(it.text), to && (!into || r.renames(i)) && !isPath && !r.verb.has(roleMove, roleCopy):
		r.request.How.Name = it.text
	default:
		r.request.Into = it.text
	}
	return true
}

// sends reports whether the words before i introduce a target folder: "into" always does,
// "in" only after a verb such as "put", and if nothing else does.
func (r *reader) sends(i int) bool {
	at := i - 1
	for at > 0 && !r.items[at].is(roleInto, roleTo) {
		at--
	}
	if at < 0 || !r.items[at].is(roleInto, roleTo) || !r.items[at].is(roleInside) {
		return at >= 0
	}
	return r.verb.has(roleMove, roleCopy) && !slices.ContainsFunc(r.items[i:], func(later item) bool {
		return later.is(roleInto, roleTo) && !later.is(roleInside)
	})
}

// takeDestination reads a target folder that is not a path or a quotation.
func (r *reader) takeDestination(i int, it *item) bool {
	switch {
	case it.is(roleIntoTrash):
		if !r.verb.has(roleTrash, roleMove) {
			return false
		}
		r.request.Do = Trash
		return true
	case !it.is(roleInto, roleTo) || it.is(roleThings) && !it.is(rolePlace) || r.isRange(i):
		return false
	}
	next := i + 1
	for next < len(r.items) && r.items[next].is(roleFolder) {
		next++
	}
	if next == len(r.items) {
		return false
	}
	if n := r.items[next]; n.kind == tokenName {
		return r.verbBefore(i) || it.is(rolePlace) || r.mode != including
	}
	if !r.verbBefore(i) && !it.is(roleTidy) || r.request.Into != "" || r.request.How.Name != "" {
		return false
	}
	n := r.items[next]
	if !it.is(roleInto) && r.verb.has(roleSet) && next == i+1 && !isCapital(n.field) { // "mets les photos en ligne"
		return false
	}
	if n.kind != tokenWord || !r.isFolderName(next, next > i+1) {
		return it.is(rolePlace) && next == i+1 && n.is(roleThings, roleAll, roleRoot, roleFolder)
	}
	name, last := r.writtenName(next, it.is(roleTo) && (r.one || r.renamesOne()) && !r.verb.has(roleMove, roleCopy))
	if last < len(r.items) && !r.items[last].ended && !r.items[last].is(rolePlace, roleExcept, roleLeave, roleContrast, roleCourtesy, roleStays, roleWish, roleAlways) && !r.items[last].is(verbs...) {
		return false
	}
	switch {
	case r.verb.has(roleMove, roleCopy) || next > i+1 && it.is(roleInto):
		r.request.Into = name
	case it.is(roleTo) && (len(r.request.Files.Named) > 0 && r.one && r.verb.has(roleTidy, roleSet) || r.renamesOne()):
		r.request.How.Name = name
	default:
		return false
	}
	r.use(i+1, last-i-1)
	return true
}

// isSecondTarget reports whether the item at i introduces another target: "the video into
// Holiday and the songs into Music" is two requests.
func (r *reader) isSecondTarget(i int) bool {
	if r.request.Into == "" || r.mode != including || !r.isAt(i, roleInto, roleTo) {
		return false
	}
	name, _ := r.folderName(i+1, false)
	return name != ""
}

// isFolderName reports whether the word at i may be a name chosen by the user: an unknown
// word, a kind, or one written like a name, after the word for a folder or in a language
// that does not capitalize all nouns.
func (r *reader) isFolderName(i int, called bool) bool {
	it := r.items[i]
	switch {
	case it.roles.none(), it.is(roleKind):
		return true
	case it.is(verbs...) && !called:
		return false
	}
	return isCapital(it.field) && (called || r.lexicon.language != "de" || it.is(roleAdjective))
}

// isCapital reports whether a word begins with a capital letter, followed by lower case.
func isCapital(word string) bool {
	first, width := utf8.DecodeRuneInString(word)
	return unicode.IsUpper(first) && strings.IndexFunc(word[width:], unicode.IsLower) >= 0
}

// writtenName returns the unquoted name that begins at i, and where it ends: words
// written like names belong to it; to the new name of a file any words.
func (r *reader) writtenName(i int, any bool) (string, int) {
	name := r.items[i].field
	goesOn := any || isCapital(name)
	i += r.fieldLength(i)
	for i < len(r.items) && (goesOn && r.belongsToName(i, any) || r.isYearOfName(i)) {
		name += " " + r.items[i].field
		i += r.fieldLength(i)
	}
	return name, i
}

// isYearOfName reports whether the year at i continues the name before it, and ends its
// clause: "into Taxes 2024".
func (r *reader) isYearOfName(i int) bool {
	return r.yearAt(i) > 0 && !r.items[i].ended && r.fieldLength(i) == 1 &&
		(i+1 == len(r.items) || r.items[i+1].ended || r.isAt(i+1, verbs...) || r.isAt(i+1, rolePlease))
}

// belongsToName reports whether the word at i continues a name.
func (r *reader) belongsToName(i int, any bool) bool {
	it := r.items[i]
	if it.kind != tokenWord || it.ended || it.is(verbs...) ||
		it.is(rolePlace, roleExcept, roleLeave, roleCourtesy, roleOnly, roleOthers, roleStays, roleWish, roleBut, roleAlways) {
		return false
	}
	return isCapital(it.field) || any && it.roles.none()
}

// fieldLength returns how many items the field at i was split into.
func (r *reader) fieldLength(i int) int {
	n := 1
	for i+n < len(r.items) && r.items[i+n].at == r.items[i].at {
		n++
	}
	return n
}
