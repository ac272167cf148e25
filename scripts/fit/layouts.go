package main

import (
	_ "embed" // the words that documents are drawn with
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/triage/fields/page"
	"github.com/deskhand/deskhand/agentcore/wire/documents"
)

// How many documents are drawn in each language, and how much each counts next to a
// real one: they hold layouts and languages that no collection has, and teach no more
// than what is true of all.
const (
	drawnEach  = 24
	drawnShare = 0.25
	drawnPart  = "drawn documents"
)

//go:embed layouts.txt
var layoutWords string

// lexicon is the words of a language, by what they say.
type lexicon map[string][]string

// drawn are documents with places for all that stands on them, with a recipient, other
// days and other firms. They are the same in each run. They teach who issued a document:
// days of other sources were found no better with them.
func drawn() []labelled {
	var all []labelled
	for i, section := range strings.Split(layoutWords, "[")[1:] {
		words := lexicon{}
		lang, lines, _ := strings.Cut(section, "]\n")
		for line := range strings.Lines(lines) {
			key, values, _ := strings.Cut(strings.TrimSpace(line), ": ")
			words[key] = strings.Split(values, "|")
		}
		for n := range drawnEach {
			s := &sheet{lexicon: words, Rand: rand.New(rand.NewPCG(uint64(i), uint64(n)))}
			r := s.draw()
			r.Source, r.Lang = drawnPart, lang
			d := page.Document{Kind: string(documents.KindPDF), Method: plan.MethodText, Today: today, Lines: s.lines}
			if s.slip {
				d.Kind, d.Method = string(documents.KindImage), plan.MethodOCR
			}
			all = append(all, labelled{row: r, part: drawnPart, doc: d, share: drawnShare})
		}
	}
	return all
}

// sheet is a page that is drawn from the top down.
type sheet struct {
	lexicon
	*rand.Rand
	lines []page.RawLine
	y     float64
	// slip says that it is the photo of a till slip.
	slip bool
}

// The measures of a page: the height of usual letters, the step from line to line in
// heights, how wide a letter is in heights, and the left edge.
const (
	usualSize   = 0.012
	lineStep    = 1.35
	letterWidth = 0.7
	leftEdge    = 0.1
)

func (s *sheet) pick(key string) string { return s.one(s.lexicon[key]...) }

func (s *sheet) one(of ...string) string { return of[s.IntN(len(of))] }

func (s *sheet) chance(p float64) bool { return s.Float64() < p }

// put writes a line at a place, and goes no further down.
func (s *sheet) put(x, size float64, text string) {
	width := min(float64(len([]rune(text)))*size*letterWidth, 0.95)
	s.lines = append(s.lines, page.RawLine{Page: 1, Text: text, Size: size, Box: []float64{min(x, 0.97-width), s.y, width, size}, Confidence: typed})
}

// write writes a line and goes to the next.
func (s *sheet) write(x, size float64, text string) {
	s.put(x, size, text)
	s.y += size * lineStep
}

func (s *sheet) space() { s.y += usualSize * (1 + 3*s.Float64()) }

// day is one of the years before today, written in one of the ways that say which it is.
func (s *sheet) day() (time.Time, func(time.Time) string) {
	form := s.one("2006-01-02", "02.01.2006", "02/01/2006", "2 Jan 2006")
	t := time.Date(2012+s.IntN(12), time.Month(1+s.IntN(12)), 13+s.IntN(15), 0, 0, 0, 0, time.UTC)
	return t, func(t time.Time) string {
		if t.Day() <= 12 && form == "02/01/2006" {
			return t.Format("02.01.2006")
		}
		return t.Format(form)
	}
}

// names that no collection has.
var surnames = []string{"Alder", "Finch", "Harper", "Lindenau", "Osterfeld", "Marlow", "Duval", "Robles", "Bruni", "Dam", "Lis", "Veiga", "Brightlamp", "Kestrel", "Nordwig", "Tamsin", "Orvex", "Quillo", "Baltoro", "Mirano", "Zephyr", "Castell", "Ondara", "Verdano"}

