package intent

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"
)

// readRunes is how much of a request is read: the instruction precedes any long pasted
// text.
const readRunes = 4000

// agreeingWords is the longest request that can be a mere yes.
const agreeingWords = 5

// Parse parses a request. folders are the open ones: they are recognized by path, even
// with blanks, and by last name ("the Scans folder").
//
// It uses the lexicon that knows most words; on a tie the first that understands the
// request: "lies" is "read" in German. A request that is not understood as a whole is
// tried as two.
func Parse(request string, folders ...string) Request {
	r := inOne(request, folders)
	if r.request.isUnderstood() {
		return r.request
	}
	if both, ok := r.inTwo(folders); ok {
		return both
	}
	if r.isForeign() {
		r.request.Language = ""
	}
	return r.request
}

// inOne parses a request as a whole: with the first of the best lexicons that understands
// it, else with the first of them.
func inOne(request string, folders []string) *reader {
	best := bestReaders(request, folders)
	for _, r := range best {
		if r.read(); r.request.isUnderstood() {
			return r
		}
	}
	return best[0]
}

func (r Request) isUnderstood() bool { return r.Do != None && len(r.Left) == 0 }

// Wanted is Parse for wishes about names and folders, which need no verb: "the invoices,
// by year".
func Wanted(wish string, folders ...string) Request {
	best := bestReader(wish, folders)
	if best.first(verbs...) == len(best.items) {
		verb := item{token: token{kind: tokenWord}, roles: roles{roleTidy}}
		best.items = slices.Insert(best.items, 0, verb)
		best.mayMove()
	}
	return best.read()
}

// bestReader returns the first of bestReaders.
func bestReader(request string, folders []string) *reader { return bestReaders(request, folders)[0] }

// bestReaders returns the readers with the lexicons that know most of a request: several
// on a tie.
func bestReaders(request string, folders []string) []*reader {
	var best []*reader
	most := -1
	for _, l := range lexicons() {
		r := newReader(l, request, folders)
		switch known := r.known(); {
		case known > most:
			best, most = []*reader{r}, known
		case known == most:
			best = append(best, r)
		}
	}
	if len(best) == 1 {
		best[0].language = best[0].lexicon.language
	}
	return best
}

// Exclusions returns what a request excludes, in any language, even if the rest is not
// understood: as written, and with typing errors corrected.
func Exclusions(request string, folders ...string) []Pick {
	var all []Pick
	for _, text := range []string{request, withoutSlips(request, folders)} {
		for _, l := range lexicons() {
			r := newReader(l, text, folders)
			r.scan()
			except := r.request.Files.Except
			if r.request.Instead.Folder != "" {
				except = append(except, r.request.Instead.Pick)
			}
			for _, p := range except {
				if !slices.Contains(all, p) {
					all = append(all, p)
				}
			}
		}
	}
	return all
}

// Excluded returns what a request excludes in its conversation: one that only accepts
// what was said before inherits the exclusions of the requests before it, back to the one
// that asked for a change.
func Excluded(request string, before []string, folders ...string) []Pick {
	all := Exclusions(request, folders...)
	accepts := Accepts(request, folders...)
	for i := 0; accepts && i < len(before); i++ {
		all = append(all, Exclusions(before[i], folders...)...)
		accepts = Accepts(before[i], folders...) || !Parse(withoutSlips(before[i], folders), folders...).Do.Changes()
	}
	return all
}

// Accepts reports whether a request asks for nothing itself, and says yes to what was
// said before.
func Accepts(request string, folders ...string) bool {
	r := bestReader(request, folders)
	yes := r.has(roleYes)
	read := r.read()
	return read.Do == GoAhead || yes && read.Do == None
}

// reader parses one request with one lexicon.
type reader struct {
	lexicon  *lexicon
	language string // of the request; empty: several lexicons know as much of it
	text     string
	items    []item
	request  Request

	verb roles // of the main verb
	mode mode
	// forbidden reports that the current exclusion began with a prohibited verb, closed
	// that its end was stated.
	forbidden, closed bool
	one               bool // a single file is named, and nothing else
	// recase, front, end and fromNames report what occurs anywhere in the request.
	recase, front, end, fromNames bool
	picks                         int // where the picks of this mode begin
}

// mode is what happens to the files named next.
type mode int

const (
	including mode = iota
	excepting
	picking
)

// has reports whether a phrase with one of the roles occurs.
func (r *reader) has(any ...role) bool { return r.first(any...) < len(r.items) }

// first returns the position of the first phrase with one of the roles; past the end if
// there is none.
func (r *reader) first(any ...role) int {
	at := slices.IndexFunc(r.items, func(it item) bool { return it.is(any...) })
	if at < 0 {
		return len(r.items)
	}
	return at
}

// all reports whether only phrases of the role occur, except for courtesies.
func (r *reader) all(any role) bool {
	var said []string
	for _, it := range r.items {
		if it.kind != tokenWord {
			return false
		}
		if !it.is(rolePlease) {
			said = append(said, it.text)
		}
	}
	text := strings.Join(said, " ")
	return len(strings.Fields(text)) <= agreeingWords && r.lexicon.roles[text].has(any)
}

