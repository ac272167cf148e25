package page

import (
	"strings"

	"github.com/deskhand/deskhand/agentcore/triage/fields/lex"
)

// IsAddress tells of a line with a street and a number, or a post code.
func IsAddress(tokens []lex.Token) bool {
	street, digits := false, false
	for i, t := range tokens {
		switch t.Kind {
		case lex.Number:
			digits = true
			if len(t.Fold) >= 4 && len(t.Fold) <= 6 && len(tokens) > 1 && !isYearAt(tokens, i) {
				return true
			}
		case lex.Word:
			street = street || IsStreet(t.Fold)
		}
	}
	return street && digits
}

// isYearAt reports whether the number at token i is rather a year than a post code: one
// of these begins its line, or stands behind the short name of a state, "NSW 2000", or of
// a country, "A-2020", or behind a comma and a place.
func isYearAt(tokens []lex.Token, i int) bool {
	t := tokens[i]
	if len(t.Fold) != 4 || t.Fold < "1950" || t.Fold > "2049" || i == 0 {
		return false
	}
	switch before := tokens[i-1]; before.Fold {
	case "-":
		return i == 1 || tokens[i-2].Kind != lex.Word || len(tokens[i-2].Fold) > 2
	case ",":
		return i == 1 || tokens[i-2].Kind == lex.Number || lex.IsMonth(tokens[i-2])
	default:
		return before.Kind != lex.Word || len(before.Fold) > 3 || lex.IsMonth(before)
	}
}

// IsStreet reports whether the folded word w names a street.
func IsStreet(w string) bool {
	if streetWords[w] {
		return true
	}
	for _, e := range streetEndings {
		if len(w) > len(e)+2 && strings.HasSuffix(w, e) {
			return true
		}
	}
	return false
}

// streetWords name streets; streetEndings end the names of German ones.
var (
	streetWords   = lex.SetOf("street", "street", "st", "road", "rd", "lane", "ln", "avenue", "ave", "drive", "dr", "close", "court", "square", "quay", "way", "boulevard", "blvd", "highway", "hwy", "rue", "place", "chemin", "allee", "impasse", "calle", "via", "viale", "piazza", "platz", "weg", "strasse", "str", "markt", "ring", "damm", "ufer", "postfach", "suite", "floor", "po", "box", "building")
	streetEndings = []string{"strasse", "str", "weg", "platz", "gasse", "allee", "ufer", "damm", "ring", "straat", "laan", "strake", "strabe"}
)
