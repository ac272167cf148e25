package schema

import (
	"fmt"
	"net/url"
	"strconv"
	"strings"

	"github.com/deskhand/deskhand/agentcore/lists"
)

// Where a schema holds other schemas. Everything else in it is data.
var (
	oneInside  = lists.Words("not if then else additionalProperties propertyNames items additionalItems contains unevaluatedProperties unevaluatedItems contentSchema")
	listInside = lists.Words("allOf anyOf oneOf prefixItems items")
	mapInside  = lists.Words("properties patternProperties $defs definitions dependentSchemas dependencies")
)

// eachInside visits the schemas directly inside s that are objects, each with
// its place seen from s.
func eachInside(s map[string]any, visit func(place string, inside map[string]any)) {
	give := func(place string, v any) {
		if inside, ok := v.(map[string]any); ok {
			visit(place, inside)
		}
	}
	for key, value := range s {
		place := "/" + escape(key)
		switch v := value.(type) {
		case map[string]any:
			if mapInside[key] {
				for name, inside := range v {
					give(place+"/"+escape(name), inside)
				}
			} else if oneInside[key] {
				give(place, v)
			}
		case []any:
			for i := 0; listInside[key] && i < len(v); i++ {
				give(place+"/"+strconv.Itoa(i), v[i])
			}
		}
	}
}

// places are all schemas of a document by their JSON pointers. It fails where a
// reference leads to something that is none: what is data to us would be a
// schema to others.
func places(doc map[string]any) (map[string]map[string]any, error) {
	found := map[string]map[string]any{}
	var walk func(place string, s map[string]any)
	walk = func(place string, s map[string]any) {
		found[place] = s
		eachInside(s, func(inside string, next map[string]any) { walk(place+inside, next) })
	}
	walk("", doc)
	for _, s := range found {
		for _, key := range []string{"$ref", "$recursiveRef", "$dynamicRef"} {
			ref, ok := s[key].(string)
			if pointer, local := pointerOf(ref); ok && local && found[pointer] == nil && !boolAt(doc, pointer) {
				return nil, fmt.Errorf("it refers to %s, where there is no schema", clip(ref))
			}
		}
	}
	return found, nil
}

// pointerOf returns the JSON pointer of a reference into the same document.
func pointerOf(ref string) (pointer string, local bool) {
	fragment, local := strings.CutPrefix(ref, "#")
	if !local {
		return "", false
	}
	plain, err := url.PathUnescape(fragment)
	if err != nil {
		plain = fragment
	}
	return plain, plain == "" || plain[0] == '/'
}

// boolAt reports whether a pointer leads to true or false, which are schemas too.
func boolAt(doc map[string]any, pointer string) bool {
	var at any = doc
	for _, token := range strings.Split(pointer, "/")[1:] {
		object, ok := at.(map[string]any)
		if !ok {
			return false
		}
		at = object[unescape(token)]
	}
	_, ok := at.(bool)
	return ok
}

func escape(token string) string {
	return strings.ReplaceAll(strings.ReplaceAll(token, "~", "~0"), "/", "~1")
}

func unescape(token string) string {
	return strings.ReplaceAll(strings.ReplaceAll(token, "~1", "/"), "~0", "~")
}
