package intent

import (
	"slices"
	"strings"
	"unicode"
)

// maxAbilityBytes is the longest request that can be a mere question about abilities.
const maxAbilityBytes = 120

// AsksWhatCanBeDone reports whether a request only asks what the assistant can do: "what
// can you do about the duplicates" is about the duplicates. about is what it asks for in
// particular: servers or tools, which known recognizes by name, or things other than
// files, such as e-mail.
func AsksWhatCanBeDone(request string, known func(word string) bool) (about []string, asks bool) {
	if len(request) > maxAbilityBytes {
		return nil, false
	}
	said := abilityWords(request)
	if rolesOf(strings.Join(said, " ")).has(roleAble) {
		return nil, true
	}
	short := slices.DeleteFunc(slices.Clone(said), func(w string) bool { return rolesOf(w).has(roleSaidAlong) })
	if rolesOf(strings.Join(short, " ")).has(roleAble) {
		return nil, true
	}
	return aboutTools(short, known)
}

// SpeaksOfTools reports whether a request contains a word for tools.
func SpeaksOfTools(request string) bool {
	return slices.ContainsFunc(abilityWords(request), func(w string) bool { return rolesOf(w).has(roleToolNoun) })
}

// LanguageOfAbilities returns the language that knows most words of a question about
// abilities; empty on a tie.
func LanguageOfAbilities(request string) string {
	language, most := "", 0
	for _, l := range lexicons() {
		n := 0
		for _, w := range abilityWords(request) {
			if len(l.roles[w]) > 0 {
				n++
			}
		}
		switch {
		case n > most:
			language, most = l.language, n
		case n == most:
			language = ""
		}
	}
	return language
}

// abilityWords returns the words of a request in lower case.
func abilityWords(request string) []string {
	return strings.FieldsFunc(strings.ToLower(request), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// aboutTools parses questions about tools, or about things other than files: each word
// has to belong to such a question.
func aboutTools(said []string, known func(word string) bool) (about []string, asks bool) {
	tools, asker := false, false
	for i, w := range said {
		has := rolesOf(w)
		switch {
		case has.has(roleToolNoun):
			tools = true
		case has.has(roleBeyond), known(w):
			about = append(about, w)
		case has.has(roleToolWord):
		case has.has(roleCanYou):
			asker = asker || i < 2
		case i+1 < len(said) && rolesOf(said[i+1]).has(roleToolNoun): // "which git tools"
			about = append(about, w)
		default:
			return nil, false
		}
		asker = asker || has.has(roleCanYou) && i < 2
	}
	if !tools && (!asker || !slices.ContainsFunc(about, func(w string) bool { return rolesOf(w).has(roleBeyond) })) {
		return nil, false
	}
	return about, asker || tools && slices.ContainsFunc(said, func(w string) bool { return rolesOf(w).has(roleToolAsker) })
}
