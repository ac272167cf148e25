package ollamatest

import (
	"encoding/json"
	"fmt"
	"iter"
	"net/http"
	"strings"
	"time"

	"github.com/ollama/ollama/api"
)

// Turn is how a model answers one chat request. Its methods return a longer copy, so that
// a turn can be a table's row.
type Turn struct {
	steps []step

	status int    // 0: 200 and a stream
	text   string // body of another status
	header http.Header

	cut    int // bytes of the body after which the connection is cut; -1: never
	silent bool
	sticks bool
	reason string
	noDone bool
	again  bool // repeats from the first step, until a limit is reached
	calls  int
}

// step is one thing that a turn does.
type step struct {
	line   string        // sent as is
	piece  string        // compared with the pieces before; empty: not compared
	pause  time.Duration // waited before
	freeze bool          // silent from here on
	gate   <-chan struct{}
}

// Say answers with text, one line per piece.
func Say(pieces ...string) Turn { return newTurn().Say(pieces...) }

// Think begins with thinking.
func Think(pieces ...string) Turn { return newTurn().Think(pieces...) }

// Call answers with a tool call; args is the JSON object of its arguments.
func Call(name, args string) Turn { return newTurn().Call(name, args) }

// Pause begins with silence.
func Pause(d time.Duration) Turn { return newTurn().Pause(d) }

// Lines streams raw lines, without adding an end.
func Lines(lines ...string) Turn {
	t := newTurn()
	t.noDone = true
	for _, l := range lines {
		t = t.with(step{line: l + "\n"})
	}
	return t
}

// Status answers with an HTTP error.
func Status(code int, message string) Turn {
	body, _ := json.Marshal(map[string]string{"error": message}) // cannot fail: a string
	t := newTurn()
	t.status, t.text = code, string(body)
	return t
}

// QueueFull answers that too many requests are waiting.
func QueueFull() Turn {
	return Status(http.StatusServiceUnavailable, queueFull)
}

const queueFull = "server busy, please try again.  maximum pending requests exceeded"

// RunnerStopped answers that the runner died before its first token.
func RunnerStopped() Turn {
	return Status(http.StatusInternalServerError, "model runner has unexpectedly stopped, this may be due to resource limitations or an internal error, check ollama server logs for details")
}

// ParserError answers that the model's tool call could not be parsed. The model then
// hangs until it is unloaded.
func ParserError(message string) Turn {
	t := Status(http.StatusInternalServerError, message)
	t.sticks = true
	return t
}

// NoAnswer never answers, like a server whose runner dies at launch.
func NoAnswer() Turn {
	t := newTurn()
	t.silent = true
	return t
}

// Repeat streams the same piece n times.
func Repeat(piece string, n int) Turn {
	t := newTurn()
	for range n {
		t = t.Say(piece)
	}
	return t
}

// maxRepeats is how often a piece may repeat in a row before a server ends the stream
// without done, and without an error.
const maxRepeats = 30

func newTurn() Turn { return Turn{cut: -1, reason: "stop", header: http.Header{}} }

// Say adds text, one line per piece.
func (t Turn) Say(pieces ...string) Turn {
	for _, p := range pieces {
		t = t.message(api.Message{Role: "assistant", Content: p})
	}
	return t
}

// Think adds thinking, one line per piece.
func (t Turn) Think(pieces ...string) Turn {
	for _, p := range pieces {
		t = t.message(api.Message{Role: "assistant", Thinking: p})
	}
	return t
}

// Call adds a tool call, complete in one line; numbers go through float64 as in a server.
func (t Turn) Call(name, args string) Turn {
	f := api.ToolCallFunction{Index: t.calls, Name: name}
	if err := json.Unmarshal([]byte(args), &f.Arguments); err != nil {
		panic("ollamatest: arguments of " + name + ": " + err.Error())
	}
	t.calls++
	return t.message(api.Message{Role: "assistant", ToolCalls: []api.ToolCall{{ID: callHere, Function: f}}})
}

// Pause is silent for d.
func (t Turn) Pause(d time.Duration) Turn { return t.with(step{pause: d}) }

// Wait is silent until gate is closed.
func (t Turn) Wait(gate <-chan struct{}) Turn { return t.with(step{gate: gate}) }

// Freeze is silent until the client has gone, like a stopped runner.
func (t Turn) Freeze() Turn { return t.with(step{freeze: true}) }

