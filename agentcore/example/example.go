package example

import (
	"cmp"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/deskhand/deskhand/agentcore/habit"
	"github.com/deskhand/deskhand/agentcore/lists"
	"github.com/deskhand/deskhand/agentcore/template"
)

// How many names make a pattern, and how large a part of them has to follow it; and
// how large a part is almost all.
const (
	fewest = 4
	share  = 0.6
	almost = 0.75
)

// Judge knows what a name says.
type Judge struct {
	// Kind reports whether a text is what documents are called: Invoice, Rechnung.
	Kind func(text string) bool
	// Made reports whether a machine gave a name.
	Made func(stem string) bool
}

// File is a file that is there: its name, and the folders that lead to it.
type File struct {
	Folders []string
	Name    string
}

// Pattern is how the files of a folder are named.
type Pattern struct {
	// Template is what most names follow, with their folders.
	Template string
	// Fit of Of names follow it.
	Fit, Of int
	// Plain reports that it is parts with spaces between.
	Plain   bool
	Parts   []string
	senders map[string]sender
	fits    map[string]bool // by name
}

// sender is how a sender is spelt, and the template of its folder; empty: the
// pattern's.
type sender struct {
	spelling string
	folder   string
}

// Follows reports whether a file of this name follows the pattern.
func (p *Pattern) Follows(name string) bool { return p.fits[name] }

// Sender returns how a sender is spelt there and the template of the folder that its
// files are in; either may be empty.
func (p *Pattern) Sender(name string) (spelling, folder string) {
	s := p.senders[habit.Key(name)]
	if s.spelling == "" {
		s = p.shortened(name)
	} else if !habit.SameName(name, s.spelling) {
		return "", ""
	}
	return s.spelling, s.folder
}

// shortened returns the one sender whose name there begins the given one: "REWE" of "REWE
// Markt GmbH". Next to "Amazon Web Services", "Amazon" may not be "Amazon EU".
func (p *Pattern) shortened(name string) sender {
	var found sender
	first, _, _ := strings.Cut(habit.Key(name), " ")
	for key, s := range p.senders {
		switch {
		case key != first && !strings.HasPrefix(key, first+" "):
		case found.spelling != "" || !habit.Shortens(s.spelling, name):
			return sender{}
		default:
			found = s
		}
	}
	return found
}

// follower is a file whose name was taken apart.
type follower struct {
	File
	name
}

// Of returns the pattern that names follow; false: they follow none.
func Of(files []File, judge Judge) (*Pattern, bool) {
	var read []follower
	of := 0
	for _, f := range files {
		stem := strings.TrimSuffix(f.Name, filepath.Ext(f.Name))
		if judge.Made(stem) {
			continue
		}
		of++
		if n, ok := taken(stem, judge.Kind); ok {
			read = append(read, follower{f, n})
		}
	}
	base, fit := widest(read)
	if len(fit) < fewest || float64(len(fit)) < share*float64(of) {
		return nil, false
	}
	p := &Pattern{Fit: len(fit), Of: of, senders: map[string]sender{}, fits: map[string]bool{}}
	p.Template, p.Plain = base.pattern(fit)
	for _, piece := range base.pieces {
		p.Parts = append(p.Parts, piece.part)
	}
	for _, f := range fit {
		p.fits[f.Name] = true
	}
	p.place(fit, base.has(issuer) != "", judge)
	return p, true
}

// maxShapes is how many shapes of names are tried as a pattern.
const maxShapes = 50

// widest is the name whose shape most others have, and those that do.
func widest(read []follower) (best name, fit []follower) {
	shapes := map[string][]follower{}
	for _, f := range read {
		shapes[f.shape()] = append(shapes[f.shape()], f)
	}
	common := slices.SortedFunc(maps.Keys(shapes), func(a, b string) int {
		return cmp.Or(cmp.Compare(len(shapes[b]), len(shapes[a])), cmp.Compare(a, b))
	})
	for _, s := range common[:min(len(common), maxShapes)] {
		base := shapes[s][0].name
		var all []follower
		for _, other := range common {
			if base.covers(shapes[other][0].name) {
				all = append(all, shapes[other]...)
			}
		}
		if len(all) > len(fit) && base.tells(all) {
			best, fit = base, all
		}
	}
	return best, fit
}

// tells reports whether a shape is that of a pattern that a person made: something in
// it differs from file to file, and it or a folder says whose a file is. Programs give
// names with one word that is the same almost always.
func (n name) tells(all []follower) bool {
	dated, named := n.has(template.Date) != "", n.has(issuer) != ""
	senders, largest, loose := map[string]int{}, 0, 0
	for _, f := range all {
		key := habit.Key(f.has(issuer))
		senders[key]++
		largest = max(largest, senders[key])
		if len(f.Folders) == 0 {
			loose++
		}
	}
	switch {
	case !dated && n.has(template.Number) == "":
		return false
	case !named:
		return n.has(kind) != "" && loose == 0
	case float64(largest) > almost*float64(len(all)):
		return dated && n.has(kind) != ""
	}
	return true
}

