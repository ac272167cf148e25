package manifest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/deskhand/deskhand/agentcore/regular"
)

// ErrBroken means that the file cannot be understood as a whole. It is left as
// it is.
var ErrBroken = errors.New("mcp.json cannot be read")

// Listed is an entry as a file has it.
type Listed struct {
	Entry
	// Problem says in a sentence what is wrong with it; empty when nothing is.
	// An entry with one is not started.
	Problem string
	// Ignored are its keys that mean nothing here.
	Ignored []string
}

// serversKey is the key of mcp.json that holds the servers.
const serversKey = "mcpServers"

// byteOrderMark is what some editors put before a text.
var byteOrderMark = []byte("\xef\xbb\xbf")

// Read returns the entries of a file in its order. A file that is not there has
// none. A file that is no such JSON gives ErrBroken, with the line.
func Read(path string) ([]Listed, error) {
	_, servers, err := open(path)
	if err != nil {
		return nil, err
	}
	list := make([]Listed, len(servers))
	for i, m := range servers {
		list[i] = parse(m.key, m.value)
	}
	return list, nil
}

// open returns the whole file and the servers in it.
func open(path string) (file, servers object, err error) {
	text, err := regular.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return object{}, object{}, nil
	}
	if err != nil {
		return nil, nil, fmt.Errorf("read %s: %w", path, err)
	}
	text = bytes.TrimPrefix(text, byteOrderMark)
	if len(bytes.TrimSpace(text)) == 0 {
		return object{}, object{}, nil
	}
	if err := json.Unmarshal(text, new(json.RawMessage)); err != nil {
		return nil, nil, fmt.Errorf("%w: %s, line %d: %w", ErrBroken, path, line(text, err), err)
	}
	if err := json.Unmarshal(text, &file); err != nil {
		return nil, nil, fmt.Errorf("%w: %s: %w", ErrBroken, path, err)
	}
	if at := file.find(serversKey); at >= 0 {
		if err := json.Unmarshal(file[at].value, &servers); err != nil {
			return nil, nil, fmt.Errorf("%w: %s: %s: %w", ErrBroken, path, serversKey, err)
		}
	}
	return file, servers, nil
}

// line is where a syntax error is; lines count from 1.
func line(text []byte, err error) int {
	at := len(text)
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		at = min(at, int(syntax.Offset))
	}
	return 1 + bytes.Count(text[:at], []byte("\n"))
}

// parse reads one entry key by key, so that a slip in one is told by its name.
func parse(name string, text json.RawMessage) Listed {
	l := Listed{Entry: Entry{Name: name}}
	var keys object
	if err := json.Unmarshal(text, &keys); err != nil {
		l.Problem = "Its entry cannot be understood: " + err.Error() + "."
		return l
	}
	for _, m := range keys {
		known, problem := l.take(m)
		if !known {
			l.Ignored = append(l.Ignored, m.key)
		}
		if problem != "" && l.Problem == "" {
			l.Problem = problem
		}
	}
	if l.Problem == "" {
		l.Problem = l.Refused()
	}
	return l
}

// take sets what a key of an entry stands for.
func (e *Entry) take(m member) (known bool, problem string) {
	var into any
	want := "yes or no, as true or false"
	switch m.key {
	case "command":
		into, want = &e.Command, "text: one program"
	case "args":
		into, want = &e.Args, "a list of texts"
	case "env":
		into, want = &e.Env, "texts by their names"
	case "cwd":
		into, want = &e.Dir, "text: a folder"
	case "disabled":
		into = &e.Disabled
	case keyDisabledTools:
		into, want = &e.DisabledTools, "a list of texts"
	case keyTrustAnnotations:
		into = &e.TrustAnnotations
	case keyShareRoots:
		into = &e.ShareRoots
	case keyLocal:
		into = &e.Local
	case "timeout":
		return true, e.takeTimeout(m.value)
	case "type":
		return true, onlyStdio(m.value)
	case "url":
		return true, "It is a server at an address; Deskhand runs servers on this computer only."
	default:
		return false, ""
	}
	if json.Unmarshal(m.value, into) != nil {
		return true, fmt.Sprintf("Its %s must be %s.", m.key, want)
	}
	return true, ""
}

// onlyStdio refuses the transports that are not ours. Some hosts name the one
// that is.
func onlyStdio(value json.RawMessage) string {
	var kind string
	if json.Unmarshal(value, &kind) == nil && kind == "stdio" {
		return ""
	}
	return "Its type must be stdio; Deskhand runs servers on this computer only."
}

// longestTimeout is what a timeout can mean: more is another host's
// milliseconds.
const longestTimeout = time.Hour

// takeTimeout reads "90s", or a number of seconds.
func (e *Entry) takeTimeout(value json.RawMessage) (problem string) {
	var text string
	var seconds float64
	switch {
	case json.Unmarshal(value, &text) == nil:
		d, err := time.ParseDuration(text)
		if err != nil {
			return fmt.Sprintf("Its timeout %q is not a time such as \"90s\".", text)
		}
		e.Timeout = d
	case json.Unmarshal(value, &seconds) == nil:
		e.Timeout = time.Duration(min(seconds, 2*longestTimeout.Seconds()) * float64(time.Second))
	default:
		return "Its timeout must be a time such as \"90s\", or a number of seconds."
	}
	if e.Timeout <= 0 || e.Timeout > longestTimeout {
		return "Its timeout must be between 0 and one hour; a bare number means seconds."
	}
	return ""
}