// beginsWith reports whether a phrase of the role is the first meaningful one.
func (r *reader) beginsWith(any role) bool {
	at := r.first(any)
	return at < len(r.items) && !slices.ContainsFunc(r.items[:at], func(it item) bool { return !it.is(rolePlease, roleCourtesy) })
}

// verbs are the roles of changing verbs.
var verbs = []role{roleTidy, roleSet, roleMove, roleCopy, roleTrash, roleReplace, roleAdd, roleNumber}

// read determines the action. A changing verb beats a reading one: "read the receipts and
// sort them" is to sort. A prohibited one does not count: "list the files, don't rename
// any" is to list.
func (r *reader) read() Request {
	r.request.Language = r.language
	r.request.Proposal = r.has(rolePropose)
	change := r.first(verbs...)
	switch {
	case r.all(roleYes):
		r.request.Do = GoAhead
	case r.all(roleHelp), r.has(roleAbilities) && change == len(r.items):
		r.request.Do = Abilities
	case r.has(roleHowTo):
		r.request.Do = HowTo
	case r.has(roleHistory) && !r.beginsWith(roleUndo): // "undo what you did"
		r.request.Do = History
	case r.has(roleUndo) && r.first(roleUndo) <= r.first(roleTidy):
		r.request.Do = Undo
		r.readUndo()
	case r.has(roleDuplicates) && !r.has(roleTidy, roleCopy):
		r.readDuplicates()
	case change < len(r.items) && r.isOrder(change):
		r.readChange()
	default:
		r.readLook()
	}
	r.request.Near = cmp.Or(r.request.Do, r.near())
	return r.request
}

// near returns what the main verb most often means.
func (r *reader) near() Action {
	for _, way := range []struct {
		of     role
		action Action
	}{
		{roleDuplicates, Duplicate},
		{roleTrash, Trash},
		{roleIntoTrash, Trash},
		{roleCase, Recase},
		{roleBy, SortInto},
		{roleMove, Move},
		{roleCopy, Copy},
		{roleTidy, Tidy},
		{roleNumber, Number},
		{roleReplace, Replace},
		{roleAdd, Prefix},
	} {
		if r.has(way.of) {
			return way.action
		}
	}
	return None
}

// readDuplicates reads what to do with duplicates: show them, or move all but one of each
// to the trash or to a folder.
func (r *reader) readDuplicates() {
	r.request.Do = Duplicate
	if r.has(roleTrash, roleMove) {
		if forbidden, changes := newSentence(split(r.text)).order(); forbidden == forbidsNothing || changes {
			r.request.Do = Dedupe
		}
	}
	r.scan()
	trashed := r.has(roleTrash) || r.request.Do == Trash
	switch {
	case trashed && r.request.Do != Duplicate:
		r.request.Do = Dedupe
	case r.request.Do == Dedupe && (r.request.Into == "" || IsFileName(r.request.Into)):
		r.request.Do = None
	}
	r.account()
	if r.request.Do == None && len(r.request.Left) == 0 {
		r.request.Left = append(r.request.Left, r.items[r.first(verbs...)].text)
	}
}

// isOrder reports whether a changing verb is an order: some also occur in other phrases,
// which are recognized if the request only asks to look.
func (r *reader) isOrder(at int) bool {
	return r.items[at].is(roleTidy, roleMove, roleCopy, roleTrash, roleReplace, roleAdd, roleNumber) || r.has(roleCase, roleTo)
}

// readUndo interprets the words of a request to undo the last change.
func (r *reader) readUndo() {
	for i := range r.items {
		r.items[i].used = r.items[i].kind == tokenWord && r.items[i].is(roleUndo, roleUndone, roleHistory, roleCourtesy, roleThings)
	}
	r.account()
}

// account sets what was understood, and what is left, joining adjacent pieces.
func (r *reader) account() {
	apart := true
	for _, it := range r.items {
		switch {
		case it.text == "": // it was not said in so many words
			continue
		case it.used:
			if r.weighs(it) {
				r.request.Understood = append(r.request.Understood, it.text)
			}
		case apart:
			r.request.Left = append(r.request.Left, it.text)
		default:
			r.request.Left[len(r.request.Left)-1] += " " + it.text
		}
		apart = it.used
	}
}

// weighs reports whether an understood part is worth mentioning.
func (r *reader) weighs(it item) bool {
	return it.kind != tokenWord || it.roles.none() || !it.is(roleCourtesy, roleThings, rolePlace, roleOr, roleWith, roleFolder, roleInto, roleTo)
}

// Beginning returns the first runes of a text, in whole lines if possible, and whether
// there is more.
func Beginning(text string, runes int) (string, bool) {
	if utf8.RuneCountInString(text) <= runes {
		return text, false
	}
	head := string([]rune(text)[:runes])
	if at := strings.LastIndexByte(head, '\n'); at > len(head)/2 {
		head = head[:at]
	}
	return head, true
}
