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
	return last > i && r.verb.has(roleMove, roleCopy) && r.endsClause(last) || // "in den Ordner Steuer verschieben"
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

// takeHow reads how a change is made.
func (r *reader) takeHow(i int, it *item) bool {
	how := &r.request.How
	switch {
	case it.is(roleCase) && r.isAt(i-1, roleInto) && isCapital(it.field):
		return false // "in Klein" is a folder
	case it.is(roleCase) && r.verb.has(roleTidy, roleSet, roleMove):
		return setOnce(&how.Case, r.lexicon.values[roleCase][it.text])
	case it.is(roleBy) && r.verb.has(roleTidy, roleMove):
		return r.takeBy(i)
	case it.is(rolePart) && r.verb.has(roleAdd) && r.front != r.end:
		return setOnce(&how.Part, r.lexicon.values[rolePart][it.text])
	case it.is(roleChar) && r.verb.has(roleReplace) && how.Old == "":
		return r.takeOwnText(characters[r.lexicon.values[roleChar][it.text]])
	case it.is(roleFolders):
		return r.has(roleBy)
	case it.is(roleFolder) && !it.is(roleKind, roleOne) && r.mode == including && how.Name == "" && r.request.Into == "" && r.has(roleBy) && !r.isAt(i-1, roleInto, roleTo): // "one folder per year"
		return true
	case it.is(roleInFront, roleAtEnd) && r.verb.has(roleAdd) && !it.is(roleAdd):
		return true
	case it.is(roleAdd, roleReplace) && r.takesText(), it.is(roleTrash) && r.fromNames:
		text, n := r.textAt(i + 1)
		if r.verb.has(roleReplace) {
			text, n = r.wordsAt(i + 1)
		}
		if n > 0 && (!it.is(roleAdd) || r.items[i+n].quoted || !isPlainWord(text)) {
			r.use(i+1, n)
			return r.takeOwnText(text)
		}
		return true
	case it.is(roleInNames) && r.isAt(i-1, roleReplace) && r.takesText() && how.Old == "": // "replace in all names …"
		text, n := r.textAt(i + 1)
		r.use(i+1, n)
		return n == 0 || r.takeOwnText(text)
	case it.is(roleWith) && r.verb.has(roleReplace) && how.Old != "":
		text, n := r.wordsAt(i + 1)
		if n == 0 && i+1 < len(r.items) && r.items[i+1].kind == tokenWord && (r.items[i+1].is(roleKind) || isCapital(r.items[i+1].field)) {
			text, n = r.items[i+1].field, r.fieldLength(i+1)
		}
		r.use(i+1, n)
		how.New = text
		return n > 0
	case it.is(roleFromNames):
		return r.verb.has(roleTrash) && how.Old != "" || r.verb.has(roleAdd, roleReplace)
	}
	return false
}

// takeBy reads what files are sorted by: "by year", "by sender and year".
func (r *reader) takeBy(i int) bool {
	by := &r.request.How.By
	add := func(value string) bool {
		switch {
		case *by == "":
			*by = value
		case *by == "type" || value == "type":
			return *by == value
		case !slices.Contains(strings.Split(*by, "/"), value):
			*by += "/" + value
		}
		return true
	}
	all := r.lexicon.values[roleBy]
	taken := add(all[r.items[i].text])
	first, _, _ := strings.Cut(r.items[i].text, " ")
	for ; r.isAt(i+1, roleCourtesy) && i+2 < len(r.items); i += 2 {
		value := all[first+" "+r.items[i+2].text]
		if value == "" {
			break
		}
		taken = add(value) && taken
		r.use(i+1, 2)
	}
	return taken
}

// setOnce sets a part of How, and returns false for a conflicting second one: "a.pdf
// upper case and b.pdf lower case" is two requests.
func setOnce(part *string, value string) bool {
	if *part == "" {
		*part = value
	}
	return *part == value
}

// takesText reports whether the verb takes a text.
func (r *reader) takesText() bool {
	return r.verb.has(roleReplace) || r.verb.has(roleAdd) && (r.front || r.end) || r.verb.has(roleTrash) && r.fromNames
}

// isPlainWord reports whether a text consists of letters: a user who adds an unquoted
// "date" to names may mean each file's date.
func isPlainWord(text string) bool {
	return strings.IndexFunc(text, func(r rune) bool { return !unicode.IsLetter(r) }) < 0
}

