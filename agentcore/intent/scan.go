package intent

import (
	"slices"
	"strings"
)

// scan interprets the items from the first to the last, marks the understood ones as
// used, and stores their meaning.
func (r *reader) scan() {
	r.lookAhead()
	for i := range r.items {
		if it := &r.items[i]; !it.used {
			it.used = r.take(i, it)
		}
	}
}

// lookAhead records what reading one item needs to know of the others.
func (r *reader) lookAhead() {
	if first := r.first(verbs...); first < len(r.items) {
		r.verb = r.items[first].roles
	}
	r.recase, r.fromNames = r.has(roleCase), r.has(roleFromNames)
	r.front, r.end = r.has(roleInFront), r.has(roleAtEnd)
	names := 0
	for _, it := range r.items {
		if it.kind == tokenName {
			names++
			r.one = IsFileName(it.text)
		}
	}
	r.one = r.one && names == 1
}

// take reads one item and reports whether it is understood.
func (r *reader) take(i int, it *item) bool {
	switch it.kind {
	case tokenName:
		return r.takeName(i, it)
	case tokenEnding:
		return r.pick(Pick{Ending: ending(it.text)})
	case tokenOdd, tokenSign:
		return false
	}
	switch {
	case it.is(roleContrast) && r.takeContrast(i):
		return true
	case it.is(roleExcept, roleLeave) && it.is(roleBut) && r.isAt(i+1, roleExcept, roleLeave, rolePropose):
		return true
	case it.is(roleLeave, roleOthers) && r.leavesTheRest(i):
		return true
	case it.is(roleExcept, roleLeave):
		return r.takeExcept(i, it) && !r.deniesVerb(i, it) || it.is(roleBut) && r.isAt(i+1, verbs...)
	case r.mode == excepting && it.is(roleLeftOut):
		r.closed = true
		return true
	case it.is(roleOnly):
		return r.takeOnly(i)
	case it.is(roleOthers):
		return len(r.request.Files.Except) > 0 && r.start(including)
	case it.is(roleOr):
		return r.mode == excepting
	case it.is(roleSubfolders):
		r.request.Files.Subfolders = true
		return true
	}
	if r.takeHow(i, it) || r.takeDestination(i, it) || r.takePick(i, it) || r.takeAttribute(i, it) {
		return true
	}
	if it.is(verbs...) && !it.is(roleThings, rolePlace, roleCourtesy) {
		return r.takeVerb(i, it)
	}
	return r.takeSmall(i, it)
}

// takeSmall reads items with little meaning of their own.
func (r *reader) takeSmall(i int, it *item) bool {
	switch {
	case it.is(roleWish) && !it.is(rolePlease) && r.isOfFiles(i):
		return false
	case it.is(rolePropose):
		return true
	case it.is(roleBut):
		return i+1 == len(r.items) || r.isAt(i+1, roleInto, roleExcept, roleLeave, roleLeftOut, roleOnly, rolePropose, roleCourtesy, roleThings, roleOthers) || r.isAt(i+1, verbs...) || it.is(roleCourtesy)
	case it.is(roleDo):
		return r.isAt(i+1, roleOthers)
	case it.is(roleAll):
		r.request.Files.All = true
		return !slices.ContainsFunc(r.request.Files.Named, func(n Name) bool { return IsFileName(n.Text) }) && !r.namesAFile()
	case it.is(roleOne):
		return r.one
	case it.is(roleHere):
		r.request.Files.Here = true
		r.request.Files.All = true
		return it.is(roleThings, rolePlace)
	case it.is(roleThings):
		r.request.Files.All = true
		return true
	case it.is(roleGood, roleWell) && r.isAt(i+1, roleThings, roleKind, roleExtension):
		return false // "the better ones"
	case it.is(roleCourtesy, rolePlace, roleRoot, roleInNames, roleFolder):
		return !r.isSecondTarget(i)
	case it.is(roleSetAside) && r.request.Do == Dedupe && r.request.Into == "":
		r.request.Into = r.lexicon.values[roleSetAside][it.text]
		return true
	case it.is(roleList, roleFind, roleRead, roleCount, roleDuplicates):
		return r.request.Do == Duplicate || r.request.Do == Dedupe
	case it.is(roleNothingElse):
		return r.request.Files.Picks() || len(r.request.Files.Named) > 0
	case it.is(roleWish, roleAlways):
		return true
	}
	return it.is(roleVague) && r.mode == excepting && i > 0 && r.items[i-1].used && r.items[i-1].roles.none() // "the Acme one"
}

