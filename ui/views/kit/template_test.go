package kit

import (
	"errors"
	"strings"
	"testing"

	"github.com/deskhand/deskhand/agentcore/template"
)

func TestEachPatternErrorNamesItsPlace(t *testing.T) {
	for pattern, want := range map[string]string{
		"{dte}":                             "{dte} (character 1) isn't known. Did you mean {date}?",
		"{xqzw}":                            "{xqzw} (character 1) isn't known. There are {date} {year}",
		"{date|max:x}":                      "can't be used. Write |max:40",
		"{date":                             "(character 1) isn't closed.",
		"{date}]":                           "] (character 7) closes nothing.",
		"[{date} [{kind}]]":                 "Brackets can't be inside brackets (character 9).",
		"{date}[/{kind}]":                   "A folder can't begin inside brackets",
		"../{date}":                         "can't be the name of a folder or file.",
		"{date}\a":                          "can't be in a name.",
		"{date}" + strings.Repeat("x", 600): "The pattern is longer than 500 characters.",
		"plain":                             "The pattern needs a part, such as {date} or {issuer}.",
		"{date} [no part in here]":          "has no part in it, such as {date}.",
	} {
		_, err := template.Parse(pattern)
		var slip *template.Error
		if !errors.As(err, &slip) {
			t.Errorf("%q is valid: %v", pattern, err)
			continue
		}
		if got := Explain(err, "?"); !strings.Contains(got, want) {
			t.Errorf("%q: %s", pattern, got)
		}
	}
}
