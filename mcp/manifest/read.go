package manifest

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/deskhand/deskhand/agentcore/lists"
	"github.com/deskhand/deskhand/agentcore/regular"
	"github.com/deskhand/deskhand/agentcore/wire/entry"
)

// Broken means that a file, or a pasted text, cannot be parsed as a whole. It is left as
// it is.
type Broken struct {
	Path    string // empty for pasted text
	Problem entry.Problem
}

func (b *Broken) Error() string {
	return strings.TrimSpace(fmt.Sprintf("%s: %s %s %s", b.Path, b.Problem.Code, b.Problem.Name, b.Problem.Detail))
}

// broken returns the error for err, which came from reading JSON.
func broken(path string, err error, key, line string) *Broken {
	var not misformed
	if !errors.As(err, &not) {
		return &Broken{path, entry.Problem{Code: entry.Syntax, Name: "JSON", Detail: line}}
	}
	not.Name = cmp.Or(not.Name, key)
	return &Broken{path, entry.Problem(not)}
}

// Listed is an entry as a file has it.
type Listed struct {
	Entry
	// Problem is what is wrong with it; zero if nothing is. An entry with a problem is
	// not started.
	Problem entry.Problem
	// Ignored are its keys without a meaning here.
	Ignored []string
	// Inputs are the values that the user has to enter.
	Inputs []Input
}

// serversKey is the key of mcp.json that holds the servers.
const serversKey = "mcpServers"

// byteOrderMark is what some editors put before a text.
var byteOrderMark = []byte("\xef\xbb\xbf")

// Read returns the entries of a file in order. A missing file has none. A file that is
// not such JSON gives a *Broken, with the line.
func Read(path string) ([]Listed, error) {
	file, servers, err := open(path)
	if err != nil {
		return nil, err
	}
	asked := inputsOf(file)
	return lists.Map(servers, func(m member) Listed { return parse(m.key, m.value, asked) }), nil
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
		return nil, nil, broken(path, err, "", line(text, err))
	}
	if err := json.Unmarshal(text, &file); err != nil {
		return nil, nil, broken(path, err, "", "")
	}
	if at := file.find(serversKey); at >= 0 {
		if err := json.Unmarshal(file[at].value, &servers); err != nil {
			return nil, nil, broken(path, err, serversKey, "")
		}
	}
	return file, servers, nil
}

// line returns the line of a syntax error, from 1.
func line(text []byte, err error) string {
	at := len(text)
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		at = min(at, int(syntax.Offset))
	}
	return strconv.Itoa(1 + bytes.Count(text[:at], []byte("\n")))
}

// parse reads one entry key by key, so that an error names its key.
func parse(name string, text json.RawMessage, asked []Input) Listed {
	l := Listed{Entry: Entry{Name: name}}
	var keys object
	if err := json.Unmarshal(text, &keys); err != nil {
		l.Problem = broken("", err, "", "").Problem
		return l
	}
	for _, m := range keys {
		known, problem := l.take(m)
		if !known {
			l.Ignored = append(l.Ignored, m.key)
		}
		if l.Problem == (entry.Problem{}) {
			l.Problem = problem
		}
	}
	if l.Problem == (entry.Problem{}) {
		l.Problem = l.Refused()
	}
	l.Inputs = l.inputs(asked)
	return l
}

// take sets the field of a key.
func (e *Entry) take(m member) (known bool, problem entry.Problem) {
	var into any
	not := entry.NoText
	switch m.key {
	case "command":
		into = &e.Command
	case "args":
		into, not = &e.Args, entry.NoList
	case "env":
		into, not = &e.Env, entry.NoTexts
	case "cwd":
		into = &e.Dir
	case "url":
		into = &e.URL
	case "headers":
		into, not = &e.Headers, entry.NoTexts
	case "disabled":
		into, not = &e.Disabled, entry.NoSwitch
	case keyDisabledTools:
		into, not = &e.DisabledTools, entry.NoList
	case keyTrustAnnotations:
		into, not = &e.TrustAnnotations, entry.NoSwitch
	case keyShareRoots:
		into, not = &e.ShareRoots, entry.NoSwitch
	case keyLocal:
		into, not = &e.Local, entry.NoSwitch
	case keyOAuth:
		return true, e.takeClient(m.value)
	case "timeout":
		return true, e.takeTimeout(m.value)
	case "type":
		return true, e.takeTransport(m.value)
	default:
		return false, entry.Problem{}
	}
	if json.Unmarshal(m.value, into) != nil {
		return true, entry.Problem{Code: not, Name: m.key}
	}
	return true, entry.Problem{}
}

// takeTransport reads the transport; without one, the other keys decide.
func (e *Entry) takeTransport(value json.RawMessage) entry.Problem {
	var kind string
	_ = json.Unmarshal(value, &kind) // anything but text is none of these
	switch kind {
	case "stdio", TransportHTTP:
	case TransportSSE:
		e.SSE = true
	default:
		return entry.Problem{Code: entry.Transport, Detail: string(value)}
	}
	return entry.Problem{}
}

// takeClient reads the OAuth client. Other hosts use false for "never sign in", which
// never happens unasked here.
func (e *Entry) takeClient(value json.RawMessage) entry.Problem {
	if bytes.Equal(bytes.TrimSpace(value), []byte("false")) {
		return entry.Problem{}
	}
	if json.Unmarshal(value, &e.Client) != nil {
		return entry.Problem{Code: entry.OAuth}
	}
	return entry.Problem{}
}

// longestTimeout is the longest sensible timeout: more must be another host's
// milliseconds.
const longestTimeout = time.Hour

// takeTimeout reads "90s", or a number of seconds.
func (e *Entry) takeTimeout(value json.RawMessage) entry.Problem {
	var text string
	var seconds float64
	switch {
	case json.Unmarshal(value, &text) == nil:
		d, err := time.ParseDuration(text)
		if err != nil {
			return entry.Problem{Code: entry.NoTime, Detail: text}
		}
		e.Timeout = d
	case json.Unmarshal(value, &seconds) == nil:
		e.Timeout = time.Duration(min(seconds, 2*longestTimeout.Seconds()) * float64(time.Second))
	default:
		return entry.Problem{Code: entry.NoTime, Detail: string(value)}
	}
	if e.Timeout <= 0 || e.Timeout > longestTimeout {
		return entry.Problem{Code: entry.TimeRange}
	}
	return entry.Problem{}
}