// isOfFiles reports whether the wish at i says which files are meant: "move everything I
// need into Keep".
func (r *reader) isOfFiles(i int) bool {
	verb := r.first(verbs...)
	return verb < i && r.items[verb].text != "" && !r.items[i].ended && r.isAt(i-1, roleAll, roleThings, roleKind, roleExtension, roleBeing)
}

// namesAFile reports whether a file is named that is not excluded.
func (r *reader) namesAFile() bool {
	for i, it := range r.items {
		if it.kind == tokenName && IsFileName(it.text) && !r.behindExcept(i) && !r.behindRole(i, roleTo) {
			return true
		}
	}
	return false
}

// behindExcept reports whether an exclusion precedes an item.
func (r *reader) behindExcept(i int) bool {
	return slices.ContainsFunc(r.items[:i], func(it item) bool { return it.is(roleExcept, roleLeave, roleOnly) })
}

// start sets what happens to the files named next.
func (r *reader) start(m mode) bool {
	r.mode, r.closed, r.forbidden = m, false, false
	r.picks = len(r.request.Files.Only)
	if m == excepting {
		r.picks = len(r.request.Files.Except)
	}
	return true
}

// takeExcept begins an exclusion, if something follows that can be excluded.
func (r *reader) takeExcept(i int, it *item) bool {
	next := r.after(i, roleThings, roleCourtesy, roleAll, roleOne)
	if r.isAt(next, roleVague) && next+1 < len(r.items) && (r.isAt(next+1, roleFrom) || r.isRange(next+1)) { // "the one from Acme"
		r.use(next, 1)
		next++
	}
	if next == len(r.items) || !r.canBePicked(next, true) {
		return false
	}
	r.start(excepting)
	r.forbidden = it.is(roleLeave) && !it.is(roleExcept)
	if n := r.items[next]; n.kind == tokenWord && n.roles.none() && !r.isAttribute(next) {
		words := r.run(next)
		r.use(next, len(words))
		r.pick(Pick{Word: strings.Join(words, " ")})
	}
	return true
}

// deniesVerb reports whether a "not" may belong to the verb before it. "Move not all
// receipts" excludes receipts and asks for nothing else to be moved.
func (r *reader) deniesVerb(i int, it *item) bool {
	return it.is(roleNotVerb) && !it.ended && r.isAt(i-1, verbs...)
}

// leavesTheRest reads "leave the rest as it is" or "den Rest lass so" after a pick, which
// only repeats it.
func (r *reader) leavesTheRest(i int) bool {
	f := r.request.Files
	turned := r.isAt(i, roleOthers) && r.isAt(i+1, roleLeave)
	if len(f.Only)+len(f.Named) == 0 || !turned && (!r.isAt(i, roleLeave) || !r.isAt(i+1, roleOthers)) {
		return false
	}
	r.use(i+1, 1)
	if r.isAt(i+2, roleLeftOut) {
		r.use(i+2, 1)
	}
	return true
}

// isAttribute reports whether unknown words from i on precede a kind of files: "the Acme
// invoices".
func (r *reader) isAttribute(i int) bool {
	next := i + len(r.run(i))
	return next > i && r.isAt(next, roleKind) && !r.items[next].ended && !r.isAt(i-1, roleInto, roleTo)
}

