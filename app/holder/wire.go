package holder

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"sync"
	"time"
)

// protocol is the version of the protocol on the socket.
const protocol = 1

const (
	// AnswerLimit is how long a holder may take to answer.
	AnswerLimit = 2 * time.Second
	// requestLimit is how long a caller may take to send its request.
	requestLimit = 5 * time.Second
	// longestLine is the longest message in bytes: longer than any command line.
	longestLine = 4 << 20
	// longestPart is how many bytes of input or output a message carries.
	longestPart = 32 << 10
)

// Request is a command line and its environment. Texts are bytes, since names need not be
// UTF-8.
type Request struct {
	Args [][]byte `json:"args"`
	// Dir is the folder that relative paths start from.
	Dir []byte `json:"dir"`
	// Asks and Shows report that standard input and standard error are terminals.
	Asks  bool `json:"asks"`
	Shows bool `json:"shows"`
	// Env are the variables that affect a command.
	Env map[string]string `json:"env,omitempty"`
}

// message is one line: exactly one of its fields is set.
type message struct {
	// Both sides begin with Hello.
	Hello *hello `json:"hello,omitempty"`
	// From the caller.
	Run    *Request `json:"run,omitempty"`
	Typed  *typed   `json:"typed,omitempty"`
	Cancel bool     `json:"cancel,omitempty"`
	// From the holder. Read asks for at most so many bytes of standard input.
	Out  []byte `json:"out,omitempty"`
	Errs []byte `json:"errs,omitempty"`
	Read int    `json:"read,omitempty"`
	Exit *int   `json:"exit,omitempty"`
}

// hello identifies a side.
type hello struct {
	Protocol int    `json:"protocol"`
	Version  string `json:"version"`
}

// typed is what was read from standard input.
type typed struct {
	Text []byte `json:"text,omitempty"`
	End  bool   `json:"end,omitempty"`
}

// line is a connection that carries messages. send may be called from several goroutines,
// next from one.
type line struct {
	conn net.Conn
	in   *bufio.Scanner
	mu   sync.Mutex
}

func newLine(conn net.Conn) *line {
	in := bufio.NewScanner(conn)
	in.Buffer(make([]byte, 0, 4<<10), longestLine)
	return &line{conn: conn, in: in}
}

func (l *line) send(m message) error {
	raw, err := json.Marshal(m)
	if err != nil {
		return fmt.Errorf("encode a message: %w", err)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	_, err = l.conn.Write(append(raw, '\n'))
	return err
}

// errClosed means that the other side has ended.
var errClosed = errors.New("the connection was closed")

func (l *line) next() (m message, err error) {
	if !l.in.Scan() {
		if err = l.in.Err(); err == nil {
			err = errClosed
		}
		return m, err
	}
	if err := json.Unmarshal(l.in.Bytes(), &m); err != nil {
		return m, fmt.Errorf("understand a message: %w", err)
	}
	return m, nil
}

// greet exchanges hellos within limit.
func (l *line) greet(version string, limit time.Time) (hello, error) {
	if err := l.conn.SetDeadline(limit); err != nil {
		return hello{}, err
	}
	err := l.send(message{Hello: &hello{protocol, version}})
	var m message
	if err == nil {
		m, err = l.next()
	}
	if err != nil {
		return hello{}, err
	}
	if m.Hello == nil {
		return hello{}, errors.New("it did not say who it is")
	}
	return *m.Hello, l.conn.SetDeadline(time.Time{})
}
