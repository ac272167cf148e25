package schema

import (
	"errors"
	"fmt"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// ErrBroken means that a schema cannot be used.
var ErrBroken = errors.New("the schema of its arguments is broken")

// maxSchema is the longest schema, in bytes.
const maxSchema = 256 << 10

// Schema is what the arguments of one tool must be.
type Schema struct {
	compiled *jsonschema.Schema

	mu    sync.Mutex // one check at a time spends steps
	meter *meter
}

// Compile reads the schema of a tool. None at all allows any arguments. The
// error wraps ErrBroken.
func Compile(raw []byte) (*Schema, error) {
	s, err := compile(raw)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrBroken, err)
	}
	return s, nil
}

func compile(raw []byte) (*Schema, error) {
	if len(raw) > maxSchema {
		return nil, fmt.Errorf("it is longer than %d KiB", maxSchema>>10)
	}
	doc, err := decodeSchema(raw)
	if err != nil {
		return nil, err
	}
	s := &Schema{meter: &meter{}}
	c := jsonschema.NewCompiler()
	c.UseLoader(nowhere{})
	c.UseRegexpEngine(s.meter.pattern)
	c.AssertFormat()
	found, err := places(doc)
	if err != nil {
		return nil, err
	}
	s.meter.install(c, found)
	const place = "tool:arguments"
	if err := c.AddResource(place, doc); err != nil {
		return nil, err
	}
	if s.compiled, err = c.Compile(place); err != nil {
		return nil, firstOf(err)
	}
	return s, nil
}

// decodeSchema reads a schema of arguments: an object that describes an object.
func decodeSchema(raw []byte) (map[string]any, error) {
	if len(raw) == 0 || string(raw) == "null" {
		return map[string]any{"type": "object"}, nil
	}
	doc, err := Decode(raw)
	if err != nil {
		return nil, err
	}
	switch kind, said := doc["type"]; {
	case !said:
		doc["type"] = "object"
	case kind != "object":
		return nil, errors.New("it describes something else than an object")
	}
	return doc, nil
}

// nowhere is where references to other documents lead.
type nowhere struct{}

// Load refuses.
func (nowhere) Load(url string) (any, error) {
	return nil, fmt.Errorf("it refers to %s, and nothing is loaded from anywhere", clip(url))
}

// firstOf returns the most useful of several causes.
func firstOf(err error) error {
	var invalid *jsonschema.SchemaValidationError
	var causes *jsonschema.ValidationError
	if errors.As(err, &invalid) && errors.As(invalid.Err, &causes) {
		if words := wordsOf(causes); len(words) > 0 {
			return errors.New(words[0])
		}
	}
	return err
}
