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

	"github.com/deskhand/deskhand/agentcore/regular"
	"github.com/deskhand/deskhand/agentcore/wire/entry"
)

// Broken means that a file, or a text of that kind, cannot be understood as a whole.
// It is left as it is.
type Broken struct {
	Path    string // empty for what was pasted
	Problem entry.Problem
}

func (b *Broken) Error() string {
	return strings.TrimSpace(fmt.Sprintf("%s: %s %s %s", b.Path, b.Problem.Code, b.Problem.Name, b.Problem.Detail))
}

// broken says what err, of reading JSON, found.
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
	// Problem says what is wrong with it; zero when nothing is. An entry with one
	// is not started.
	Problem entry.Problem
	// Ignored are its keys that mean nothing here.
	Ignored []string
	// Inputs are what it asks the person for.
	Inputs []Input
}

// serversKey is the key of mcp.json that holds the servers.
const serversKey = "mcpServers"

// byteOrderMark is what some editors put before a text.
var byteOrderMark = []byte("\xef\xbb\xbf")

// Read returns the entries of a file in its order. A file that is not there has
// none. A file that is no such JSON gives a *Broken, with the line.
func Read(path string) ([]Listed, error) {
	file, servers, err := open(path)
	if err != nil {
		return nil, err
	}
	asked := inputsOf(file)
	list := make([]Listed, len(servers))
	for i, m := range servers {
		list[i] = parse(m.key, m.value, asked)
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

// line is where a syntax error is; lines count from 1.
func line(text []byte, err error) string {
	at := len(text)
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		at = min(at, int(syntax.Offset))
	}
	return strconv.Itoa(1 + bytes.Count(text[:at], []byte("\n")))
}

// parse reads one entry key by key, so that a slip in one is told by its name.
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

// take sets what a key of an entry stands for.
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

// takeTransport reads how a server is spoken to; where it is not said, its other
// keys tell.
func (e *Entry) takeTransport(value json.RawMessage) entry.Problem {
	var kind string
	_ = json.Unmarshal(value, &kind) // what is no text is none of these
	switch kind {
	case "stdio", TransportHTTP:
	case TransportSSE:
		e.SSE = true
	default:
		return entry.Problem{Code: entry.Transport, Detail: string(value)}
	}
	return entry.Problem{}
}

// takeClient reads what is signed in as. Other hosts have false there to never sign
// in, which nobody does here by itself.
func (e *Entry) takeClient(value json.RawMessage) entry.Problem {
	if bytes.Equal(bytes.TrimSpace(value), []byte("false")) {
		return entry.Problem{}
	}
	if json.Unmarshal(value, &e.Client) != nil {
		return entry.Problem{Code: entry.OAuth}
	}
	return entry.Problem{}
}

// longestTimeout is what a timeout can mean: more is another host's
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
