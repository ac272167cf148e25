package rules

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/filename"
	"github.com/deskhand/deskhand/agentcore/intent"
	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/wire/files"
)

const (
	// pageRows is how many entries of a folder are requested at once: as many as a
	// conversation keeps of a listing.
	pageRows = 200
	// maxPages bounds the pages of all folders of a request.
	maxPages = 12
)

// chosen returns the files that the request means or, if ok is false, the reply that
// comes first: a folder has to be listed or read, or it is unknown which files are meant.
// A call names only files of that list.
func (t *turn) chosen() (meant []intent.File, reply chat.Reply, ok bool) {
	all, reply, ok := t.listed()
	if !ok {
		return nil, reply, false
	}
	if t.source() {
		t.inside, t.subfolders = 0, nil
		if all, reply, ok = t.listed(); !ok {
			return nil, reply, false
		}
	}
	t.nameWords(all)
	t.mayLeaveOut(all)
	picks := t.req.Files
	there := all
	if slices.ContainsFunc(picks.Except, func(p intent.Pick) bool { return p.Name != "" && !slices.ContainsFunc(all, p.Fits) }) {
		if there, reply, ok = t.withSiblings(all); !ok {
			return nil, reply, false
		}
	}
	for _, p := range slices.Concat(picks.Only, picks.Except) {
		if !p.NeedsReading() && p.Kind == "" && p.Ending == "" && !slices.ContainsFunc(there, p.Fits) {
			return nil, t.notFound(p), false
		}
	}
	if needsReading(t.req) {
		if all, reply, ok = t.known(all); !ok {
			return nil, reply, false
		}
	}
	if folder := t.req.Instead.Folder; folder != "" && t.isThere(folder) {
		last := len(picks.Except) - 1
		if slices.ContainsFunc(all, func(f intent.File) bool { return isPicked(picks.Only, f) && picks.Except[last].Fits(f) }) {
			return nil, t.say("folder_or_files", "name", t.in.quote(filename.Shown(folder))), false
		}
		picks.Except = picks.Except[:last]
	}
	picks.Only, picks.Except = namedNotSent(picks.Only, all), namedNotSent(picks.Except, all)
	for _, p := range picks.Except {
		// An unknown sender excludes nothing: "the rental contract" may not be a
		// sender's.
		sender := intent.Pick{Sender: p.Sender}
		if p.Word != "" && !slices.ContainsFunc(all, p.HasWord) || p.Sender != "" && !slices.ContainsFunc(all, sender.Fits) {
			return nil, t.notFound(p), false
		}
	}
	t.leftOut, t.unsure = nil, unsure(all, picks)
	for _, f := range all {
		switch {
		case !isPicked(picks.Only, f):
		case slices.ContainsFunc(picks.Except, func(p intent.Pick) bool { return excludes(p, f, all) }):
			if slices.ContainsFunc(picks.Except, func(p intent.Pick) bool { return p.Fits(f) }) {
				t.leftOut = append(t.leftOut, f)
			} else {
				t.unsure = append(t.unsure, f)
			}
		default:
			meant = append(meant, f)
		}
	}
	switch {
	case len(meant) == 0:
		return nil, t.say("no_such_file"), false
	case len(meant) > 1 && t.req.Do.Changes() && slices.ContainsFunc(picks.Only, func(p intent.Pick) bool { return p.One && fitting(meant, p) > 1 }):
		return nil, say(t.in.text("several_alike") + "\n\n" + t.in.fewest(baseNames(meant))), false
	}
	return meant, chat.Reply{}, true
}

// namedNotSent returns picks with senders that no file has as words in their names: "the
// receipt from the taxi" may be taxi.txt.
func namedNotSent(picks []intent.Pick, all []intent.File) []intent.Pick {
	picks = slices.Clone(picks)
	for i, p := range picks {
		named := intent.Pick{Word: p.Sender}
		if p.Sender != "" && p.Word == "" && !slices.ContainsFunc(all, intent.Pick{Sender: p.Sender}.Fits) && slices.ContainsFunc(all, named.Fits) {
			picks[i].Sender, picks[i].Word = "", p.Sender
		}
	}
	return picks
}

func isPicked(only []intent.Pick, f intent.File) bool {
	return len(only) == 0 || slices.ContainsFunc(only, func(p intent.Pick) bool { return p.Fits(f) })
}

// mayLeaveOut reads Bills in "into Taxes, not Bills" as excluded files, unless the files
// that are meant cannot be among them.
func (t *turn) mayLeaveOut(all []intent.File) {
	in, only := &t.req.Instead, t.req.Files.Only
	if in.Folder == "" {
		return
	}
	other := func(p intent.Pick) bool {
		return p.Kind != "" && in.Pick.Kind != "" && !strings.HasPrefix(p.Kind, in.Pick.Kind)
	}
	folder := in.Pick.Name != "" && t.isThere(in.Folder) && !slices.ContainsFunc(all, in.Pick.Fits)
	if folder || len(only) > 0 && !slices.ContainsFunc(only, func(p intent.Pick) bool { return !other(p) }) {
		*in = intent.Instead{}
		return
	}
	t.req.Files.Except = append(slices.Clone(t.req.Files.Except), in.Pick)
}

