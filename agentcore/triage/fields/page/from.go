package page

import (
	"slices"
	"strings"
	"time"

	"github.com/deskhand/deskhand/agentcore/triage/fields/lex"
	"github.com/deskhand/deskhand/agentcore/wire/documents"
)

// Named returns what the rules ask of a file of this name that was read on this day.
func Named(r documents.Reading, name string, today time.Time) Document {
	d := FromReading(r)
	d.Name, d.Today = name, today
	return d
}

// menuLines is how many lines in a row of at most menuWords words are a menu.
const (
	menuLines = 3
	menuWords = 4
)

// menusOf are the lines of the menus of a page of the web, by their numbers.
func menusOf(r documents.Reading) map[int]bool {
	menus := map[int]bool{}
	if r.Kind != documents.KindPage {
		return menus
	}
	run := 0
	for i, l := range r.Lines {
		if l.Role != documents.RoleMargin || len(strings.Fields(l.Text)) > menuWords {
			run = 0
			continue
		}
		if run++; run >= menuLines {
			for j := i - run + 1; j <= i; j++ {
				menus[j] = true
			}
		}
	}
	return menus
}

// FromReading returns what the rules ask of a file that was read. Its name and
// the present day are not part of it.
func FromReading(r documents.Reading) Document {
	lines := make([]RawLine, len(r.Lines))
	menus := menusOf(r)
	for i, l := range r.Lines {
		if menus[i] || r.Kind == documents.KindSheet && l.Role == documents.RoleHeading { // the name of a sheet is that of no document
			l.Text = ""
		}
		lines[i] = RawLine{Page: l.Page, Text: l.Text, Confidence: l.Confidence, Size: l.Size, Logo: l.Role == documents.RoleLogo}
		if l.Box != nil {
			lines[i].Box = l.Box[:]
		}
	}
	for _, w := range r.Words {
		if w.Line >= 0 && w.Line < len(lines) {
			lines[w.Line].Words = append(lines[w.Line].Words, RawWord{Text: w.Text, Box: w.Box[:], Confidence: w.Confidence})
		}
	}
	d := Document{Lines: lines, Kind: string(r.Kind), Method: r.Method, Facts: r.Facts}
	if r.EXIF != nil {
		d.EXIFDate, d.Camera = r.EXIF.Date, r.EXIF.Model
	}
	if r.Meta != nil {
		d.MetaTitle, d.MetaAuthor, d.MetaCreated = r.Meta.Title, r.Meta.Author, r.Meta.Created
	}
	said, site := atBar(d.MetaTitle)
	if d.Site = site; r.Kind == documents.KindPage && site != "" {
		withoutSite(&d, said)
	}
	return d
}

// bars part the title of a page of the web from the name of its site.
var bars = []string{" | ", " - ", " – ", " — ", " · "}

// atBar is a title cut at its last bar into what it says and the name of the site:
// "Your order | Alderfinch". What the page is may stand behind the name. A number is
// no site.
func atBar(title string) (said, site string) {
	at, next := 0, 0
	for _, bar := range bars {
		if i := strings.LastIndex(title, bar); i > at {
			at, next = i, i+len(bar)
		}
	}
	said, site = strings.TrimSpace(title[:at]), strings.TrimSpace(title[next:])
	if NamesKind(lex.Tokenise(site)) && !NamesKind(lex.Tokenise(said)) {
		said, site = site, said
	}
	if said == "" || lex.HasNumber(lex.Tokenise(site)) {
		return title, ""
	}
	return said, site
}

// withoutSite takes the name of the site out of the title of a page of the web, and gives
// it a line of its own.
func withoutSite(d *Document, said string) {
	whole := d.MetaTitle
	d.MetaTitle = said
	for i, l := range d.Lines {
		if l.Text == whole {
			site := l
			site.Text, d.Lines[i].Text = d.Site, said
			d.Lines = slices.Insert(d.Lines, i+1, site)
			return
		}
	}
}