// firm is a name, and what of it is right too.
func (s *sheet) firm() names {
	a, b := s.one(surnames...), s.one(surnames...)
	name := s.one(a, a+" "+s.pick("trade"), a+" & "+b, s.pick("trade")+" "+a, a+" "+b+" "+s.pick("trade"))
	if s.chance(0.1) {
		name = strings.ToLower(name)
	}
	whole := name
	if s.chance(0.6) || name == a {
		whole += " " + s.pick("legal")
	}
	if s.chance(0.25) {
		whole = strings.ToUpper(whole)
	}
	return names{whole, name}
}

// draw draws one of the kinds of documents and returns what is right of it.
func (s *sheet) draw() row {
	s.y = 0.03 + 0.04*s.Float64()
	switch n := s.IntN(12); {
	case n < 6:
		return s.bill()
	case n < 7:
		return s.official()
	case n < 9:
		return s.letter()
	case n < 11:
		return s.till()
	}
	return s.report()
}

// letterhead writes who issued the document, where such stands.
func (s *sheet) letterhead(name names, kind string) {
	x := s.place(leftEdge, 0.6, 0.5-float64(len(name[0]))*usualSize*letterWidth/2)
	size := usualSize * (1 + 1.5*s.Float64())
	above := s.chance(0.3)
	if above && kind != "" {
		s.put(s.place(leftEdge, 0.65, 0.4), usualSize*(1.2+s.Float64()), kind)
		if s.chance(0.5) {
			s.y += usualSize * 3
		}
	}
	if s.chance(0.1) {
		s.write(x, usualSize, s.pick("slogan"))
	}
	s.write(x, size, name[0])
	if s.chance(0.3) {
		s.write(x, usualSize*0.9, s.pick("slogan"))
	}
	if s.chance(0.6) {
		s.write(x, usualSize, s.pick("street"))
		s.write(x, usualSize, s.pick("city"))
	}
	if s.chance(0.5) {
		s.write(x, usualSize, "Tel. 0123 "+fmt.Sprint(10000+s.IntN(80000)))
	}
	s.space()
	if !above && kind != "" {
		s.write(s.place(leftEdge, 0.65, 0.4), usualSize*(1+1.5*s.Float64()), kind)
		s.space()
	}
}

func (s *sheet) place(of ...float64) float64 { return of[s.IntN(len(of))] }

// recipient writes who got the document: a person or a firm.
func (s *sheet) recipient(always bool) {
	if s.chance(0.5) || always {
		s.write(leftEdge, usualSize, s.pick("billto")+s.one("", ":"))
	}
	who := s.pick("person")
	if s.chance(0.4) {
		who = s.firm()[0]
	}
	for _, line := range []string{who, s.pick("street"), s.pick("city")} {
		s.write(leftEdge, usualSize, line)
	}
	s.space()
}

// pairs writes labels and values: in two columns, on a line each, or as a table.
func (s *sheet) pairs(all [][2]string) {
	s.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	x := s.place(leftEdge, 0.55)
	switch s.IntN(3) {
	case 0:
		for _, p := range all {
			s.write(x, usualSize, p[0]+": "+p[1])
		}
	case 1:
		for _, p := range all {
			s.put(x, usualSize, p[0]+s.one("", ":"))
			s.write(x+0.2, usualSize, p[1])
		}
	default:
		for part := range 2 {
			for i, p := range all {
				s.put(leftEdge+0.8*float64(i)/float64(len(all)), usualSize*0.8, p[part])
			}
			s.y += usualSize * lineStep
		}
	}
	s.space()
}