// isThere reports whether a folder is among the known ones.
func (t *turn) isThere(folder string) bool {
	return slices.ContainsFunc(slices.Concat(t.subfolders, t.scene.Roots), func(path string) bool {
		return strings.EqualFold(filepath.Base(path), filepath.Base(folder))
	})
}

// withSiblings returns files with those in the folders of the named files, or the reply
// that comes first: in "delete a.pdf but not b.pdf", b.pdf has to exist.
func (t *turn) withSiblings(all []intent.File) (there []intent.File, reply chat.Reply, ok bool) {
	answered := t.answers(toolList)
	if r, bad := firstTrouble(answered); bad {
		return nil, say(t.in.trouble(r)), false
	}
	there = slices.Clone(all)
	seen := map[string]bool{}
	var calls []any
	for _, path := range t.paths {
		folder := filepath.Dir(path)
		if isFolder(path) || seen[folder] {
			continue
		}
		seen[folder] = true
		found, _, after, whole := listingOf(answered, folder)
		there = append(there, found...)
		if !whole {
			calls = append(calls, files.ListRequest{Path: folder, Limit: pageRows, After: after})
		}
	}
	return t.paged(there, calls)
}

// notFound says that nothing matches a pick.
func (t *turn) notFound(p intent.Pick) chat.Reply {
	for _, said := range []struct{ key, name string }{
		{"not_found_name", p.Name},
		{"not_found_word", p.Word},
		{"not_found_sender", p.Sender},
		{"not_found_part", p.Contains},
		{"not_found_start", p.Starts},
		{"not_found_end", p.Ends},
	} {
		if said.name != "" {
			return t.say(said.key, "name", t.in.quote(filename.Shown(said.name)))
		}
	}
	return t.say("not_found")
}

// source restricts a request to the files of a folder that it names: "move the photos
// from Taxes" names no sender if there is such a folder.
func (t *turn) source() bool {
	only := t.req.Files.Only
	// "Rename the invoices from Acme" always names a sender.
	if t.req.Do != intent.Move && t.req.Do != intent.Copy && (len(only) != 1 || only[0] != intent.Pick{Sender: only[0].Sender}) || len(t.paths) > 0 {
		return false
	}
	for _, folder := range t.subfolders {
		isIt := func(p intent.Pick) bool { return strings.EqualFold(p.Sender, filepath.Base(folder)) }
		if len(only) == 0 || slices.ContainsFunc(only, func(p intent.Pick) bool { return !isIt(p) }) {
			continue
		}
		kept := make([]intent.Pick, 0, len(only))
		for _, p := range only {
			if p.Sender = ""; p != (intent.Pick{}) {
				kept = append(kept, p)
			}
		}
		t.req.Files.Only, t.paths = kept, []string{folder}
		return true
	}
	return false
}

// nameWords reads unknown words as words of names, if no file has to be read to know what
// they mean.
func (t *turn) nameWords(all []intent.File) {
	reads := t.req.Do == intent.Tidy || t.req.Do == intent.SortInto || t.req.Do == intent.AddUp
	for _, p := range slices.Concat(t.req.Files.Only, t.req.Files.Except) {
		q := p
		q.Word = ""
		reads = reads || q.NeedsReading() || p.Word != "" && !slices.ContainsFunc(all, p.HasWord)
	}
	reads = reads && slices.ContainsFunc(t.places(), isFolder) // the names of named files say it
	if reads {
		return
	}
	for _, picks := range []*[]intent.Pick{&t.req.Files.Only, &t.req.Files.Except} {
		*picks = slices.Clone(*picks)
		for i, p := range *picks {
			if p.Word != "" {
				(*picks)[i].Word, (*picks)[i].Contains = "", p.Word
			}
		}
	}
}

// excludes reports whether a pick excludes one of all files. In doubt it does: what the
// file is may be unknown. A word that occurs in names is looked for in those of files
// without a sender.
func excludes(p intent.Pick, f intent.File, all []intent.File) bool {
	named := func(f intent.File) bool { return p.HasWord(intent.File{Path: f.Path}) }
	if p.Word == "" || !slices.ContainsFunc(all, named) {
		return p.MayFit(f)
	}
	rest := p
	rest.Word = ""
	return p.HasWord(f) && rest.MayFit(f)
}

// fitting counts the files that a pick matches.
func fitting(all []intent.File, p intent.Pick) int {
	n := 0
	for _, f := range all {
		if p.Fits(f) {
			n++
		}
	}
	return n
}