// pattern is the template that names follow. plain reports that it is parts with spaces
// between.
func (n name) pattern(fit []follower) (pattern string, plain bool) {
	var b strings.Builder
	plain = n.behind == ""
	for i, p := range n.pieces {
		b.WriteString(template.Quote(p.before))
		part := p.part
		if class(part) == template.Number {
			part = template.Number
			if slices.ContainsFunc(fit, func(f follower) bool { return f.has(title) != "" }) {
				part = title
			}
		}
		filter := ""
		switch {
		case part == template.Date && p.form == "YYYY":
			part = template.Year
		case part == template.Date && p.form != "":
			filter = "|date:" + p.form
		case part == issuer || part == kind:
			filter = style(fit, part)
		}
		b.WriteString("{" + part + filter + "}")
		plain = plain && filter == "" && (p.before == " " || i == 0 && p.before == "")
	}
	b.WriteString(template.Quote(n.behind))
	return b.String(), plain
}

// style is the filter for how all names write a part.
func style(fit []follower, part string) string {
	lower, upper, hyphen, space := true, true, false, false
	letters := 0
	for _, f := range fit {
		text := f.has(part)
		lower, upper = lower && text == strings.ToLower(text), upper && text == strings.ToUpper(text)
		hyphen, space = hyphen || strings.Contains(text, "-"), space || strings.Contains(text, " ")
		if strings.ContainsFunc(text, unicode.IsLetter) {
			letters++
		}
	}
	switch {
	case letters < fewest/2:
		return ""
	case lower && hyphen && !space:
		return "|slug"
	case lower:
		return "|lower"
	case upper && part == kind: // senders are often acronyms
		return "|upper"
	}
	return ""
}

// What a level of folders is named by.
const category = "category"

var months = regexp.MustCompile(`^(?:0[1-9]|1[0-2])$`)

// place reads out of the folders what they are named by, and of each sender how it is
// spelt and where its files are.
func (p *Pattern) place(fit []follower, named bool, judge Judge) {
	depths := map[int][]follower{}
	for _, f := range fit {
		depths[len(f.Folders)] = append(depths[len(f.Folders)], f)
	}
	depth := most(depths)
	inside := depths[depth]
	if float64(len(inside)) < share*float64(len(fit)) {
		depth, inside = 0, fit
	}
	var levels []string
	for i := range depth {
		levels = append(levels, level(inside, i, named, judge))
	}
	if depth > 0 && !slices.Contains(levels, category) {
		p.Template = template.Join(strings.Join(levels, "/"), p.Template)
		p.Plain = false
	}
	p.meet(inside, levels, named)
}

func most(depths map[int][]follower) int {
	best := 0
	for _, d := range slices.Sorted(maps.Keys(depths)) {
		if len(depths[d]) > len(depths[best]) {
			best = d
		}
	}
	return best
}

// level is the template of the folders at a depth; category: there is none.
func level(inside []follower, i int, named bool, judge Judge) string {
	all := func(is func(f follower) bool) bool {
		return float64(lists.Count(inside, is)) >= 0.9*float64(len(inside))
	}
	dated := func(form string) func(follower) bool {
		return func(f follower) bool {
			at, is := dateIn(f.Folders[i])
			return is == form && at != nil && at[1]-at[0] == len(f.Folders[i])
		}
	}
	switch {
	case all(dated("YYYY")):
		return "{year}"
	case all(dated("YYYY-MM")):
		return "{date|date:YYYY-MM}"
	case i > 0 && all(func(f follower) bool { return months.MatchString(f.Folders[i]) }):
		return "{month}"
	case all(func(f follower) bool { return judge.Kind(f.Folders[i]) }):
		return "{kind}"
	case all(func(f follower) bool { return named && habit.SameName(f.Folders[i], f.has(issuer)) }):
		return "{issuer}"
	case all(func(f follower) bool { return f.Folders[i] == inside[0].Folders[i] }):
		return template.Quote(inside[0].Folders[i])
	case !named:
		return "{issuer}"
	}
	return category
}

// meet notes how senders are spelt and which folder their files are in.
func (p *Pattern) meet(inside []follower, levels []string, named bool) {
	spellings, folders := map[string]map[string]int{}, map[string]map[string]int{}
	count := func(in map[string]map[string]int, key, what string) {
		if in[key] == nil {
			in[key] = map[string]int{}
		}
		in[key][what]++
	}
	own := slices.Contains(levels, category)
	for _, f := range inside {
		spelling := f.has(issuer)
		if at := slices.Index(levels, "{issuer}"); at >= 0 && !named {
			spelling = f.Folders[at]
		}
		key := habit.Key(spelling)
		if key == "" {
			continue
		}
		count(spellings, key, spelling)
		if !own {
			continue
		}
		path := slices.Clone(levels)
		for i, l := range levels {
			if l == category {
				path[i] = template.Quote(f.Folders[i])
			}
		}
		count(folders, key, strings.Join(path, "/"))
	}
	for key, all := range spellings {
		p.senders[key] = sender{commonest(all), commonest(folders[key])}
	}
}

func commonest(counts map[string]int) string {
	best := ""
	for _, what := range slices.Sorted(maps.Keys(counts)) {
		if counts[what] > counts[best] {
			best = what
		}
	}
	return best
}
