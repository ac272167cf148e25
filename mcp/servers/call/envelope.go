package call

import "encoding/json"

// longestToken is how much of a key, or of an id, is looked at.
const longestToken = 256

// envelope finds the id of a JSON-RPC message, and whether it is a request, while
// it passes by in parts. It holds no more than one token. The zero value is ready.
type envelope struct {
	id      json.RawMessage // nil until it was met
	request bool            // there is a method

	depth   int // 1: in the message itself
	quoted  bool
	escaped bool
	token   []byte // what stands at depth 1 since the last of { : , }
	key     string // the one whose value is being read
}

// read takes the next part of the message.
func (e *envelope) read(part []byte) {
	for _, b := range part {
		if e.quoted {
			e.keep(b)
			e.quoted = e.escaped || b != '"'
			e.escaped = !e.escaped && b == '\\'
			continue
		}
		switch b {
		case '{', '[':
			e.keep(b)
			e.depth++
		case '}', ']':
			e.ends()
			e.depth--
		case ':':
			e.named()
		case ',':
			e.ends()
		case ' ', '\t', '\r', '\n':
		default:
			e.quoted = b == '"'
			e.keep(b)
		}
	}
}

// keep remembers a byte of the message itself, not of what is deeper in it.
func (e *envelope) keep(b byte) {
	if e.depth == 1 && len(e.token) <= longestToken {
		e.token = append(e.token, b)
	}
}

// named ends a key.
func (e *envelope) named() {
	if e.depth != 1 {
		return
	}
	e.key = ""
	_ = json.Unmarshal(e.token, &e.key) // what is no string names nothing
	e.token = e.token[:0]
}

// ends ends a value.
func (e *envelope) ends() {
	if e.depth != 1 {
		return
	}
	switch e.key {
	case "id":
		var id any
		if json.Unmarshal(e.token, &id) == nil {
			switch id.(type) {
			case string, float64:
				e.id = append(json.RawMessage(nil), e.token...)
			}
		}
	case "method":
		e.request = true
	}
	e.key, e.token = "", e.token[:0]
}