// Fails ends the stream with an error line under status 200.
func (t Turn) Fails(message string) Turn {
	t.noDone = true
	return t.with(step{line: errorLine(message)})
}

func errorLine(message string) string {
	line, _ := json.Marshal(map[string]string{"error": message}) // cannot fail: a string
	return string(line) + "\n"
}

// RunnerKilled ends the stream like a runner that dies in the middle.
func (t Turn) RunnerKilled() Turn { return t.Fails(runnerKilled) }

const runnerKilled = "an error was encountered while running the model: unexpected EOF"

// ParserFails ends the stream with a parser error; the model then hangs.
func (t Turn) ParserFails(message string) Turn {
	t = t.Fails(message)
	t.sticks = true
	return t
}

// NoDone ends the stream regularly but without done.
func (t Turn) NoDone() Turn { t.noDone = true; return t }

// Endless restarts after its end, until the answer reaches its limit.
func (t Turn) Endless() Turn { t.again = true; return t }

// Length reports that the answer reached its limit.
func (t Turn) Length() Turn { t.reason = "length"; return t }

// CutAfter cuts the connection after n bytes of the body.
func (t Turn) CutAfter(n int) Turn { t.cut = n; return t }

// RetryAfter asks for a pause, in seconds or until a date.
func (t Turn) RetryAfter(value string) Turn {
	t.header = http.Header{"Retry-After": {value}}
	return t
}

// Size returns the length of the stream's body, in bytes.
func (t Turn) Size(model string, promptTokens int) int {
	n := 0
	for l := range t.play(model, promptTokens, 0, len(t.steps)) {
		n += len(l.line)
	}
	return n
}

func (t Turn) message(m api.Message) Turn {
	line, err := json.Marshal(api.ChatResponse{Model: modelHere, CreatedAt: written, Message: m})
	if err != nil {
		panic("ollamatest: " + err.Error())
	}
	return t.with(step{line: string(line) + "\n", piece: strings.TrimSpace(m.Thinking + m.Content)})
}

func (t Turn) with(s step) Turn {
	t.steps = append(t.steps[:len(t.steps):len(t.steps)], s)
	return t
}

// modelHere is a placeholder for the model's name.
const modelHere = "\x00model"

// callHere is a placeholder for the id of a call.
const callHere = "\x00call"

// written is the created_at of every line.
var written = time.Date(2026, 3, 4, 10, 0, 0, 0, time.UTC)

// play returns the steps with placeholders filled in, and the end that the turn comes to:
// its own, or that of limit, in tokens, of which each line is one. request is the number
// of the request to the model, which makes the ids of calls unique.
func (t Turn) play(model string, promptTokens, request, limit int) iter.Seq[step] {
	return func(yield func(step) bool) {
		written, last, repeats := 0, "", 0
		for begin := true; begin || t.again; begin = false {
			for i, s := range t.steps {
				if written == limit {
					yield(step{line: finish(model, "length", promptTokens, written)})
					return
				}
				if s.line != "" {
					written++
				}
				if s.piece != last || s.piece == "" {
					last, repeats = s.piece, 0
				} else if repeats++; repeats > maxRepeats {
					return
				}
				s.line = strings.Replace(s.line, quoted(modelHere), quoted(model), 1)
				s.line = strings.Replace(s.line, quoted(callHere), quoted(fmt.Sprintf("call_%04x%04x", request, i)), 1)
				if !yield(s) {
					return
				}
			}
		}
		if !t.noDone {
			yield(step{line: finish(model, t.reason, promptTokens, written)})
		}
	}
}

func quoted(s string) string {
	q, _ := json.Marshal(s) // cannot fail: a string
	return string(q)
}

// finish is the last line of a complete answer.
func finish(model, reason string, prompt, eval int) string {
	line, _ := json.Marshal(api.ChatResponse{ // cannot fail: plain values
		Model: model, CreatedAt: written, Message: api.Message{Role: "assistant"},
		Done: true, DoneReason: reason,
		Metrics: api.Metrics{
			TotalDuration: 2e6, LoadDuration: 1e6,
			PromptEvalCount: prompt, PromptEvalDuration: 1e6, EvalCount: eval, EvalDuration: 1e6,
		},
	})
	return string(line) + "\n"
}
