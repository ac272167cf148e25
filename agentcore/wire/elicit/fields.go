package elicit

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
)

// Kind is what a field takes.
type Kind string

// The kinds of fields.
const (
	Text    Kind = "text"
	Integer Kind = "integer"
	Number  Kind = "number"
	YesNo   Kind = "yes_no" // "true" or "false"
	One     Kind = "one"    // the value of one option
	Several Kind = "several"
)

// Field is one field of a form. Its texts are the server's.
type Field struct {
	Name, Title, About string
	Kind               Kind
	Required           bool
	// Format of a Text: "email", "uri", "date", "date-time" or none.
	Format string
	// Least and Most bound a number, the characters of a text, or how many
	// options are chosen; nil: nothing does.
	Least, Most *float64
	Options     []Option
	// Default is what the server proposes, as it would be typed or chosen.
	Default []string
}

// Option is one of several values.
type Option struct{ Value, Title string }

// How large a form may be.
const (
	maxFields  = 40
	maxOptions = 200
	maxName    = 200  // characters
	maxAbout   = 1000 // characters
)

// property is one of a schema, as the protocol allows it.
type property struct {
	Type        string   `json:"type"`
	Title       string   `json:"title"`
	Description string   `json:"description"`
	Format      string   `json:"format"`
	Minimum     *float64 `json:"minimum"`
	Maximum     *float64 `json:"maximum"`
	MinLength   *float64 `json:"minLength"`
	MaxLength   *float64 `json:"maxLength"`
	MinItems    *float64 `json:"minItems"`
	MaxItems    *float64 `json:"maxItems"`
	Default     any      `json:"default"`
	choices
	EnumNames []string `json:"enumNames"`
	Items     *choices `json:"items"`
}

// choices are the options of a property, or of its items.
type choices struct {
	Enum  []string `json:"enum"`
	OneOf []choice `json:"oneOf"`
	AnyOf []choice `json:"anyOf"`
}

type choice struct {
	Const string `json:"const"`
	Title string `json:"title"`
}

// fieldsOf reads a flat schema: what is required comes first, in the order in which
// it is named there. The order of the properties themselves is not known.
func fieldsOf(schema any) ([]Field, error) {
	raw, err := json.Marshal(schema)
	if err != nil {
		return nil, ErrForm
	}
	var s struct {
		Type       string              `json:"type"`
		Properties map[string]property `json:"properties"`
		Required   []string            `json:"required"`
	}
	if err := json.Unmarshal(raw, &s); err != nil || s.Type != "object" || len(s.Properties) > maxFields {
		return nil, ErrForm
	}
	var fields []Field
	for _, name := range slices.Sorted(maps.Keys(s.Properties)) {
		f, ok := s.Properties[name].field()
		if !ok || len(name) > maxName {
			return nil, ErrForm
		}
		f.Name, f.Required = name, slices.Contains(s.Required, name)
		fields = append(fields, f)
	}
	place := func(f Field) int {
		if at := slices.Index(s.Required, f.Name); at >= 0 {
			return at
		}
		return len(s.Required)
	}
	slices.SortStableFunc(fields, func(a, b Field) int { return cmp.Compare(place(a), place(b)) })
	return fields, nil
}

// field returns the field of a property, without its name; false: it is none that
// the protocol has.
func (p property) field() (Field, bool) {
	f := Field{Title: shortened(p.Title, maxName), About: shortened(p.Description, maxAbout), Default: typed(p.Default)}
	switch {
	case p.Type == "string" && (p.Enum != nil || p.OneOf != nil):
		f.Kind, f.Options = One, p.options(p.EnumNames)
	case p.Type == "string":
		f.Kind, f.Format, f.Least, f.Most = Text, p.Format, p.MinLength, p.MaxLength
	case p.Type == "integer":
		f.Kind, f.Least, f.Most = Integer, p.Minimum, p.Maximum
	case p.Type == "number":
		f.Kind, f.Least, f.Most = Number, p.Minimum, p.Maximum
	case p.Type == "boolean":
		f.Kind = YesNo
	case p.Type == "array" && p.Items != nil:
		f.Kind, f.Options, f.Least, f.Most = Several, p.Items.options(nil), p.MinItems, p.MaxItems
	default:
		return f, false
	}
	chosen := f.Kind == One || f.Kind == Several
	return f, !chosen || len(f.Options) > 0 && len(f.Options) <= maxOptions
}

func (c choices) options(names []string) []Option {
	var options []Option
	for i, value := range c.Enum {
		o := Option{Value: value, Title: value}
		if i < len(names) {
			o.Title = names[i]
		}
		options = append(options, o)
	}
	for _, o := range append(slices.Clone(c.OneOf), c.AnyOf...) {
		options = append(options, Option{Value: o.Const, Title: cmp.Or(o.Title, o.Const)})
	}
	for i := range options {
		options[i].Title = shortened(options[i].Title, maxName)
	}
	return options
}

// typed is a default as a person would type or choose it.
func typed(value any) []string {
	switch v := value.(type) {
	case nil:
		return nil
	case string:
		return []string{shortened(v, maxAbout)}
	case bool:
		return []string{strconv.FormatBool(v)}
	case float64:
		return []string{strconv.FormatFloat(v, 'f', -1, 64)}
	case []any:
		var all []string
		for _, one := range v[:min(len(v), maxOptions)] {
			all = append(all, shortened(fmt.Sprint(one), maxName))
		}
		return all
	}
	return nil
}
