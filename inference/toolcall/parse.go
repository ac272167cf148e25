package toolcall

import (
	"bytes"
	"encoding/json"

	"github.com/deskhand/deskhand/agentcore/chat"
)

// written is a call in the notations that models use.
type written struct {
	Name       string          `json:"name"`
	Function   json.RawMessage `json:"function"` // the name, or the whole call again
	Arguments  json.RawMessage `json:"arguments"`
	Parameters json.RawMessage `json:"parameters"`
	ID         json.RawMessage `json:"id"`
	Type       json.RawMessage `json:"type"`
}

// Object reports whether raw is a JSON object.
func Object(raw []byte) bool {
	raw = bytes.TrimSpace(raw)
	return len(raw) > 0 && raw[0] == '{' && json.Valid(raw)
}

// tagged reads the calls between tags, where nothing else can be: one or several objects,
// or a list. Unknown names are accepted.
func tagged(body []byte) []chat.ToolCall {
	body = bytes.TrimSpace(body)
	if fixed, ok := Repair(body); ok {
		calls, _ := calls(fixed, nil)
		return calls
	}
	var all []chat.ToolCall
	dec := json.NewDecoder(bytes.NewReader(body))
	for {
		var one json.RawMessage
		if dec.Decode(&one) != nil {
			return all
		}
		read, _ := calls(one, nil)
		all = append(all, read...)
	}
}

// bare reads calls without tags, as JSON or as [name(key=value)]. Only known names count,
// and there must be nothing but calls.
func bare(body []byte, known map[string]bool) ([]chat.ToolCall, bool) {
	body = bytes.TrimSpace(body)
	if len(body) > 1 && body[0] == '[' && body[1] != '{' {
		return listed(body, known)
	}
	fixed, ok := Repair(body)
	if !ok {
		return nil, false
	}
	return calls(fixed, known)
}

// calls reads one call or a list of them. With known, one invalid call makes all of them
// text.
func calls(raw json.RawMessage, known map[string]bool) ([]chat.ToolCall, bool) {
	list := []json.RawMessage{raw}
	if !Object(raw) && json.Unmarshal(raw, &list) != nil {
		return nil, false
	}
	var all []chat.ToolCall
	for _, one := range list {
		c, ok := call(one, known)
		if !ok && known != nil {
			return nil, false
		}
		if ok {
			all = append(all, c)
		}
	}
	return all, len(all) > 0
}

func call(raw json.RawMessage, known map[string]bool) (chat.ToolCall, bool) {
	w, ok := spelled(raw, known != nil)
	if ok && Object(w.Function) && w.Name == "" {
		w, ok = spelled(w.Function, known != nil)
	}
	if !ok {
		return chat.ToolCall{}, false
	}
	if w.Name == "" && w.Function != nil && json.Unmarshal(w.Function, &w.Name) != nil {
		return chat.ToolCall{}, false
	}
	args := w.Arguments
	if args == nil {
		args = w.Parameters
	}
	if args == nil && known == nil {
		args = json.RawMessage("{}")
	}
	args, ok = unquoted(args)
	if !ok || w.Name == "" || known != nil && !known[w.Name] {
		return chat.ToolCall{}, false
	}
	return chat.ToolCall{Name: w.Name, Args: args}, true
}

// spelled reads a call object; with strict it must have no other fields.
func spelled(raw json.RawMessage, strict bool) (w written, ok bool) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	if strict {
		dec.DisallowUnknownFields()
	}
	return w, Object(raw) && depth(raw) <= maxDepth && dec.Decode(&w) == nil
}

// unquoted returns the arguments object, even if it was encoded in a string.
func unquoted(args json.RawMessage) (json.RawMessage, bool) {
	var quoted string
	if json.Unmarshal(args, &quoted) == nil && quoted != "" {
		fixed, ok := Repair([]byte(quoted))
		return fixed, ok && Object(fixed)
	}
	return args, Object(args)
}

// listed reads [name(key=value, …), …].
func listed(body []byte, known map[string]bool) ([]chat.ToolCall, bool) {
	p := parser{in: body, at: 1}
	var all []chat.ToolCall
	for {
		p.next()
		name := p.word()
		args, ok := p.keywords()
		if !ok || !known[name] {
			return nil, false
		}
		all = append(all, chat.ToolCall{Name: name, Args: args})
		c := p.next()
		p.at++
		if c == ']' {
			return all, p.next() == 0
		}
		if c != ',' {
			return nil, false
		}
	}
}

// keywords reads (key=value, …) as an object.
func (p *parser) keywords() (json.RawMessage, bool) {
	if p.next() != '(' {
		return nil, false
	}
	p.at++
	p.out = []byte{'{'}
	for first := true; ; first = false {
		if p.next() == ')' {
			p.at++
			args := append(p.out, '}')
			return args, json.Valid(args)
		}
		if !first {
			p.out = append(p.out, ',')
		}
		key := p.word()
		if key == "" || p.next() != '=' {
			return nil, false
		}
		p.at++
		p.out = append(append(append(p.out, '"'), key...), '"', ':')
		if !p.value() {
			return nil, false
		}
		if c := p.next(); c == ',' {
			p.at++
		} else if c != ')' {
			return nil, false
		}
	}
}
