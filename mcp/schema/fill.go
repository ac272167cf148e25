package schema

import (
	"maps"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// Fill puts the schema's defaults in the places of arguments that are not there,
// in objects inside too. A default that is not what the schema itself asks for is
// left out.
func (s *Schema) Fill(args map[string]any) {
	if !s.defaults {
		return
	}
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
			s.fill(items, value[i], 0)
		}
	}
}

func (s *Schema) fillProperty(property *jsonschema.Schema, object map[string]any, name string) {
	if value, there := object[name]; there {
		s.fill(property, value, 0)
		return
	}
	if standard, ok := defaultOf(property, 0); ok && property.Validate(standard) == nil {
		object[name] = cloned(standard)
	}
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
		out := make([]any, len(v))
		for i, inner := range v {
			out[i] = cloned(inner)
		}
		return out
	}
	return v
}
