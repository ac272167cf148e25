package intent

import "strings"

// form is the form of an English verb.
type form int

const (
	formBase form = iota
	formGerund
	formPast
)

// englishChange returns the changing verb that w is a form of; "" for none.
func englishChange(w string) (verb string, f form) {
	if isEnglishChange(w) {
		return w, formBase
	}
	if stem, ok := strings.CutSuffix(w, "ing"); ok {
		return inflected(stem), formGerund
	}
	if stem, ok := strings.CutSuffix(w, "ied"); ok {
		return inflected(stem + "y"), formPast
	}
	if stem, ok := strings.CutSuffix(w, "ed"); ok {
		return inflected(stem), formPast
	}
	if rolesOf(w).has(roleChangePast) {
		return w, formPast
	}
	return "", formBase
}

// inflected returns the changing verb whose inflected form has this stem: "mov", "sort",
// "tagg".
func inflected(stem string) string {
	n := len(stem)
	switch {
	case n < 2:
	case isEnglishChange(stem):
		return stem
	case isEnglishChange(stem + "e"):
		return stem + "e"
	case stem[n-1] == stem[n-2] && isEnglishChange(stem[:n-1]):
		return stem[:n-1]
	}
	return ""
}

func isEnglishChange(w string) bool { return rolesOf(w).has(roleChange, roleChangeNoun) }

// isFormOfChange reports whether a word is a form of a changing verb in a language with
// listed forms, ignoring the "zu" of "umzubenennen".
func isFormOfChange(w string) bool {
	if before, after, ok := strings.Cut(w, "zu"); ok && before != "" && isListedForm(before+after) {
		return true
	}
	return isListedForm(w)
}

func isListedForm(w string) bool {
	return rolesOf(w).has(roleChangeForm) || rolesOf(w).has(roleAnyForm) && !rolesOf(w).has(roleTouchForm)
}
