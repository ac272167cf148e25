package habit

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/deskhand/deskhand/agentcore/lists"
)

// Sender is who sent a document: the name in the document, which may be empty, and the
// marks that are unique to the sender.
type Sender struct {
	Name  string   `json:"name,omitempty"`
	Marks []string `json:"marks,omitempty"`
}

// slot is equal for two spellings of a sender; empty if nothing identifies it.
func (s Sender) slot() string {
	key, form := nameKey(s.Name)
	switch {
	case key != "":
		return key + "\x00" + form
	case len(s.Marks) > 0:
		return "\x00" + s.Marks[0]
	}
	return ""
}

// Key is equal for spellings of one name: it ignores case, accents, punctuation and the
// legal form at the end. "ACME, Inc." and "Acme" have the same key.
func Key(name string) string {
	key, _ := nameKey(name)
	return key
}

// SameName reports whether two names may be those of one sender: they have the same key,
// and no conflicting legal forms.
func SameName(a, b string) bool {
	key, form := nameKey(a)
	otherKey, otherForm := nameKey(b)
	return key != "" && key == otherKey && formsAgree(form, otherForm)
}

// Shortens reports whether a name is the beginning of another, as people shorten it:
// "REWE" for "REWE Markt GmbH".
func Shortens(short, name string) bool {
	key, form := nameKey(short)
	long, longForm := nameKey(name)
	return len(key) >= minShared && strings.HasPrefix(long, key+" ") && formsAgree(form, longForm)
}

// german are letters that are written as two where they cannot be typed.
var german = strings.NewReplacer("ä", "ae", "ö", "oe", "ü", "ue", "ß", "ss", "æ", "ae", "ø", "oe", "œ", "oe", "å", "aa", "&", " ", "+", " ")

// nameKey returns Key, and the legal form that was left out.
func nameKey(name string) (key, form string) {
	var b strings.Builder
	folded := german.Replace(norm.NFC.String(strings.ToLower(name)))
	for _, r := range norm.NFD.String(folded) {
		switch {
		case unicode.IsLetter(r), unicode.IsDigit(r):
			b.WriteRune(r)
		case r == '.' || r == '\'' || r == '’' || unicode.IsMark(r): // "S.A.", "O'Neill"
		default:
			b.WriteByte(' ')
		}
	}
	words := strings.Fields(b.String())
	end := len(words)
	for end > 1 && legalForms[words[end-1]] {
		end--
	}
	return strings.Join(words[:end], " "), strings.Join(words[end:], " ")
}

// legalForms are the words of legal forms, as nameKey normalizes them.
var legalForms = lists.Words(`gmbh mbh ag kg kgaa ohg ug haftungsbeschraenkt gbr ek ev eg se inc incorporated corp corporation co company
	llc llp lp ltd limited plc pty pte bhd sdn sa sas sasu sarl rl eurl sci snc sl slu srl spa bv nv vof ab oy oyj aps as asa sro kft lda ltda`)

// legalWords say nothing next to another form.
var legalWords = map[string]bool{"co": true, "company": true}

// formsAgree reports whether two legal forms may be those of one sender; a missing one
// agrees with all.
func formsAgree(a, b string) bool {
	plain := func(form string) string {
		return strings.Join(slices.DeleteFunc(strings.Fields(form), func(w string) bool { return legalWords[w] }), "")
	}
	a, b = plain(a), plain(b)
	return a == "" || b == "" || a == b || long[a] == b || long[b] == a
}

// long are the long forms of abbreviations.
var long = map[string]string{"inc": "incorporated", "corp": "corporation", "ltd": "limited"}

// likeness is how much two senders have in common.
type likeness int

const (
	other  likeness = iota
	marked          // the document does not name it, and has its mark
	same
)

// like compares the sender of a document with a known one.
func (s Sender) like(known Sender) likeness {
	if s.clashes(known) {
		return other
	}
	key, form := nameKey(s.Name)
	knownKey, knownForm := nameKey(known.Name)
	shared := len(both(s.Marks, known.Marks)) > 0
	switch {
	case key != "" && key == knownKey && formsAgree(form, knownForm):
		return same
	case !shared:
		return other
	case key == "":
		return marked
	case related(key, knownKey):
		return same
	}
	return other
}

// clashes reports whether both have a VAT id, and different ones.
func (s Sender) clashes(known Sender) bool {
	a, b := withMark(s.Marks, markVAT), withMark(known.Marks, markVAT)
	return a != "" && b != "" && a != b
}

func withMark(marks []string, kind string) string {
	for _, m := range marks {
		if strings.HasPrefix(m, kind) {
			return m
		}
	}
	return ""
}

