package schema

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
	"golang.org/x/text/language"
	"golang.org/x/text/message"

	"github.com/deskhand/deskhand/agentcore/lists"
)

// Mismatch says in plain words what is wrong with arguments.
type Mismatch struct {
	Words []string // at most a handful
}

func (m *Mismatch) Error() string { return strings.Join(m.Words, "; ") }

// Check holds arguments, as Decode gives them, against the schema. The error is
// a *Mismatch.
func (s *Schema) Check(args map[string]any) (err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.meter.left, s.meter.whole = budget, size(args)
	// The meter panics when it is empty. Whatever else a strange schema brings
	// about, arguments that could not be checked do not leave.
	defer func() {
		if recover() != nil {
			err = &Mismatch{[]string{"the arguments are too complicated to be checked"}}
		}
	}()
	failed := s.compiled.Validate(args)
	if failed == nil {
		return nil
	}
	invalid, ok := failed.(*jsonschema.ValidationError)
	if !ok {
		return &Mismatch{[]string{failed.Error()}}
	}
	return &Mismatch{wordsOf(invalid)}
}

// maxWords is how many troubles are told at once.
const maxWords = 4

// wordsOf tells the troubles at the ends of the tree, the outermost first.
func wordsOf(failed *jsonschema.ValidationError) []string {
	var ends []*jsonschema.ValidationError
	var walk func(e *jsonschema.ValidationError)
	walk = func(e *jsonschema.ValidationError) {
		if len(e.Causes) == 0 {
			ends = append(ends, e)
		}
		for _, cause := range e.Causes {
			walk(cause)
		}
	}
	walk(failed)
	slices.SortStableFunc(ends, func(a, b *jsonschema.ValidationError) int {
		return len(a.InstanceLocation) - len(b.InstanceLocation)
	})
	var words []string
	for _, e := range ends {
		if text := wordOf(e); !slices.Contains(words, text) && len(words) < maxWords {
			words = append(words, text)
		}
	}
	return words
}

func wordOf(e *jsonschema.ValidationError) string {
	at := where(e.InstanceLocation)
	switch k := e.ErrorKind.(type) {
	case *kind.Required:
		return inside(at, list(k.Missing, "and")+" is missing")
	case *kind.AdditionalProperties:
		return inside(at, "there is no argument "+list(k.Properties, "or"))
	case *kind.Type:
		return fmt.Sprintf("%s must be %s, not %s", at, kinds(k.Want), kinds([]string{k.Got}))
	case *kind.Enum:
		return fmt.Sprintf("%s must be one of %s", at, values(k.Want))
	}
	return at + ": " + clip(e.ErrorKind.LocalizedString(message.NewPrinter(language.English)))
}

// where names a place in the arguments: moves[0].to.
func where(location []string) string {
	var b strings.Builder
	for _, token := range location {
		if _, err := strconv.Atoi(token); err == nil && b.Len() > 0 {
			b.WriteString("[" + token + "]")
			continue
		}
		if b.Len() > 0 {
			b.WriteByte('.')
		}
		b.WriteString(clip(token))
	}
	if b.Len() == 0 {
		return "the whole"
	}
	return b.String()
}

func inside(at, what string) string {
	if at == "the whole" {
		return what
	}
	return "in " + at + " " + what
}

func list(names []string, last string) string {
	quoted := lists.Map(names[:min(len(names), maxWords)], func(name string) string { return strconv.Quote(clip(name)) })
	if len(quoted) < 2 {
		return strings.Join(quoted, "")
	}
	end := len(quoted) - 1
	return strings.Join(quoted[:end], ", ") + " " + last + " " + quoted[end]
}

// kindWords are JSON's types in words.
var kindWords = map[string]string{
	"object": "an object", "array": "a list", "string": "text", "number": "a number",
	"integer": "a whole number", "boolean": "true or false", "null": "null",
}

func kinds(names []string) string {
	return strings.Join(lists.Map(names, func(n string) string { return kindWords[n] }), " or ")
}

func values(all []any) string {
	const most = 12
	said := make([]string, 0, most)
	for _, v := range all[:min(len(all), most)] {
		text := fmt.Sprint(v)
		if s, ok := v.(string); ok {
			text = strconv.Quote(s)
		}
		said = append(said, clip(text))
	}
	if len(all) > most {
		said = append(said, "…")
	}
	return strings.Join(said, ", ")
}
