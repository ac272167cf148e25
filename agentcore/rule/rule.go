package rule

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/deskhand/deskhand/agentcore/template"
)

// Rule is what happens to the documents that match.
type Rule struct {
	// When is the condition as written.
	When string
	// Name is the template of the files' names, Into that of the folder below the target
	// folder. Either may be empty, not both.
	Name, Into string

	holds  condition
	fields []string
}

// Reasons why a rule is invalid.
var (
	// ErrEmpty means that a rule does nothing.
	ErrEmpty = errors.New("it needs a name, or a folder that files go into")
	// ErrInto means that a folder is not below the target folder.
	ErrInto = errors.New("into is a folder below the one that the files go to, such as Energy/{year}")
	// ErrName means that the name contains a folder.
	ErrName = errors.New("a name has no folder in it: that is what into is for")
)

// New returns a rule. The error is one of those above, an *Error of its condition, or a
// *template.Error.
func New(when, name, into string) (Rule, error) {
	r := Rule{When: when, Name: name, Into: into}
	p := parser{text: []rune(when)}
	var err error
	if r.holds, err = p.all(); err != nil {
		return r, err
	}
	r.fields = p.fields
	if name == "" && into == "" {
		return r, ErrEmpty
	}
	if name != "" {
		if folders, _ := template.Cut(name); folders != "" {
			return r, ErrName
		}
		if _, err := template.Parse(name); err != nil {
			return r, fmt.Errorf("name: %w", err)
		}
	}
	if into == "" {
		return r, nil
	}
	if strings.ContainsAny(into[:1], `/~\`) || strings.Contains(into, ":\\") {
		return r, ErrInto
	}
	if _, err := template.Parse(template.Join(into, "{name}")); err != nil {
		return r, fmt.Errorf("into: %w", err)
	}
	return r, nil
}

// Holds reports whether a rule matches a document; of returns the known values of a
// field.
func (r Rule) Holds(of func(field string) []string) bool { return r.holds != nil && r.holds(of) }

// Fields returns the fields that a rule uses, each once.
func (r Rule) Fields() []string { return slices.Clone(r.fields) }
