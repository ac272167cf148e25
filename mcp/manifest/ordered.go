package manifest

import (
	"bytes"
	"encoding/json"
	"slices"

	"github.com/deskhand/deskhand/agentcore/wire/entry"
)

// misformed is JSON of the wrong type.
type misformed entry.Problem

func (m misformed) Error() string { return string(m.Code) + " " + m.Name }

// object is a JSON object that keeps the order of its keys and the text of its values.
type object []member

type member struct {
	key   string
	value json.RawMessage
}

// UnmarshalJSON reads an object; anything else is an error.
func (o *object) UnmarshalJSON(text []byte) error {
	dec := json.NewDecoder(bytes.NewReader(text))
	open, err := dec.Token()
	if err != nil {
		return err
	}
	if open != json.Delim('{') {
		return misformed{Code: entry.NoObject}
	}
	*o = object{}
	seen := map[string]bool{}
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			return err
		}
		m := member{key: key.(string)} // the decoder returns nothing else here
		if seen[m.key] {
			return misformed{Code: entry.Twice, Name: m.key}
		}
		seen[m.key] = true
		if err := dec.Decode(&m.value); err != nil {
			return err
		}
		*o = append(*o, m)
	}
	return nil
}

// MarshalJSON writes the keys in their order.
func (o object) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, m := range o {
		if i > 0 {
			b.WriteByte(',')
		}
		key, err := json.Marshal(m.key)
		if err != nil {
			return nil, err
		}
		b.Write(key)
		b.WriteByte(':')
		b.Write(m.value)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

func (o object) find(key string) int {
	return slices.IndexFunc(o, func(m member) bool { return m.key == key })
}

// set replaces the value of a key or appends it.
func (o *object) set(key string, value any) error {
	var raw bytes.Buffer
	enc := json.NewEncoder(&raw)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(value); err != nil {
		return err
	}
	if at := o.find(key); at >= 0 {
		(*o)[at].value = bytes.TrimSpace(raw.Bytes())
		return nil
	}
	*o = append(*o, member{key, bytes.TrimSpace(raw.Bytes())})
	return nil
}

func (o *object) remove(key string) {
	*o = slices.DeleteFunc(*o, func(m member) bool { return m.key == key })
}
