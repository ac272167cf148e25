package intent

import (
	"fmt"
	"slices"
	"strings"
	"sync"
)

// isLasting reports whether a pick can describe future documents: texts in names must be
// at their ends, and "last year" would change its meaning.
func (p Pick) isLasting() bool {
	return !p.Dated.IsRelative() && p.Starts == "" && p.Ends == "" && !p.One && p.Kind != kindScreenshot && !strings.ContainsAny(p.Name+p.Contains+p.Sender+p.Word, `'"`) && p != Pick{}
}

// Condition returns what a request picks as the condition of a rule.
func (f Files) Condition() string {
	any := make([]string, len(f.Only))
	for i, p := range f.Only {
		any[i] = p.condition()
	}
	said := strings.Join(any, " or ")
	if len(any) > 1 && len(f.Except) > 0 {
		said = "(" + said + ")"
	}
	for _, p := range f.Except {
		said += " and not (" + p.condition() + ")"
	}
	return said
}

// condition returns a pick as a condition.
func (p Pick) condition() string {
	var all []string
	say := func(form string, args ...any) { all = append(all, fmt.Sprintf(form, args...)) }
	switch media := slices.Clone(endingsOf(p.Kind)); {
	case len(media) > 0:
		for i, ext := range media {
			media[i] = "ext = '" + ext + "'"
		}
		say("(%s)", strings.Join(media, " or "))
		if p.Kind == kindPhoto {
			say("not (name ~ '%s')", strings.Join(screenshots, "' or name ~ '"))
		}
	case p.Kind != "":
		say("kind = '%s'", p.Kind)
	}
	for field, value := range map[string]string{"issuer": p.Sender, "name": p.Contains, "ext": p.Ending} {
		switch {
		case value == "":
		case field == "ext":
			say("ext = '%s'", value)
		default:
			say("%s ~ '%s'", field, value)
		}
	}
	slices.Sort(all)
	if p.Word != "" {
		say("(issuer ~ '%[1]s' or name ~ '%[1]s')", p.Word)
	}
	if p.Name != "" {
		stem, ext, found := cutEnding(p.Name)
		say("name = '%s'", stem)
		if found {
			say("ext = '%s'", ext)
		}
	}
	return strings.Join(slices.Concat(all, p.Dated.Conditions(), p.Sum.Conditions()), " and ")
}

// cutEnding splits a file name into stem and extension.
func cutEnding(name string) (stem, ext string, found bool) {
	name = baseName(name)
	if !IsFileName(name) {
		return name, "", false
	}
	dot := strings.LastIndexByte(name, '.')
	return name[:dot], name[dot+1:], true
}

// endingsOf returns the extensions of a medium, in order; none for a kind of documents.
func endingsOf(kind string) []string { return endingsByKind()[kind] }

var endingsByKind = sync.OnceValue(func() map[string][]string {
	all := map[string][]string{}
	for ext, kind := range lexicons()[0].values[roleEndings] {
		all[kind] = append(all[kind], ext)
	}
	for _, endings := range all {
		slices.Sort(endings)
	}
	all[kindPhoto] = all[kindImage]
	return all
})