// unsure returns the files of which it is unknown whether they are meant: their contents
// were not found, or have an amount in another currency.
func unsure(all []intent.File, picks intent.Files) []intent.File {
	var found []intent.File
	for _, f := range all {
		may := func(p intent.Pick) bool { return p.NeedsReading() && p.MayFit(f) }
		if slices.ContainsFunc(picks.Only, may) && !slices.ContainsFunc(picks.Only, func(p intent.Pick) bool { return p.Fits(f) }) {
			found = append(found, f)
		}
	}
	return found
}

// unsureWords say which files are left out in doubt.
func (t *turn) unsureWords() string {
	const most = 5
	return t.in.count("unsure", len(t.unsure)) + "\n\n" + strings.TrimRight(t.in.bullets(baseNames(t.unsure), len(t.unsure), most), "\n")
}

// leftOutWords say which files are left out because the request says so.
func (t *turn) leftOutWords() string {
	return t.in.count("left_out", len(t.leftOut)) + "\n\n" + t.in.fewest(baseNames(t.leftOut))
}

func baseNames(all []intent.File) []string {
	names := make([]string, len(all))
	for i, f := range all {
		names[i] = filename.Shown(filepath.Base(f.Path))
	}
	return names
}

// listed returns all files that the request may mean, or the reply that comes first.
func (t *turn) listed() (all []intent.File, reply chat.Reply, ok bool) {
	places := t.places()
	if len(places) == 0 {
		return nil, t.say("which_folder"), false
	}
	answered := t.answers(toolList)
	if r, bad := firstTrouble(answered); bad {
		return nil, say(t.in.trouble(r)), false
	}
	var calls []any
	for _, place := range places {
		if !isFolder(place) {
			all = append(all, intent.File{Path: place})
			continue
		}
		found, folders, after, whole := listingOf(answered, place)
		if !t.req.Files.Subfolders {
			t.inside += len(folders)
		}
		t.subfolders = append(t.subfolders, folders...)
		all = append(all, found...)
		if !whole {
			calls = append(calls, files.ListRequest{Path: place, Recursive: t.req.Files.Subfolders, Limit: pageRows, After: after})
		}
	}
	return t.paged(all, calls)
}

// paged returns files or, if pages of listings are missing, the reply that requests them.
func (t *turn) paged(all []intent.File, calls []any) ([]intent.File, chat.Reply, bool) {
	switch {
	case len(calls) == 0:
		return all, chat.Reply{}, true
	case len(t.answers(toolList))+len(calls) > maxPages:
		return nil, t.say("too_many_listed", "n", len(all)), false
	}
	return nil, t.call(toolList, calls...), false
}

// listingOf returns the files of a folder as far as listed, its subfolders, the path to
// continue after, and whether the listing is complete.
func listingOf(answered []result, folder string) (found []intent.File, folders []string, after string, whole bool) {
	for _, r := range answered {
		l, ok := dataOf[files.Listing](r)
		if !ok || filepath.Clean(l.Path) != filepath.Clean(folder) {
			continue
		}
		for _, e := range l.Entries {
			if e.Type == files.TypeFile {
				found = append(found, intent.File{Path: e.Path})
			}
			if e.Type == files.TypeFolder && !e.Hidden {
				folders = append(folders, e.Path)
			}
			after = e.Path
		}
		whole = !l.Truncated
	}
	return found, folders, after, whole
}

// known returns the files with their contents, or the reply that comes first. Reading
// them means to have names proposed, which changes nothing.
func (t *turn) known(all []intent.File) (known []intent.File, reply chat.Reply, ok bool) {
	proposed := t.answers(toolPropose)
	if len(proposed) == 0 {
		return nil, t.call(toolPropose, plan.ProposeRequest{Paths: pathsOf(all)}), false
	}
	if proposed[0].status != chat.StatusOK {
		return nil, say(t.in.trouble(proposed[0])), false
	}
	p, read := dataOf[plan.Summary](proposed[0])
	if !read || len(p.Items) < p.Files {
		return nil, t.say("too_many_read", "n", len(all)), false
	}
	said := map[string]plan.SummaryItem{}
	for _, it := range p.Items {
		if _, twice := said[it.From]; twice {
			return nil, t.say("several_named", "name", filename.Shown(it.From)), false
		}
		said[it.From] = it
	}
	for _, f := range all {
		it := said[filepath.Base(f.Path)]
		f.Kind, f.Sender, f.Date, f.Amount, f.Currency = it.Kind, it.Issuer, it.Date, it.Amount, it.Currency
		known = append(known, f)
	}
	return known, chat.Reply{}, true
}

func pathsOf(all []intent.File) []string {
	paths := make([]string, len(all))
	for i, f := range all {
		paths[i] = f.Path
	}
	return paths
}

// isPicking reports whether the request is about files that have to be found first.
func (t *turn) isPicking() bool { return t.req.Files.Picks() || t.req.Files.Subfolders }

// fewest lists names for an answer.
func (s *speech) fewest(names []string) string {
	return strings.TrimSpace(s.bullets(names, len(names), shown))
}