// bill is an invoice or a receipt.
func (s *sheet) bill() row {
	name := s.firm()
	day, written := s.day()
	shown, kind := name, s.pick("invoice")
	foot := s.chance(0.15) // a picture stands where the name would
	switch {
	case foot:
		s.write(s.place(leftEdge, 0.65), usualSize*(1.2+s.Float64()), kind)
	default:
		s.letterhead(shown, kind)
	}
	if s.chance(0.3) {
		s.write(leftEdge, usualSize*0.7, name[0]+s.one(" · ", ", ", " - ")+s.pick("street")+s.one(" · ", ", ")+s.pick("city"))
	}
	labelled := foot && s.chance(0.6)
	if labelled {
		for _, line := range []string{s.pick("seller") + s.one("", ":"), name[0], s.pick("street"), s.pick("city")} {
			s.write(leftEdge, usualSize, line)
		}
		s.space()
	}
	if s.chance(0.8) || labelled {
		s.recipient(labelled)
	}
	facts := [][2]string{{s.pick("own"), written(day)}, {s.pick("number"), fmt.Sprint(s.IntN(900000))}}
	for _, other := range []struct {
		key  string
		days int
	}{{"due", 14}, {"event", -6}, {"print", 40}} {
		if s.chance(0.35) {
			facts = append(facts, [2]string{s.pick(other.key), written(day.AddDate(0, 0, other.days))})
		}
	}
	if s.chance(0.5) {
		facts = append(facts, [2]string{s.pick("customer"), fmt.Sprint(s.IntN(90000))})
	}
	if s.chance(0.2) {
		facts = append(facts, [2]string{s.pick("period"), written(day.AddDate(0, -1, 0)) + " - " + written(day.AddDate(0, 0, -1))})
	}
	s.pairs(facts)
	sum := 0
	for range 1 + s.IntN(6) {
		price := 100 + s.IntN(9000)
		sum += price
		s.put(leftEdge, usualSize, s.pick("item"))
		s.write(0.8, usualSize, fmt.Sprintf("%d.%02d", price/100, price%100))
	}
	s.put(0.55, usualSize, s.pick("total"))
	s.write(0.8, usualSize, fmt.Sprintf("%d.%02d", sum/100, sum%100))
	s.space()
	if s.chance(0.3) {
		s.write(leftEdge, usualSize, s.pick("thanks"))
	}
	s.foot(name, foot && !labelled)
	return row{Issuer: name}
}

// till is a slip: all in the middle or at the left, and the day with a time of day.
func (s *sheet) till() row {
	s.slip = true
	const size = 0.02
	name := s.firm()
	day, written := s.day()
	stamp := written(day) + s.one(" ", "  ") + fmt.Sprintf("%02d:%02d", 8+s.IntN(12), s.IntN(60)) + s.one("", "", fmt.Sprintf(":%02d", s.IntN(60)))
	switch s.IntN(4) {
	case 0:
		stamp = s.pick("own") + ": " + stamp
	case 1:
		stamp = s.pick("own") + ": " + written(day)
	}
	middle := s.chance(0.7)
	write := func(size float64, text string) {
		x := 0.05
		if middle {
			x = max(0.02, 0.5-float64(len([]rune(text)))*size*letterWidth/2)
		}
		s.write(x, size, text)
	}
	if s.chance(0.15) {
		write(size, s.pick("thanks"))
	}
	write(size*(1+0.7*s.Float64()), name[0])
	if s.chance(0.2) {
		write(size, s.pick("slogan"))
	}
	write(size, s.pick("street"))
	write(size, s.pick("city"))
	if s.chance(0.5) {
		write(size, "Tel "+fmt.Sprint(10000+s.IntN(80000)))
	}
	if s.chance(0.6) {
		write(size, s.pick("taxword")+" "+fmt.Sprint(100000000+s.IntN(899999999)))
	}
	if s.chance(0.6) {
		write(size, s.pick("invoice"))
	}
	late := s.chance(0.5)
	if !late {
		write(size, stamp)
	}
	sum := 0
	for range 2 + s.IntN(6) {
		price := 100 + s.IntN(3000)
		sum += price
		s.put(0.05, size, s.pick("item"))
		s.write(0.8, size, fmt.Sprintf("%d.%02d", price/100, price%100))
	}
	s.put(0.05, size, s.pick("total"))
	s.write(0.8, size, fmt.Sprintf("%d.%02d", sum/100, sum%100))
	if late {
		write(size, stamp)
	}
	if s.chance(0.3) {
		write(size, s.pick("print")+" "+written(day.AddDate(0, 1, 0)))
	}
	write(size, s.pick("thanks"))
	return row{Issuer: name}
}

