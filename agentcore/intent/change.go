package intent

import (
	"slices"
	"strings"
	"unicode"
)

// takeHow reads how a change is made.
func (r *reader) takeHow(i int, it *item) bool {
	how := &r.request.How
	switch {
	case it.is(roleCase) && r.isAt(i-1, roleInto) && isCapital(it.field):
		return false // "in Klein" is a folder
	case it.is(roleCase) && it.is(roleAdjective) && !r.has(roleNameWord) && !r.verb.has(roleAdd):
		return false // "mach die Bilder klein" is not about their names
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
