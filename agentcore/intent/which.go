package intent

import (
	"slices"
	"strings"
)

// takePick reads picks by properties of files.
func (r *reader) takePick(i int, it *item) bool {
	switch {
	case r.takeRange(i, it):
		return true
	case it.is(roleKind):
		return r.takeKind(i, it)
	case it.is(roleExtension):
		return r.pick(Pick{Ending: ending(it.text)})
	case it.is(roleStartingWith, roleEndingWith, roleContaining):
		return r.takeText(i, it)
	case it.is(roleFrom):
		return r.takeFrom(i)
	case it.is(roleInTheName), it.is(roleBeing) && !it.is(verbs...):
		return r.request.Files.Picks() || it.is(roleBeing) && i+1 < len(r.items) && r.isRange(i+1)
	case r.yearAt(i) > 0 && i > 0 && r.items[i-1].is(roleKind, roleExtension) && !it.ended: // "invoices 2024"
		period, _ := r.dateAt(i)
		return r.narrow(func(p *Pick) { p.Dated = period })
	}
	return false
}

// takeKind reads the kind of files. "This letter" next to the name of one file is that
// file.
func (r *reader) takeKind(i int, it *item) bool {
	kind := r.kindOf(it, r.mode)
	switch {
	case it.is(verbs...) && !r.isNoun(i):
		return false
	case r.one && it.is(roleOne) && r.mode != excepting:
		return true
	case it.is(roleOne) && r.mode != excepting && (i == 0 || !r.items[i-1].is(roleAll)): // "every invoice" is all
		return i > 0 && r.items[i-1].is(roleThings) && r.pick(Pick{Kind: kind, One: true})
	case i > 0 && r.items[i-1].is(roleExtension) && !it.ended:
		return r.narrow(func(p *Pick) { p.Kind = kind })
	}
	return r.pick(Pick{Kind: kind})
}

// kindOf returns the kind that an item says; "" for none. What is left out as a photo may
// be any picture.
func (r *reader) kindOf(it *item, m mode) string {
	kind := r.lexicon.values[roleKind][it.text]
	if kind == kindPhoto && m == excepting {
		return kindImage
	}
	return kind
}

// isNoun reports whether a word that is also a verb is a noun at i, as German capitalizes
// them: "alle Schreiben", but not "alle Namen klein schreiben".
func (r *reader) isNoun(i int) bool {
	if r.isAt(i-1, roleThings, roleAll, roleOnly) && !r.isAt(i-1, roleNameWord) {
		return true
	}
	return isCapital(r.items[i].field) && (i > 0 || slices.ContainsFunc(r.items[1:], func(it item) bool { return it.is(verbs...) }))
}

// takeText reads "starting with IMG" and the like.
func (r *reader) takeText(i int, it *item) bool {
	text, n := r.textAt(i + 1)
	if n == 0 {
		return false
	}
	r.use(i+1, n)
	return r.narrow(func(p *Pick) {
		switch {
		case it.is(roleStartingWith):
			p.Starts = text
		case it.is(roleEndingWith):
			if known := r.lexicon.roles[strings.ToLower(text)]; known.has(roleExtension) || strings.HasPrefix(text, ".") {
				p.Ending = ending(text)
			} else {
				p.Ends = text
			}
		default:
			p.Contains = text
		}
	})
}

// takeFrom reads the sender of files.
func (r *reader) takeFrom(i int) bool {
	picked := len(r.request.Files.Only) > r.picks
	if r.mode == excepting {
		picked = len(r.request.Files.Except) > r.picks
	}
	if of := r.after(i, roleThings, roleAll); !picked && r.mode != excepting && of < len(r.items) && r.isAttribute(of) {
		return true // "the names of the Acme invoices" are theirs
	}
	sender, n := r.senderAt(i + 1)
	if n == 0 {
		sender, n = r.folderAt(i + 1)
	}
	if n > 0 && (picked || r.mode == excepting || !r.verb.has(verbs...) || (r.isAt(i-1, roleAll, roleThings) || strings.Contains(r.items[i].text, " ")) && r.isOwnName(i+n)) {
		r.use(i+1, n)
		return r.narrow(func(p *Pick) { p.Sender = sender })
	}
	// "The names of the PDFs" are theirs.
	of := r.after(i, roleThings, roleAll)
	return of < len(r.items) && (r.items[of].kind == tokenEnding || r.items[of].is(roleKind, roleExtension))
}

// isOwnName reports whether the name that ends at i is written as one.
func (r *reader) isOwnName(i int) bool {
	return i < len(r.items) && (r.items[i].quoted || isCapital(r.items[i].field) || strings.ToUpper(r.items[i].field) == r.items[i].field)
}

// folderAt returns the source folder at i, if its name is a known word: "from Old to
// Taxes".
func (r *reader) folderAt(i int) (string, int) {
	if i >= len(r.items) || r.items[i].kind != tokenWord || !r.verb.has(roleMove, roleCopy) {
		return "", 0
	}
	if it := r.items[i]; isCapital(it.field) && r.lexicon.language != "de" && !r.isRange(i) && r.isAt(i+1, roleInto, roleTo) {
		return it.field, 1
	}
	return "", 0
}
