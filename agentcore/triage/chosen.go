package triage

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/deskhand/deskhand/agentcore/filename"
	"github.com/deskhand/deskhand/agentcore/lists"
	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/template"
	"github.com/deskhand/deskhand/agentcore/triage/fields/kinds"
)

// How many real words make a name look chosen by a person: without a date, and
// with one.
const (
	chosenWords = 3
	datedWords  = 2
)

// keepName returns the item of a file whose present name is one that a person
// chose. It keeps that name in the folder that it goes to, or gets the date in
// front where the template starts with it and the document bears the name out.
func keepName(item plan.Item, w task, tmpl template.Template, folder string) (plan.Item, bool) {
	stem := strings.TrimSuffix(w.Name, filepath.Ext(w.Name))
	if tmpl.Has(template.Kept) || !w.series && !chosen(stem) {
		return item, false
	}
	item.To = filepath.Join(folder, w.Name)
	item.Status = plan.StatusReady
	item.Reasons = because(plan.ReasonSeries)
	if !w.series {
		item.Reasons = because(plan.ReasonChosen)
		item = completed(item, stem, tmpl)
	}
	if item.To == item.From {
		item.Status = plan.StatusSkip
	}
	return item, true
}

// completed is an item with the date in front of its chosen name, where that is
// sure to make it better.
func completed(item plan.Item, stem string, tmpl template.Template) plan.Item {
	between, leads := tmpl.Leading()
	if !leads || hasDate(stem) || item.Fields[plan.FieldDate].Value == "" {
		return item
	}
	part := borneOut(item, stem)
	if part == "" {
		return item
	}
	if v := judgeName(item, []string{plan.FieldDate, part}, sureName); v.status == plan.StatusReady {
		dated := filename.Sanitise(item.Fields[plan.FieldDate].Value+between+stem, filepath.Ext(item.From))
		item.To, item.Confidence, item.Reasons = filepath.Join(filepath.Dir(item.To), dated), v.confidence, v.reasons
	}
	return item
}

// borneOut is the field that stands in full in a name: who issued the document,
// or, where that is not known, its title. Empty: the document says nothing
// of the name.
func borneOut(item plan.Item, stem string) string {
	for _, field := range []string{plan.FieldIssuer, plan.FieldTitle} {
		if f := item.Fields[field]; f.Value != "" {
			if strings.Contains(spaced(stem), spaced(f.Value)) {
				return field
			}
			return ""
		}
	}
	return ""
}

// spaced is the words of s in lower case, with a space around each.
func spaced(s string) string {
	return " " + strings.Join(strings.FieldsFunc(strings.ToLower(s), isGap), " ") + " "
}

func isGap(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }

// chosen reports whether a name looks like one that somebody chose with care.
func chosen(stem string) bool {
	words := len(realWords(stem))
	return words >= chosenWords || words >= datedWords && hasDate(stem)
}

// losesWords reports whether a person may have put words into the present name
// of which the new one has none.
func losesWords(stem, name string) bool {
	words := realWords(stem)
	if len(words) == 0 || len(words) < datedWords && !hasDate(stem) {
		return false
	}
	return !slices.ContainsFunc(words, func(w string) bool { return strings.Contains(strings.ToLower(name), w) })
}

// dateInName is a date, or a year, as names have it.
var dateInName = regexp.MustCompile(`(?:^|\D)(?:(?:19|20)\d\d(?:\d{2}){0,2}|\d{1,2}[-._]\d{1,2}[-._]\d{2,4})(?:\D|$)`)

func hasDate(stem string) bool { return dateInName.MatchString(stem) }

// programNames are names that programs make whatever words stand in them: a UUID or
// another long number, and a screenshot with its time and its program.
var programNames = regexp.MustCompile(`(?i)^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{16,}|screen[ _-]?shot[ _-]\d{8}.*)`)

// minLetters is how many letters a real word has at least.
const minLetters = 3

// realWords are the words of a name that no program puts there, in lower case.
func realWords(stem string) []string {
	if programNames.MatchString(stem) {
		return nil
	}
	var words []string
	for _, w := range strings.FieldsFunc(strings.ToLower(stem), isGap) {
		letters := strings.TrimRightFunc(w, unicode.IsDigit)
		mixed := strings.ContainsFunc(letters, unicode.IsDigit)
		if !mixed && len([]rune(letters)) >= minLetters && !generic[letters] {
			words = append(words, letters)
		}
	}
	return words
}

// minSeries is how many files make a pattern.
const minSeries = 3

// markSeries marks the files of a folder that are named by one pattern: the same
// words, and numbers that differ.
func markSeries(work []task) {
	shape := func(w task) string { return digits.ReplaceAllString(strings.ToLower(w.Path), "#") }
	count := map[string]int{}
	for _, w := range work {
		if isPattern(w.Name) {
			count[shape(w)]++
		}
	}
	for i, w := range work {
		work[i].series = count[shape(w)] >= minSeries
	}
}

var digits = regexp.MustCompile(`\d+`)

// isPattern reports whether a name is one of a pattern that a person makes:
// two words and a number, or one that is not just a kind and a year.
func isPattern(name string) bool {
	stem := strings.TrimSuffix(name, filepath.Ext(name))
	words := realWords(stem)
	switch {
	case !digits.MatchString(stem) || len(words) == 0:
		return false
	case len(words) == 1:
		return hasDate(stem) && !kinds.Traded(words[0])
	}
	return true
}

// generic are the words that cameras, scanners, browsers and other programs put
// into names.
var generic = lists.Words(`
	img image images scan scans scanned scanner document documents dokument dokumente doc docs dsc dscn photo photos foto
	picture bild screenshot screenshots screen shot bildschirmfoto bildschirmaufnahme captura pantalla capture écran ecran
	schermata file files datei copy copie kopie von new neu neues neue download downloads from untitled unbenannt sans titre
	whatsapp signal telegram messenger facebook instagram snapchat kakaotalk viber wechat mmexport received creation cloud
	page pages seite final pxl vid video mvimg aud ptt audio voice memo receipt invoice rechnung statement attachment anhang
	unnamed message messages mail email msg note text output export print printout temp tmp test draft version edited resized
	lexmark xerox canon ricoh brother epson konica minolta kyocera multifunction printer mfp device adobe camscanner genius
	lens microsoft word excel office textdokument pdf jpg jpeg png html ocr
	jan feb mar apr jun jul aug sep oct nov dec january february march april june july august september october november december`)
