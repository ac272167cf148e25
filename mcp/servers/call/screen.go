package call

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/mark3labs/mcp-go/mcp"
)

const (
	// maxMessage is the longest message that a server of ours reads, in bytes.
	maxMessage = 8 << 20
	// readAtOnce is how much of a message that is too long is held at a time.
	readAtOnce = 64 << 10
)

// screen hands on the messages of src, a line each, and answers those itself that
// the server is not to see: what is longer than limit, which is never held as a
// whole, and a list that is asked for from a place in it that does not exist. One
// goroutine reads.
type screen struct {
	src   *bufio.Reader
	out   io.Writer // whose Write is safe from any goroutine
	limit int

	line []byte // what is left of the message that is being handed on
}

func newScreen(src io.Reader, out io.Writer) *screen {
	return &screen{src: bufio.NewReaderSize(src, readAtOnce), out: out, limit: maxMessage}
}

func (s *screen) Read(p []byte) (int, error) {
	var err error
	for len(s.line) == 0 && err == nil {
		s.line, err = s.next()
	}
	n := copy(p, s.line)
	s.line = s.line[n:]
	if n > 0 {
		return n, nil // an end is met again by the next read
	}
	return 0, err
}

// next returns a message that is to be handed on, or nothing where it was
// answered here.
func (s *screen) next() ([]byte, error) {
	var line []byte
	for {
		part, err := s.src.ReadSlice('\n')
		line = append(line, part...)
		switch {
		case len(line) > s.limit:
			return nil, s.refuse(line, err)
		case err == nil && s.answered(line):
			return nil, nil
		case !errors.Is(err, bufio.ErrBufferFull):
			return line, err
		}
	}
}

// refuse answers a message that is too long, as soon as it is known under which
// id, and reads on to its end. err is how the reading of its begin ended.
func (s *screen) refuse(begin []byte, err error) error {
	var head envelope
	refused := false
	for part := begin; ; part, err = s.src.ReadSlice('\n') {
		head.read(part)
		if !refused && head.request && head.id != nil {
			refused = true
			s.fail(head.id, mcp.INVALID_REQUEST,
				fmt.Sprintf("The message is longer than %d MiB and was not read. Send less at once.", s.limit>>20))
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return err
		}
	}
}

// answered answers a request for a list from a cursor on: our servers have all
// tools in one list, so that there is no such place.
func (s *screen) answered(line []byte) bool {
	if !bytes.Contains(line, []byte(`"cursor"`)) || !bytes.Contains(line, []byte(mcp.MethodToolsList)) {
		return false
	}
	var asked struct {
		ID     json.RawMessage `json:"id"`
		Method mcp.MCPMethod   `json:"method"`
		Params struct {
			Cursor any `json:"cursor"`
		} `json:"params"`
	}
	if json.Unmarshal(line, &asked) != nil || asked.Method != mcp.MethodToolsList || asked.ID == nil ||
		asked.Params.Cursor == nil || asked.Params.Cursor == "" {
		return false
	}
	s.fail(asked.ID, mcp.INVALID_PARAMS, "There is no such cursor: this server has all its tools in one list. Ask for it without a cursor.")
	return true
}

// fail answers a request with an error. A host that is gone misses it.
func (s *screen) fail(id json.RawMessage, code int, message string) {
	answer := mcp.NewJSONRPCError(mcp.NewRequestId(id), code, message, nil)
	if line, err := json.Marshal(answer); err == nil {
		_, _ = s.out.Write(append(line, '\n'))
	}
}
