package schema

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
)

// maxInlined is how many values a schema may have once every reference in it is
// replaced by what it refers to.
const maxInlined = 4000

// ForModel writes a schema down for a model, without the hidden arguments. Model
// servers know little of JSON schema and drop what they do not know, so that
// each reference is replaced by what it refers to and parts that all apply are
// put together. One that would get too large that way is given as it is. The
// order of the arguments stays.
func ForModel(raw []byte, hidden []string) json.RawMessage {
	if len(raw) == 0 || string(raw) == "null" {
		return json.RawMessage(`{"type":"object","properties":{}}`)
	}
	doc, ok := ordered(raw).(*object)
	if !ok {
		return json.RawMessage(`{"type":"object","properties":{}}`)
	}
	doc.hide(hidden)
	whole := doc
	in := inliner{doc: doc, left: maxInlined}
	if plain, ok := in.schema(doc).(*object); ok && in.left > 0 {
		whole = plain
	}
	for _, key := range []string{"$schema", "$id", "$comment"} {
		whole.drop(key)
	}
	if whole != doc {
		whole.drop("$defs")
		whole.drop("definitions")
	}
	if whole.get("type") == nil {
		whole.set("type", "object")
	}
	if whole.get("properties") == nil {
		whole.set("properties", &object{})
	}
	text, err := json.Marshal(whole)
	if err != nil { // what was decoded from JSON encodes again
		return json.RawMessage(`{"type":"object","properties":{}}`)
	}
	return text
}

// hide takes arguments out.
func (o *object) hide(names []string) {
	if properties, ok := o.get("properties").(*object); ok {
		for _, name := range names {
			properties.drop(name)
		}
	}
	if required, ok := o.get("required").([]any); ok {
		required = slices.DeleteFunc(slices.Clone(required), func(v any) bool {
			name, _ := v.(string)
			return slices.Contains(names, name)
		})
		o.set("required", required)
		if len(required) == 0 {
			o.drop("required")
		}
	}
}

type inliner struct {
	doc   *object
	under []string // the references that are being replaced
	left  int      // values that may still be written
}

// schema returns a schema with nothing in it that refers to elsewhere.
func (in *inliner) schema(v any) any {
	s, ok := v.(*object)
	in.left--
	if !ok || in.left <= 0 {
		return v
	}
	out := &object{}
	for _, key := range s.keys {
		switch key {
		case "$ref", "allOf":
		case "oneOf":
			out.set("anyOf", in.inside("anyOf", s.get(key)))
		default:
			out.set(key, in.inside(key, s.get(key)))
		}
	}
	if ref, ok := s.get("$ref").(string); ok {
		in.merge(out, in.target(ref))
	}
	if parts, ok := s.get("allOf").([]any); ok {
		for _, part := range parts {
			in.merge(out, in.schema(part))
		}
	}
	return out
}

// target is what a reference leads to; nothing where it leads to itself, or
// nowhere.
func (in *inliner) target(ref string) any {
	pointer, local := pointerOf(ref)
	if !local || slices.Contains(in.under, pointer) {
		return nil
	}
	in.under = append(in.under, pointer)
	defer func() { in.under = in.under[:len(in.under)-1] }()
	return in.schema(in.doc.at(pointer))
}

// inside returns the value of a key of a schema.
func (in *inliner) inside(key string, value any) any {
	switch v := value.(type) {
	case *object:
		if mapInside[key] && key != "$defs" && key != "definitions" {
			named := &object{}
			for _, name := range v.keys {
				named.set(name, in.schema(v.get(name)))
			}
			return named
		}
		if oneInside[key] {
			return in.schema(v)
		}
	case []any:
		if listInside[key] {
			list := make([]any, len(v))
			for i := range v {
				list[i] = in.schema(v[i])
			}
			return list
		}
	}
	return value
}

// merge adds to a schema what one that applies next to it asks for. What it says
// itself, such as a description, stays.
func (in *inliner) merge(into *object, part any) {
	from, ok := part.(*object)
	if !ok {
		return
	}
	for _, key := range from.keys {
		switch ours := into.get(key).(type) {
		case nil:
			into.set(key, from.get(key))
		case *object:
			if theirs, ok := from.get(key).(*object); ok && key == "properties" {
				for _, name := range theirs.keys {
					if ours.get(name) == nil {
						ours.set(name, theirs.get(name))
					}
				}
			}
		case []any:
			if theirs, ok := from.get(key).([]any); ok && key == "required" {
				into.set(key, append(slices.Clone(ours), theirs...))
			}
		}
	}
}

// object is a JSON object that keeps the order of its keys.
type object struct {
	keys   []string
	values map[string]any
}

func (o *object) get(key string) any { return o.values[key] }

func (o *object) set(key string, value any) {
	if o.values == nil {
		o.values = map[string]any{}
	}
	if _, there := o.values[key]; !there {
		o.keys = append(o.keys, key)
	}
	o.values[key] = value
}

func (o *object) drop(key string) {
	delete(o.values, key)
	o.keys = slices.DeleteFunc(o.keys, func(k string) bool { return k == key })
}

// at follows a JSON pointer.
func (o *object) at(pointer string) any {
	var v any = o
	if pointer == "" {
		return v
	}
	for _, token := range strings.Split(pointer, "/")[1:] {
		switch inside := v.(type) {
		case *object:
			v = inside.get(unescape(token))
		case []any:
			i, err := strconv.Atoi(token)
			if err != nil || i < 0 || i >= len(inside) {
				return nil
			}
			v = inside[i]
		default:
			return nil
		}
	}
	return v
}

// MarshalJSON writes the keys in their order.
func (o *object) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, key := range o.keys {
		if i > 0 {
			b.WriteByte(',')
		}
		for j, v := range []any{key, o.values[key]} {
			if j > 0 {
				b.WriteByte(':')
			}
			text, err := json.Marshal(v)
			if err != nil {
				return nil, err
			}
			b.Write(text)
		}
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// ordered decodes JSON with its objects in order; nil for what is none, or too
// deep.
func ordered(raw []byte) any {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	v, err := orderedValue(dec, 0)
	if err != nil {
		return nil
	}
	return v
}

func orderedValue(dec *json.Decoder, depth int) (any, error) {
	if depth > maxDepth {
		return nil, errDeep
	}
	token, err := dec.Token()
	if err != nil {
		return nil, err
	}
	switch token {
	case json.Delim('{'):
		o := &object{}
		for dec.More() {
			key, err := dec.Token()
			if err != nil {
				return nil, err
			}
			value, err := orderedValue(dec, depth+1)
			if err != nil {
				return nil, err
			}
			o.set(key.(string), value) // the decoder gives nothing else here
		}
		_, err = dec.Token()
		return o, err
	case json.Delim('['):
		list := []any{}
		for dec.More() {
			value, err := orderedValue(dec, depth+1)
			if err != nil {
				return nil, err
			}
			list = append(list, value)
		}
		_, err = dec.Token()
		return list, err
	}
	return token, nil
}
