package fields

import "strings"

// isAddress tells of a line with a street and a number, or a post code.
func isAddress(tokens []token) bool {
	street, digits := false, false
	for _, t := range tokens {
		switch t.kind {
		case number:
			digits = true
			if len(t.fold) >= 4 && len(t.fold) <= 6 && len(tokens) > 1 {
				return true
			}
		case word:
			street = street || isStreet(t.fold)
		}
	}
	return street && digits
}

func isStreet(w string) bool {
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
	streetWords   = set("street", "st", "road", "rd", "lane", "ln", "avenue", "ave", "drive", "dr", "close", "court", "square", "quay", "way", "boulevard", "blvd", "highway", "hwy", "rue", "place", "chemin", "allee", "impasse", "calle", "via", "viale", "piazza", "platz", "weg", "strasse", "str", "markt", "ring", "damm", "ufer", "postfach", "suite", "floor", "po", "box", "building")
	streetEndings = []string{"strasse", "str", "weg", "platz", "gasse", "allee", "ufer", "damm", "ring", "straat", "laan", "strake", "strabe"}
)
