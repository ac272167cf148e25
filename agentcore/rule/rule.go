package rule

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/deskhand/deskhand/agentcore/template"
)

// Rule says what becomes of the documents that it is about.
type Rule struct {
	// When is the condition as it was written.
	When string
	// Name is the template of the files' names, and Into that of the folder, below the
	// one that they go to. Either may be empty, not both.
	Name, Into string

	holds  condition
	fields []string
}

// What makes a rule that cannot be.
var (
	// ErrEmpty means that a rule does nothing.
	ErrEmpty = errors.New("it needs a name, or a folder that files go into")
	// ErrInto means that a folder is not below the one that files go to.
	ErrInto = errors.New("into is a folder below the one that the files go to, such as Energy/{year}")
	// ErrName means that the name has a folder in it.
	ErrName = errors.New("a name has no folder in it: that is what into is for")
)

// New makes a rule. The error is one of those above, an *Error of its condition, or
// a *template.Error.
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

// Holds reports whether a rule is about a document; of tells what is known of its
// fields, which may go by several names.
func (r Rule) Holds(of func(field string) []string) bool { return r.holds != nil && r.holds(of) }

// Fields are those that a rule asks about, each once.
func (r Rule) Fields() []string { return slices.Clone(r.fields) }