// minShared is the length of a word that two spellings of a name must share.
const minShared = 4

// related reports whether two keys share a word, as two readings of one name do.
func related(a, b string) bool {
	words := strings.Fields(b)
	for w := range strings.FieldsSeq(a) {
		if len(w) >= minShared && slices.Contains(words, w) {
			return true
		}
	}
	return false
}

// The kinds of marks.
const (
	markVAT = "vat:"
	markWeb = "web:"
)

var (
	vatIDs  = compiled(`\b(?:AT ?U ?\d{8}|BE ?0?\d{3}[ .]?\d{3}[ .]?\d{3}|CHE-?\d{3}\.?\d{3}\.?\d{3}|DE ?\d{3} ?\d{3} ?\d{3}|DK ?\d{8}|ES ?[A-Z0-9]\d{7}[A-Z0-9]|FR ?[A-Z0-9]{2} ?\d{3} ?\d{3} ?\d{3}|GB ?\d{3} ?\d{4} ?\d{2}|IE ?\d{7}[A-Z]{1,2}|IT ?\d{11}|LU ?\d{8}|NL ?\d{9}B\d{2}|PL ?\d{10}|PT ?\d{9}|SE ?\d{12})\b`)
	domains = compiled(`(?i)(?:\bwww\.|\bhttps?://(?:www\.)?|@)((?:[a-z0-9-]{1,63}\.){1,4}[a-z]{2,12})\b`)
)

// MarksOf returns the marks of a document's sender: the VAT id and the domain in its
// text, each only if there is exactly one. A second one may be somebody else's.
func MarksOf(text string) []string {
	var marks []string
	if mayHaveVAT(text) {
		if vat := alone(vatIDs().FindAllString(text, manyMarks), compact); vat != "" {
			marks = append(marks, markVAT+vat)
		}
	}
	if mayHaveDomain(text) {
		if web := alone(domains().FindAllString(text, manyMarks), registered); web != "" && !public[firstLabel(web)] {
			marks = append(marks, markWeb+web)
		}
	}
	return marks
}

// mayHaveVAT reports whether a text has two capitals and a digit soon after them. Most
// texts do not, and this check costs a hundredth of the pattern.
func mayHaveVAT(text string) bool {
	const soon = 4 // characters between the capitals and the digit: FR AB 123
	for i := 1; i < len(text); i++ {
		if isCapital(text[i-1]) && isCapital(text[i]) && strings.ContainsAny(text[i+1:min(len(text), i+2+soon)], "0123456789") {
			return true
		}
	}
	return false
}

func isCapital(c byte) bool { return c >= 'A' && c <= 'Z' }

// mayHaveDomain reports whether a text has what precedes a domain.
func mayHaveDomain(text string) bool {
	for i := range len(text) {
		switch text[i] {
		case '@':
			return true
		case '.', ':':
			if i >= 3 && strings.EqualFold(text[i-3:i], "www") || i >= 4 && strings.EqualFold(text[i-4:i], "http") ||
				i >= 5 && strings.EqualFold(text[i-5:i], "https") {
				return true
			}
		}
	}
	return false
}

// manyMarks is how many matches in a text are considered.
const manyMarks = 50

// alone returns the one value that all of a list have; empty if they differ.
func alone(found []string, of func(string) string) string {
	one := ""
	for _, f := range found {
		if is := of(f); one == "" {
			one = is
		} else if is != one {
			return ""
		}
	}
	return one
}

func compact(id string) string { return strings.NewReplacer(" ", "", ".", "", "-", "").Replace(id) }

// registered returns the part of an address that belongs to one owner.
func registered(address string) string {
	address = strings.ToLower(domains().FindStringSubmatch(address)[1])
	labels := strings.Split(address, ".")
	keep := 2
	if n := len(labels); n > 2 && len(labels[n-1]) == 2 && second[labels[n-2]] {
		keep = 3
	}
	return strings.Join(labels[max(0, len(labels)-keep):], ".")
}

// second are labels between a name and its country: example.co.uk.
var second = map[string]bool{"co": true, "com": true, "org": true, "net": true, "gov": true, "ac": true}

func firstLabel(domain string) string {
	label, _, _ := strings.Cut(domain, ".")
	return label
}

// public are the domains of mail providers and platforms, by their first labels.
var public = lists.Words(`gmail googlemail gmx web t-online outlook hotmail live msn yahoo icloud me aol proton protonmail posteo mailbox
	freenet orange laposte free wanadoo bluewin hispavista paypal amazon ebay etsy facebook instagram twitter x linkedin youtube google trustpilot stripe klarna`)

// compiled returns an expression that is compiled on first use, to keep the start of the
// program fast.
func compiled(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}
