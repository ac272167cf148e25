package triage

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/deskhand/deskhand/agentcore/filename"
	"github.com/deskhand/deskhand/agentcore/plan"
)

// keepsName is the part of a template that stands for the present name.
const keepsName = "name"

// isPart reports whether a template may have a part of this name.
func isPart(name string) bool {
	_, ok := plan.SpecOf(name)
	return ok || name == keepsName
}

// partNames lists the parts for a person: {date}, {issuer}, ... and {name}.
func partNames() string {
	var b strings.Builder
	for _, s := range plan.Specs {
		b.WriteString("{" + s.Name + "}, ")
	}
	return strings.TrimSuffix(b.String(), ", ") + " and {" + keepsName + "}"
}

// template is a parsed pattern: literal text and fields in turn.
type template []part

// part is a literal, or a field when name is set.
type part struct {
	literal string
	name    string
}

// CheckTemplate fails with ErrTemplate when files cannot be named by a pattern.
func CheckTemplate(pattern string) error {
	_, err := parseTemplate(pattern)
	return err
}

// parseTemplate understands a pattern such as "{date} {issuer} {kind}".
func parseTemplate(pattern string) (template, error) {
	var t template
	for rest := pattern; rest != ""; {
		before, after, found := strings.Cut(rest, "{")
		if before != "" {
			t = append(t, part{literal: before})
		}
		if !found {
			break
		}
		name, tail, closed := strings.Cut(after, "}")
		if !closed || !isPart(name) {
			return nil, fmt.Errorf("%w: %q; the parts are %s", ErrTemplate, pattern, partNames())
		}
		t = append(t, part{name: name})
		rest = tail
	}
	for _, p := range t {
		if p.name != "" {
			return t, nil
		}
	}
	return nil, fmt.Errorf("%w: %q names no part such as {date} or {issuer}", ErrTemplate, pattern)
}

// keeps reports whether the present name is a part of the names.
func (t template) keeps() bool {
	return slices.ContainsFunc(t, func(p part) bool { return p.name == keepsName })
}

// asksMore reports whether a name by this template has more than one part.
func (t template) asksMore() bool {
	parts := 0
	for _, p := range t {
		if p.name != "" {
			parts++
		}
	}
	return parts > 1
}

// used lists the fields that a name by this template rests on.
func (t template) used(known map[string]plan.Field) []string {
	var used []string
	for _, p := range t {
		if known[p.name].Value != "" {
			used = append(used, p.name)
		}
	}
	return used
}

// withoutEchoes returns the fields without a kind that the title says as well,
// so that no name reads "Report Annual Report".
func (t template) withoutEchoes(known map[string]plan.Field) map[string]plan.Field {
	kind, title := known[plan.FieldKind].Value, known[plan.FieldTitle].Value
	used := t.used(known)
	if slices.Contains(used, plan.FieldKind) && slices.Contains(used, plan.FieldTitle) && strings.Contains(spaced(title), spaced(kind)) {
		known = maps.Clone(known)
		delete(known, plan.FieldKind)
	}
	return known
}

// name builds a file name. A field that is not known, or that repeats what
// another one says, is dropped with one of the texts beside it. Where nothing
// but the date is known the present name stays behind it.
func (t template) name(known map[string]plan.Field, stem, ext string) string {
	var b strings.Builder
	var said []string
	between := ""
	for _, p := range t {
		value := known[p.name].Value
		switch p.name {
		case keepsName:
			value = stem
		case "":
			between = p.literal
			continue
		}
		if value == "" || repeats(said, value) {
			continue
		}
		b.WriteString(between + value)
		between = ""
		said = append(said, value)
	}
	if date := known[plan.FieldDate].Value; date != "" && b.String() == date {
		b.WriteString(" " + withoutDate(stem, date))
	}
	return filename.Sanitise(b.String(), ext)
}

// withoutDate takes a date off the front of a present name, so that naming a
// file twice does not give it two.
func withoutDate(stem, date string) string {
	return strings.TrimSpace(strings.TrimPrefix(stem, date))
}

func repeats(said []string, value string) bool {
	for _, s := range said {
		if strings.Contains(strings.ToLower(s), strings.ToLower(value)) {
			return true
		}
	}
	return false
}
