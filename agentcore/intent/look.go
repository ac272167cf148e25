package intent

import (
	"slices"
	"strings"
)

// readLook parses a request that changes nothing: not every word has to be understood.
func (r *reader) readLook() {
	r.scan()
	r.takeYears()
	files := slices.ContainsFunc(r.request.Files.Named, func(n Name) bool { return IsFileName(n.Text) })
	reads, lists := r.has(roleRead), r.has(roleList)
	switch {
	case r.has(roleSum):
		r.request.Do = AddUp
		return
	case r.has(roleFind):
		r.request.Do = Find
		r.terms()
	case r.has(roleCount):
		r.request.Do = Count
	case files && (reads || lists), !lists && reads:
		r.request.Do = Read
	case lists:
		r.request.Do = List
	case r.request.Files.Picks() && r.has(roleWhich):
		r.request.Do = List
	}
	if r.request.Do != None && !r.request.Files.Picks() {
		return
	}
	for i := range r.items { // a question says it in more words than an order
		it := &r.items[i]
		it.used = it.used || it.kind == tokenWord && it.is(roleList, roleFind, roleRead, roleCount, roleWhich, roleBeing, roleUnsearched, roleWish, roleGive, roleSet)
	}
	r.account()
}

// terms collects search words: none if the picks say it all.
func (r *reader) terms() {
	for _, it := range r.items {
		switch {
		case it.kind == tokenName && it.quoted && !IsFileName(it.text):
			r.request.Terms = []string{it.text}
			return
		case it.kind == tokenName && IsFileName(it.text):
			r.request.Terms = []string{baseName(it.text)}
			return
		}
	}
	only := r.request.Files.Only
	picked := len(only) > 0 && (len(only) > 1 || only[0] != Pick{Kind: only[0].Kind, One: true}) // "the bill" may be a name
	for _, it := range r.items {
		if it.kind != tokenWord || it.is(roleFind) {
			continue
		}
		for _, w := range strings.Fields(it.text) {
			if !r.lexicon.roles[w].has(roleUnsearched, roleFind) {
				r.request.Terms = append(r.request.Terms, w)
				picked = picked && it.used
			}
		}
	}
	if picked {
		r.request.Terms = nil
	}
}
