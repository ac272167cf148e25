package mcptest

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"time"

	"github.com/mark3labs/mcp-go/server"
)

// Role is the argument that makes a test binary this server.
const Role = "mcptest-server"

// The modes: how the server misbehaves as a whole. What a single call can do
// wrong is a tool of ModeWell.
const (
	ModeWell  = "well"    // behaves; its tools may not
	ModeMute  = "mute"    // never answers initialize; says on stderr what it waits for
	ModeExit  = "exit"    // ends at once, with a word on stderr
	ModeOld   = "old"     // ends when it is asked in the newest protocol
	ModeDumb  = "dumb"    // does not answer when it is asked in the newest protocol
	ModeSulk  = "sulk"    // says nothing any more once it was asked in the newest protocol
	ModeAsked = "asked"   // tells of changed tools only whoever has asked to be told
	ModePages = "pages"   // lists its tools three at a time
	ModeDeaf  = "deaf"    // stops reading once its tools are listed
	ModeNoise = "garbage" // mixes garbage into its protocol
	ModeMany  = "many"    // lists 10,000 tools
	ModeEver  = "ever"    // lists a tool a page, without end
	ModeOdd   = "odd"     // lists tools with strange definitions
	ModeParts = "parts"   // answers with parts of every kind, and has resources
)

// modeSleeper is a process that ModeWell's brood leaves behind.
const modeSleeper = "sleeper"

// Command is the command line of the server in a mode, out of the running test
// binary.
func Command(mode string, args ...string) []string {
	self, err := os.Executable()
	if err != nil {
		panic(err) // no test can run without
	}
	return append([]string{self, Role, mode}, args...)
}

// Main runs the server on the standard streams and gives its exit code.
func Main(args []string) int {
	if len(args) == 0 {
		return 2
	}
	switch args[0] {
	case ModeMute:
		fmt.Fprintln(os.Stderr, "waiting for a database")
		_, _ = io.Copy(io.Discard, os.Stdin)
		return 0
	case ModeExit:
		fmt.Fprintln(os.Stderr, "no licence found")
		return 3
	case modeSleeper:
		return sleeper(args[1:])
	case ModeNoise:
		fmt.Println("Welcome to my server!\n{\"jsonrpc\": 7}\n\x00\xff\n[]\nnull")
	}
	return serve(args[0])
}

// Instructions is what the server says of how to use its tools.
const Instructions = "Call echo before any other tool."

// Handler is the server in ModeWell over HTTP, for a test that puts it on loopback.
func Handler() http.Handler { return server.NewStreamableHTTPServer(build(ModeWell)) }

// SSEHandler is the server over the older transport, which begins at /sse.
func SSEHandler() http.Handler { return server.NewSSEServer(build(ModeWell)) }

func serve(mode string) int {
	s := build(mode)
	out := &gate{out: os.Stdout, open: mode != ModeAsked}
	in := &tap{lines: bufio.NewReader(os.Stdin), mode: mode, out: out}
	stdio := server.NewStdioServer(s)
	ctx, stop := untilTerm()
	defer stop()
	if err := stdio.Listen(ctx, in, out); err != nil && ctx.Err() == nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

func build(mode string) *server.MCPServer {
	options := []server.ServerOption{server.WithToolCapabilities(true), server.WithRoots(), server.WithElicitation(), server.WithInstructions(Instructions)}
	if mode == ModePages {
		options = append(options, server.WithPaginationLimit(3))
	}
	s := server.NewMCPServer("mcptest", "1", options...)
	s.EnableSampling()
	addTools(s)
	addQuestions(s)
	switch mode {
	case ModeMany:
		addMany(s, 10_000)
	case ModeOdd:
		addOdd(s)
	case ModeParts:
		addParts(s)
	}
	return s
}

// tap hands the requests on, line by line, and misbehaves at the one that its
// mode is about.
type tap struct {
	lines *bufio.Reader
	mode  string
	out   *gate
	rest  []byte
	deaf  bool
	sulks bool

	listed int
}

func (t *tap) Read(p []byte) (int, error) {
	for len(t.rest) == 0 {
		if t.deaf {
			forever()
		}
		line, err := t.lines.ReadBytes('\n')
		if err != nil {
			return 0, err
		}
		if t.look(line) {
			t.rest = line
		}
	}
	n := copy(p, t.rest)
	t.rest = t.rest[n:]
	return n, nil
}

// look reports whether a request is to be passed on.
func (t *tap) look(line []byte) bool {
	probed := bytes.Contains(line, []byte(`"server/discover"`))
	switch {
	case t.mode == ModeOld && probed:
		os.Exit(1)
	case t.mode == ModeDumb && probed:
		return false
	case t.mode == ModeSulk && (probed || t.sulks):
		t.sulks = true
		return false
	case t.mode == ModeAsked && bytes.Contains(line, []byte(`"subscriptions/listen"`)):
		t.out.release()
	case t.mode == ModeEver && bytes.Contains(line, []byte(`"tools/list"`)):
		t.listOne(line)
		return false
	case t.mode == ModeDeaf && bytes.Contains(line, []byte(`"tools/list"`)):
		t.deaf = true
	}
	return true
}

// listOne answers a request for the list with one tool, and that there are more.
func (t *tap) listOne(request []byte) {
	var asked struct{ ID json.RawMessage }
	if json.Unmarshal(request, &asked) != nil {
		return
	}
	t.listed++
	_, _ = fmt.Fprintf(t.out, // a host that is gone asks no more
		`{"jsonrpc":"2.0","id":%s,"result":{"resultType":"complete","tools":[{"name":"tool %d","inputSchema":{"type":"object"}}],"nextCursor":"%[2]d"}}`+"\n", asked.ID, t.listed)
}

// forever hangs for good, without looking like a deadlock to the runtime.
func forever() {
	for {
		time.Sleep(time.Hour)
	}
}