// takeOwnText stores a text given by the user.
func (r *reader) takeOwnText(text string) bool {
	how := &r.request.How
	switch {
	case r.verb.has(roleAdd) && (r.front || r.end) && how.Text == "":
		how.Text = text
	case r.verb.has(roleReplace, roleTrash) && how.Old == "":
		how.Old = text
	default:
		return false
	}
	return true
}

// readChange parses a request for a change up to its last word.
func (r *reader) readChange() {
	r.scan()
	r.request.Do = r.action()
	if r.has(roleAlways) {
		r.request.Do = r.lasting()
	}
	r.account()
	if r.request.Do == None && len(r.request.Left) == 0 {
		for _, it := range r.items {
			if it.is(verbs...) {
				r.request.Left = append(r.request.Left, it.text)
			}
		}
	}
}

// action returns what the verb means with the rest of the request, and leaves over what
// does not fit.
func (r *reader) action() Action {
	f, how := r.request.Files, r.request.How
	switch {
	case r.request.Do == Trash, r.verb.has(roleTrash) && how.Old == "":
		return r.trash()
	case how.Old != "" && (r.verb.has(roleTrash) || r.has(roleWith)):
		return Replace
	case how.Text+how.Part != "" && (how.Text == "" || how.Part == "") && r.front != r.end:
		if r.front {
			return Prefix
		}
		return Suffix
	case how.Case != "" && r.request.Into == "" && how.Name == "" && how.By == "":
		return Recase
	case how.By != "" && r.request.Into == "" && how.Name == "":
		return SortInto
	case how.Case+how.By+how.Text+how.Part+how.Old != "":
		return None
	case how.Name != "" && len(f.Named) == 1 && IsFileName(f.Named[0].Text) && !f.Picks() && r.verb.has(roleTidy, roleSet):
		return Rename
	case how.Name != "" && len(f.Named) == 1 && IsFileName(f.Named[0].Text) && !f.Picks() && r.verb.has(roleCopy):
		return Copy
	case how.Name != "" && r.renamesOne():
		return Rename
	case how.Name != "":
		return None
	case r.verb.has(roleTidy) && (!r.verb.has(roleMove) || r.request.Into == ""):
		return Tidy
	case r.request.Into != "" && r.about() && r.verb.has(roleCopy):
		return Copy
	case r.request.Into != "" && r.about() && r.verb.has(roleMove, roleSet):
		return Move
	case r.verb.has(roleNumber):
		return Number
	}
	return None
}

// lasting returns the action for future files: only targets can be kept, for documents
// described in words.
func (r *reader) lasting() Action {
	f := r.request.Files
	said := len(f.Only) > 0 && len(f.Named)+len(f.Roots) == 0 && !f.Subfolders && !r.request.Proposal
	for _, p := range slices.Concat(f.Only, f.Except) {
		said = said && p.isLasting()
	}
	switch {
	case said && r.request.Do == Move && !IsFileName(r.request.Into):
		return KeepRule
	case said && r.request.Do == None && r.request.How.Name != "" && r.verb.has(roleTidy, roleSet) && strings.Contains(r.request.How.Name, "{"):
		return KeepRule
	}
	for i := range r.items {
		if it := &r.items[i]; it.is(roleAlways) {
			it.used = false
		}
	}
	return None
}

// about reports whether the request says which files it is about.
func (r *reader) about() bool {
	f := r.request.Files
	return f.All || len(f.Named) > 0 || len(f.Only) > 0
}

// trash only trashes named or picked files: never all, nor all but some. Besides named
// files, some may be excluded: "delete a.pdf but not b.pdf".
func (r *reader) trash() Action {
	f := r.request.Files
	files := slices.ContainsFunc(f.Named, func(n Name) bool { return IsFileName(n.Text) && !n.Inside })
	more := slices.ContainsFunc(f.Except, func(p Pick) bool { return p != Pick{Name: p.Name} || !IsFileName(p.Name) })
	if r.request.Into != "" || r.request.How.Name != "" || !files && len(f.Only) == 0 || more || len(f.Except) > 0 && len(f.Only) > 0 {
		return None
	}
	return Trash
}

// baseName returns the last element of a path.
func baseName(name string) string { return name[strings.LastIndexAny(name, `/\`)+1:] }

// nameWords returns the words of the last element of a path, as they are said.
func nameWords(folder string) string {
	var said []string
	for _, t := range wordsIn(baseName(folder), "", 0) {
		said = append(said, t.text)
	}
	return strings.Join(said, " ")
}
