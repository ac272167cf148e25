package schema

import (
	"encoding/json"
	"maps"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/deskhand/deskhand/agentcore/lists"
)

// Fill puts the schema's defaults in the places of arguments that are not there,
// in objects inside too. A default that is not what the schema itself asks for is
// left out. A text that says exactly the number, or the true or false, that the
// schema asks for becomes it: models put these into quotes.
func (s *Schema) Fill(args map[string]any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.meter.left, s.meter.whole = budget, size(args)
	defer func() { _ = recover() }() // the meter ran empty: what is filled is filled
	s.fill(s.compiled, args, 0)
}

// fill descends where the arguments do: their depth and size bound it, and of
// schemas that apply side by side only those that apply for certain are
// followed.
func (s *Schema) fill(at *jsonschema.Schema, value any, chain int) {
	if at == nil || chain > maxDepth {
		return
	}
	s.meter.spend(1 + len(at.Properties))
	s.fill(at.Ref, value, chain+1)
	for _, part := range at.AllOf {
		s.fill(part, value, chain+1)
	}
	switch value := value.(type) {
	case map[string]any:
		for name, property := range at.Properties {
			s.fillProperty(property, value, name)
		}
	case []any:
		items := at.Items2020
		if items == nil {
			items, _ = at.Items.(*jsonschema.Schema)
		}
		for i := 0; items != nil && i < len(value); i++ {
			value[i] = unquoted(items, value[i])
			s.fill(items, value[i], 0)
		}
	}
}

func (s *Schema) fillProperty(property *jsonschema.Schema, object map[string]any, name string) {
	if value, there := object[name]; there {
		value = unquoted(property, value)
		object[name] = value
		s.fill(property, value, 0)
		return
	}
	if standard, ok := defaultOf(property, 0); ok && property.Validate(standard) == nil {
		object[name] = cloned(standard)
	}
}

// unquoted returns what a text says where the schema takes no text but this.
func unquoted(s *jsonschema.Schema, value any) any {
	text, isText := value.(string)
	for chain := 0; isText && s != nil && s.Types == nil && chain < maxDepth; chain++ {
		s = s.Ref
	}
	if !isText || s == nil || s.Types == nil {
		return value
	}
	takes := map[string]bool{}
	for _, kind := range s.Types.ToStrings() {
		takes[kind] = true
	}
	var said any
	dec := json.NewDecoder(strings.NewReader(text))
	dec.UseNumber()
	if takes["string"] || dec.Decode(&said) != nil || dec.More() || sane(said, 1) != nil {
		return value
	}
	switch said := said.(type) {
	case json.Number:
		if takes["number"] || takes["integer"] && !strings.ContainsAny(text, ".eE") {
			return said
		}
	case bool:
		if takes["boolean"] {
			return said
		}
	}
	return value
}

func defaultOf(s *jsonschema.Schema, chain int) (any, bool) {
	switch {
	case s == nil || chain > maxDepth:
		return nil, false
	case s.Default != nil:
		return *s.Default, true
	}
	return defaultOf(s.Ref, chain+1)
}

// cloned copies a default, which belongs to the schema.
func cloned(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := maps.Clone(v)
		for key, inner := range out {
			out[key] = cloned(inner)
		}
		return out
	case []any:
		return lists.Map(v, cloned)
	}
	return v
}