// takeAttribute reads unknown words next to a kind of files: its sender, or words in its
// name.
func (r *reader) takeAttribute(i int, it *item) bool {
	if !it.roles.none() {
		return false
	}
	kind := i + len(r.run(i))
	switch {
	case r.isAttribute(i):
		one := r.isAt(kind, roleOne) && r.mode != excepting && !r.isAt(i-1, roleAll)
		r.pick(Pick{Kind: r.kindOf(&r.items[kind], r.mode), One: one})
	case r.isAt(i-1, roleDuplicates) && !it.ended: // "the duplicate minutes"
		words := r.run(i)
		r.use(i, len(words))
		return r.pick(Pick{Word: strings.Join(words, " ")})
	case r.isAt(i-1, roleKind) && r.items[i-1].used && !it.ended && isCapital(it.field) && len(r.under()) > r.picks:
		kind--
	default:
		return false
	}
	picks := r.under()
	picks[len(picks)-1].Word = strings.Join(r.run(i), " ")
	r.use(i, kind-i+1)
	return true
}

// under returns the picks of the current mode.
func (r *reader) under() []Pick {
	if r.mode == excepting {
		return r.request.Files.Except
	}
	return r.request.Files.Only
}

// takeOnly begins a selection. The verb may come between: "only rename the receipts".
func (r *reader) takeOnly(i int) bool {
	next := r.after(i, append([]role{roleThings, roleCourtesy}, verbs...)...)
	if next == len(r.items) || !r.canBePicked(next, false) {
		return false
	}
	return r.start(picking)
}

// canBePicked reports whether the item at i says which files are meant; unknown words do
// so only in an exclusion, where too many are better than too few.
func (r *reader) canBePicked(i int, unknown bool) bool {
	it := r.items[i]
	switch it.kind {
	case tokenName, tokenEnding:
		return true
	case tokenWord:
		return it.is(roleKind, roleExtension, roleStartingWith, roleEndingWith, roleContaining) || it.roles.none() && (unknown || r.isAttribute(i)) || r.isRange(i) ||
			unknown && it.is(roleFrom) && r.namesSender(i+1)
	}
	return false
}

// after returns the position of the next item with none of the roles.
func (r *reader) after(i int, skipped ...role) int {
	for i++; i < len(r.items); i++ {
		if it := r.items[i]; it.kind != tokenWord || !it.is(skipped...) || it.is(roleKind, roleExtension) && !it.is(roleThings) {
			break
		}
	}
	return i
}

// run returns the unknown words from i on, up to the end of the clause.
func (r *reader) run(i int) []string {
	const most = 4
	var words []string
	for j := i; j < len(r.items) && len(words) < most; j++ {
		it := r.items[j]
		if it.kind != tokenWord || !it.roles.none() || j > i && it.ended {
			break
		}
		words = append(words, it.text)
	}
	return words
}

// use marks n items from i on as read.
func (r *reader) use(i, n int) {
	for j := i; j < i+n && j < len(r.items); j++ {
		r.items[j].used = true
	}
}

// pick stores a pick in the current mode.
func (r *reader) pick(p Pick) bool {
	f := &r.request.Files
	switch r.mode {
	case excepting:
		f.Except = append(f.Except, p)
	default:
		f.Only = append(f.Only, p)
	}
	return true
}

// narrow restricts the current picks: all of a selection, but only the last of an
// exclusion, so that in doubt less is changed.
func (r *reader) narrow(with func(*Pick)) bool {
	under := r.under()
	switch {
	case len(under) <= r.picks, r.mode == excepting && under[len(under)-1] == (Pick{Word: under[len(under)-1].Word}):
		var p Pick
		with(&p)
		return r.pick(p)
	case r.mode == excepting:
		with(&under[len(under)-1])
	default:
		for i := r.picks; i < len(under); i++ {
			with(&under[i])
		}
	}
	return true
}

// takeVerb reads the main verb. Another one is left over, unless it repeats the first.
func (r *reader) takeVerb(i int, it *item) bool {
	same := false
	for _, v := range verbs {
		same = same || it.is(v) && r.verb.has(v)
	}
	if !same {
		return false
	}
	if r.mode != excepting {
		return true
	}
	if r.isAt(i+1, roleOthers) {
		return r.start(including)
	}
	// "don't touch a.pdf or rename b.pdf" forbids both; with "and" it is ambiguous.
	apart := it.ended || r.closed
	if !apart && (r.forbidden || i > 0 && r.items[i-1].is(roleOr)) {
		return false
	}
	return r.start(including)
}
