package call

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"runtime"
	"strings"
	"testing"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// peer speaks to a server by hand.
type peer struct {
	t   *testing.T
	in  *io.PipeWriter
	out *bufio.Scanner
}

func connect(t *testing.T) peer {
	t.Helper()
	s := server.NewMCPServer("test", "1", server.WithToolCapabilities(false))
	s.AddTool(mcp.NewTool("echo"), func(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return mcp.NewToolResultText(req.GetString("text", "")), nil
	})
	toServer, in := io.Pipe()
	fromServer, out := io.Pipe()
	served := make(chan error, 1)
	go func() {
		served <- Serve(context.Background(), s, toServer, out, nil)
		_ = out.Close()
	}()
	t.Cleanup(func() {
		_ = in.Close()
		go func() { _, _ = io.Copy(io.Discard, fromServer) }()
		if err := <-served; err != nil {
			t.Errorf("it ends with %v", err)
		}
	})
	lines := bufio.NewScanner(fromServer)
	lines.Buffer(nil, 32<<20)
	return peer{t: t, in: in, out: lines}
}

// say writes parts of a message, without its end.
func (p peer) say(parts ...string) {
	for _, part := range parts {
		if _, err := io.WriteString(p.in, part); err != nil {
			p.t.Error(err)
		}
	}
}

type answer struct {
	ID    json.RawMessage `json:"id"`
	Error struct {
		Code    int
		Message string
	}
	Result struct{ Content []struct{ Text string } }
}

func (p peer) next() (a answer) {
	p.t.Helper()
	if !p.out.Scan() {
		p.t.Fatalf("no answer: %v", p.out.Err())
	}
	if err := json.Unmarshal(p.out.Bytes(), &a); err != nil {
		p.t.Fatal(err)
	}
	return a
}

const mib = 1 << 20

func TestAMessageThatIsTooLongIsRefusedAndTheNextOneIsRead(t *testing.T) {
	for _, row := range []struct {
		name, begin, end, id string
		atOnce               bool // before its end is there
	}{
		{"the id stands first", `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"echo","arguments":{"text":"`, `"}}}`, `7`, true},
		{"the id stands last", `{"method":"tools/call","params":{"name":"echo","arguments":{"id":1,"text":"`, `"}},"jsonrpc":"2.0","id":"seven"}`, `"seven"`, false},
		{"other ids are about", `{"params":{"id":3,"x":[{"id":4}],"\"id\":5":"\\\",\"id\":6,`, `"},"method":"x","id" : 7 }`, `7`, false},
		{"a notification", `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"reason":"`, `"}}`, ``, false},
		{"an answer", `{"jsonrpc":"2.0","id":1,"result":{"text":"`, `"}}`, ``, false},
		{"an id that is none", `{"jsonrpc":"2.0","method":"ping","id":{"id":1,"text":"`, `"}}`, ``, false},
		{"no JSON", `"id":7,"method":"ping" `, `}}}`, ``, false},
	} {
		t.Run(row.name, func(t *testing.T) {
			p := connect(t)
			refused := func() {
				t.Helper()
				a := p.next()
				if string(a.ID) != row.id || a.Error.Code != mcp.INVALID_REQUEST || !strings.Contains(a.Error.Message, "longer than 8 MiB") {
					t.Errorf("it is answered %+v", a)
				}
			}
			begun := make(chan struct{})
			go func() {
				p.say(row.begin, strings.Repeat("long ", 9*mib/5))
				close(begun)
			}()
			if row.atOnce {
				refused()
			}
			<-begun
			go p.say(row.end, "\n", `{"jsonrpc":"2.0","id":99,"method":"tools/call","params":{"name":"echo","arguments":{"text":"here"}}}`, "\n")
			if row.id != "" && !row.atOnce {
				refused()
			}
			if a := p.next(); string(a.ID) != "99" || len(a.Result.Content) != 1 || a.Result.Content[0].Text != "here" {
				t.Errorf("then it answers %+v", a)
			}
		})
	}
}

func TestAMessageOfJustTheLimitIsRead(t *testing.T) {
	begin, end := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"text":"`, `"}}}`+"\n"
	for _, over := range []int{0, 1} {
		p := connect(t)
		text := strings.Repeat("x", maxMessage+over-len(begin)-len(end))
		go p.say(begin, text, end)
		a := p.next()
		if refused := a.Error.Code != 0; refused != (over > 0) || !refused && a.Result.Content[0].Text != text {
			t.Errorf("%d bytes over the limit: it is answered %.200q, %d", over, a.Error.Message, len(a.Result.Content))
		}
	}
}

// endless is a message without end, until it has given so many bytes.
type endless struct{ left int }

func (e *endless) Read(p []byte) (int, error) {
	if e.left == 0 {
		return 0, io.EOF
	}
	n := min(len(p), e.left)
	e.left -= n
	for i := range p[:n] {
		p[i] = 'x'
	}
	return n, nil
}

func TestAMessageWithoutEndIsNotHeld(t *testing.T) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	var out bytes.Buffer
	n, err := io.Copy(io.Discard, newScreen(io.MultiReader(strings.NewReader(`{"id":1,"method":"ping","x":"`), &endless{left: 256 * mib}), &out))
	runtime.ReadMemStats(&after)
	if n != 0 || err != nil || !strings.Contains(out.String(), "longer than 8 MiB") {
		t.Errorf("%d bytes are handed on, %q is answered: %v", n, out.String(), err)
	}
	if made := (after.TotalAlloc - before.TotalAlloc) / mib; made > 64 {
		t.Errorf("%d MiB were made for it", made)
	}
}

func TestACursorThatDoesNotExistIsAnsweredInWords(t *testing.T) {
	p := connect(t)
	for _, cursor := range []string{`"x"`, `"ZWNobw=="`, `7`} {
		go p.say(`{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":`, cursor, "}}\n")
		if a := p.next(); string(a.ID) != "1" || a.Error.Code != mcp.INVALID_PARAMS || !strings.Contains(a.Error.Message, "without a cursor") {
			t.Errorf("%s is answered %+v", cursor, a)
		}
	}
	for _, line := range []string{
		`{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{"cursor":""}}`,
		`{"jsonrpc":"2.0","id":2,"method":"tools/list"}`,
		`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"echo","arguments":{"cursor":"x","text":"tools/list"}}}`,
	} {
		go p.say(line, "\n")
		if a := p.next(); string(a.ID) != "2" || a.Error.Code != 0 {
			t.Errorf("%s is answered %+v", line, a)
		}
	}
}
