package lex

import (
	"slices"
	"testing"
)

// sections are what a file of a language may have.
var sections = []string{
	"tells the language", "months", "short months", "date of the document", "date", "date of the matter", "date due", "date of something else",
	"kind of trade", "kind of statement", "formal kind", "loose kind", "own number", "order number", "matter number", "subject", "recipient",
	"recipient alone", "issuer", "somebody else", "salutation", "greeting", "total due", "total", "part of the total", "phone", "tax", "bank", "street", "legal form",
	"joins names", "label", "department", "ending of trade", "ending of a statement", "formal ending", "loose ending", "begins a heading", "ends a heading", "speaks of itself", "closing",
}

func TestTheFilesOfLanguagesAreWrittenFoldedInSectionsThatAreRead(t *testing.T) {
	files, err := languageFiles.ReadDir("languages")
	if err != nil || len(files) != len(codes) || len(languages()) != len(codes) {
		t.Fatalf("%d files of %d languages: %v", len(files), len(codes), err)
	}
	for _, code := range codes {
		for section, words := range languages()[code] {
			if !slices.Contains(sections, section) {
				t.Errorf("%s: nobody reads the section %q", code, section)
			}
			if months := section == "months" || section == "short months"; months && len(words) != 12 {
				t.Errorf("%s: %d %s", code, len(words), section)
			}
			for _, w := range words {
				if tokens := Tokenise(w); w != Fold(w) || len(tokens) == 0 || slices.ContainsFunc(tokens, func(t Token) bool { return t.Kind != Word }) {
					t.Errorf("%s: %q in %q is not written folded", code, w, section)
				}
			}
		}
	}
}

func TestMonthsOfEveryLanguage(t *testing.T) {
	for text, want := range map[string]string{
		"12 de março de 2026": "2026-03-12", "3 września 2025 r.": "2025-09-03", "1 de octubre de 2025": "2025-10-01",
		"9 dicembre 2025": "2025-12-09", "4 augustus 2025": "2025-08-04", "30 décembre 2025": "2025-12-30", "7. Mai 2026": "2026-05-07",
	} {
		if dates := FindDates(text, Tokenise(text)); len(dates) != 1 || dates[0].Only().String() != want {
			t.Errorf("%s: %v", text, dates)
		}
	}
}
