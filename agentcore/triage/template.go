package triage

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/template"
)

// CheckTemplate fails with ErrTemplate, and a *template.Error, when files cannot be
// named by a pattern.
func CheckTemplate(pattern string) error {
	_, err := parseTemplate(pattern)
	return err
}

func parseTemplate(pattern string) (template.Template, error) {
	t, err := template.Parse(pattern)
	if err != nil {
		return t, fmt.Errorf("%w: %w", ErrTemplate, err)
	}
	return t, nil
}

// Example returns what a pattern makes of an invoice that nobody got.
func Example(pattern string) (string, error) {
	t, err := parseTemplate(pattern)
	if err != nil {
		return "", err
	}
	return t.Make(template.Values{
		plan.FieldDate: "2026-05-12", plan.FieldIssuer: "Alder & Finch", plan.FieldKind: "Invoice", plan.FieldTitle: "AF-7731",
		plan.FieldNumber: "AF-7731", plan.FieldAmount: "331.56", plan.FieldCurrency: "GBP", plan.FieldPerson: "Jo Marsh",
		template.Kept: "scan 12", template.Ending: "pdf", template.Parent: "Scans", template.Seq: "07",
	}, ".pdf").Path(), nil
}

// NameBy returns what a pattern makes of an item of a plan.
func NameBy(pattern string, it plan.Item) (string, error) {
	t, err := parseTemplate(pattern)
	if err != nil {
		return "", err
	}
	it.Fields = withoutEchoes(t, it.Fields)
	return t.Make(valuesOf(it, "1"), filepath.Ext(it.From)).Path(), nil
}

// fieldOf is the field that a part of a template is made of; empty for one that
// every file has.
func fieldOf(part string) string {
	switch part {
	case template.Year, template.Month, template.Day:
		return plan.FieldDate
	}
	if _, ok := plan.SpecOf(part); ok {
		return part
	}
	return ""
}

// restsOn lists the fields that parts of a template are made of, as far as they are
// known.
func restsOn(parts []string, known map[string]plan.Field) []string {
	var fields []string
	for _, part := range parts {
		if f := fieldOf(part); known[f].Value != "" && !slices.Contains(fields, f) {
			fields = append(fields, f)
		}
	}
	return fields
}

// asksMore reports whether a name by this template rests on more than one field.
func asksMore(t template.Template) bool {
	var fields []string
	for _, part := range t.Parts() {
		if f := fieldOf(part); f != "" && !slices.Contains(fields, f) {
			fields = append(fields, f)
		}
	}
	return len(fields) > 1
}

// valuesOf are what the parts of a template stand for in one file.
func valuesOf(item plan.Item, seq string) template.Values {
	ext := filepath.Ext(item.From)
	v := template.Values{
		template.Kept:   strings.TrimSuffix(filepath.Base(item.From), ext),
		template.Ending: strings.TrimPrefix(ext, "."),
		template.Parent: filepath.Base(filepath.Dir(item.From)),
		template.Seq:    seq,
	}
	for name, f := range item.Fields {
		v[name] = f.Value
	}
	return v
}

// withNumber returns the fields with a title that is a number as the number too, where
// that is not known or was the same.
func withNumber(known map[string]plan.Field, was string) map[string]plan.Field {
	title, number := known[plan.FieldTitle], known[plan.FieldNumber].Value
	if isNumber(title.Value) && (number == "" || number == was) {
		known = maps.Clone(known)
		known[plan.FieldNumber] = title
	}
	return known
}

// seq is the number of the i-th of n files, as wide as the last one's.
func seq(i, n int) string {
	return fmt.Sprintf("%0*d", max(2, len(strconv.Itoa(n))), i+1)
}

// isNumber reports whether a title is the number of a document.
func isNumber(title string) bool {
	return strings.ContainsFunc(title, unicode.IsDigit) && len(strings.Fields(title)) == 1
}

// withoutEchoes returns the fields without a kind that the title says as well,
// so that no name reads "Report Annual Report".
func withoutEchoes(t template.Template, known map[string]plan.Field) map[string]plan.Field {
	kind, title := known[plan.FieldKind].Value, known[plan.FieldTitle].Value
	both := kind != "" && title != "" && t.Has(plan.FieldKind) && t.Has(plan.FieldTitle) && !slices.Contains(t.FolderParts(), plan.FieldKind)
	if both && strings.Contains(spaced(title), spaced(kind)) {
		known = maps.Clone(known)
		delete(known, plan.FieldKind)
	}
	return known
}
