package intent

import "strings"

// englishForms returns the regular forms of an English verb, with their roles: "sorting",
// "moved", "tidied", "tagging". Some are no words, which nobody types.
func englishForms(verb string) map[string]role {
	stem := strings.TrimSuffix(verb, "e")
	doubled := verb + verb[len(verb)-1:]
	forms := map[string]role{
		stem + "ing": roleGerund, verb + "ing": roleGerund, doubled + "ing": roleGerund,
		stem + "ed": roleChangePast, doubled + "ed": roleChangePast,
	}
	if y, ok := strings.CutSuffix(verb, "y"); ok {
		forms[y+"ied"] = roleChangePast
	}
	return forms
}

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