// foot is what a page of a firm ends with; always is that it names the firm.
func (s *sheet) foot(name names, always bool) {
	s.y = max(s.y, 0.9)
	if always || s.chance(0.5) {
		s.write(leftEdge, usualSize*0.8, name[0]+s.one(" · ", ", ", " | ")+s.pick("street")+", "+s.pick("city"))
		s.write(leftEdge, usualSize*0.8, s.pick("taxword")+" "+fmt.Sprint(100000000+s.IntN(899999999)))
	}
	if s.chance(0.5) {
		s.write(0.5, usualSize*0.8, s.pick("bank")+", "+s.pick("bankword")+" XX12 3456 7890 1234")
	}
	if s.chance(0.5) {
		s.write(leftEdge, usualSize*0.8, "www."+domainOf(name[1])+".example")
	}
}

// domainOf is a name as the web writes it.
func domainOf(name string) string {
	return strings.Map(func(c rune) rune {
		if c >= 'a' && c <= 'z' {
			return c
		}
		return -1
	}, strings.ToLower(name))
}

// official is a paper of an office or a court, or a policy.
func (s *sheet) official() row {
	name := names{s.pick("office")}
	if s.chance(0.3) {
		name = s.firm()
	}
	day, written := s.day()
	s.letterhead(name, s.pick("formal"))
	s.recipient(false)
	facts := [][2]string{{s.pick("own"), written(day)}, {s.pick("customer"), fmt.Sprint(s.IntN(90000))}}
	if s.chance(0.5) {
		facts = append(facts, [2]string{s.pick("print"), written(day.AddDate(-30, -2, -3))})
	}
	s.pairs(facts)
	s.sentences(day.AddDate(0, 0, -20), written)
	return row{Issuer: name}
}

// sentences are running text, one of which tells of a day that is not the document's.
func (s *sheet) sentences(other time.Time, written func(time.Time) string) {
	said := s.chance(0.3)
	for _, text := range slices.Concat(s.lexicon["sentence"], s.lexicon["sentence"])[s.IntN(3):] {
		if strings.Contains(text, "%") && said {
			continue
		}
		said = said || strings.Contains(text, "%")
		s.write(leftEdge, usualSize, strings.ReplaceAll(text, "%", written(other)))
	}
	s.space()
}

// letter is of a firm or of a person, whose name stands over it or below.
func (s *sheet) letter() row {
	day, written := s.day()
	name := names{s.pick("person")}
	if s.chance(0.5) {
		name = s.firm()
	}
	s.letterhead(name, "")
	s.recipient(false)
	place, _, _ := strings.Cut(s.pick("city"), ",")
	s.write(s.place(leftEdge, 0.65), usualSize, s.one("", place+", ")+written(day))
	s.space()
	s.write(leftEdge, usualSize, s.pick("dear"))
	s.sentences(day.AddDate(0, 0, -12), written)
	s.write(leftEdge, usualSize, s.pick("closing"))
	s.write(leftEdge, usualSize, s.one(name[0], s.pick("person")))
	return row{Issuer: name}
}

// report is what nobody has issued: a paper, notes.
func (s *sheet) report() row {
	day, written := s.day()
	s.write(s.place(leftEdge, 0.25), usualSize*(1.3+s.Float64()), s.pick("report"))
	if s.chance(0.7) {
		s.write(leftEdge, usualSize, s.pick("person"))
	}
	if s.chance(0.4) {
		s.write(leftEdge, usualSize, written(day))
	}
	s.space()
	s.sentences(day.AddDate(-1, 0, 0), written)
	return row{Issuer: names{"-"}}
}
