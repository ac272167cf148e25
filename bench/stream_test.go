package bench

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net"
	"sync"
	"testing"
	"time"

	"github.com/ollama/ollama/api"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/inference/backend"
	"github.com/deskhand/deskhand/inference/ollama"
)

// streamLimit is how many times the plain reading of the same bytes a client may
// take for an answer.
const streamLimit = 1.2

// BenchmarkAnswerOf10000Deltas compares an answer through the client, HTTP and
// its chunks included, with reading the same lines from memory, in turns: into
// the types of the protocol, and into the few fields that an answer is made of.
func BenchmarkAnswerOf10000Deltas(b *testing.B) {
	const deltas = 10_000
	stream, response := answer(deltas)
	c, err := ollama.New(ollama.Config{Dial: func(context.Context, string, string) (net.Conn, error) {
		return &canned{answer: bytes.NewReader(response), asked: make(chan struct{})}, nil
	}})
	must(b, err)
	var ours, plain, few []time.Duration
	for b.Loop() {
		for range 21 {
			start := time.Now()
			heard := 0
			_, err := c.Chat(context.Background(), chat.Request{
				Model: "a", Window: 8192, Messages: []chat.Message{{Role: chat.RoleUser, Text: "Hello"}},
			}, backend.Setting{}, func(chat.Delta) { heard++ })
			ours = append(ours, time.Since(start))
			c.Close()
			if must(b, err); heard != deltas {
				b.Fatalf("heard %d deltas", heard)
			}
			plain = append(plain, readPlainly[api.ChatResponse](b, stream))
			few = append(few, readPlainly[fewFields](b, stream))
		}
	}
	toPlain := float64(median(ours)) / float64(median(plain))
	toFew := float64(median(ours)) / float64(median(few))
	b.ReportMetric(toPlain, "×plain")
	b.ReportMetric(toFew, "×plain/few")
	b.ReportMetric(float64(median(ours).Nanoseconds())/deltas, "ns/delta")
	if max(toPlain, toFew) > streamLimit {
		b.Errorf("an answer takes %.2f and %.2f times the plain reading; the limit is %v", toPlain, toFew, streamLimit)
	}
}

// fewFields is what an answer without calls is made of.
type fewFields struct {
	Message struct {
		Content   string            `json:"content"`
		Thinking  string            `json:"thinking"`
		ToolCalls []json.RawMessage `json:"tool_calls"`
	} `json:"message"`
	Done            bool   `json:"done"`
	DoneReason      string `json:"done_reason"`
	PromptEvalCount int    `json:"prompt_eval_count"`
	EvalCount       int    `json:"eval_count"`
	Error           string `json:"error"`
}

func readPlainly[T any](tb testing.TB, stream []byte) time.Duration {
	tb.Helper()
	start := time.Now()
	scanner := bufio.NewScanner(bytes.NewReader(stream))
	for scanner.Scan() {
		var l T
		must(tb, json.Unmarshal(scanner.Bytes(), &l))
	}
	must(tb, scanner.Err())
	return time.Since(start)
}

// answer is a stream of n pieces as a server sends it, and the HTTP response
// around it: a chunk for each line.
func answer(n int) (stream, response []byte) {
	var lines, chunks bytes.Buffer
	chunks.WriteString("HTTP/1.1 200 OK\r\nContent-Type: application/x-ndjson\r\nTransfer-Encoding: chunked\r\n\r\n")
	put := func(line string) {
		lines.WriteString(line)
		fmt.Fprintf(&chunks, "%x\r\n%s\r\n", len(line), line)
	}
	for i := range n {
		put(fmt.Sprintf(`{"model":"qwen3:8b","created_at":"2026-03-04T10:00:00.%09dZ","message":{"role":"assistant","content":" piece %d"},"done":false}`+"\n", i, i))
	}
	put(`{"model":"qwen3:8b","created_at":"2026-03-04T10:00:01Z","message":{"role":"assistant","content":""},"done":true,"done_reason":"stop","total_duration":12,"prompt_eval_count":26,"eval_count":298}` + "\n")
	chunks.WriteString("0\r\n\r\n")
	return lines.Bytes(), chunks.Bytes()
}

// canned is a connection to a server that answers one request, whatever it is.
type canned struct {
	net.Conn
	answer *bytes.Reader
	asked  chan struct{}
	once   sync.Once
}

func (c *canned) Read(p []byte) (int, error) {
	<-c.asked
	return c.answer.Read(p)
}

func (c *canned) Write(p []byte) (int, error) {
	c.hear()
	return len(p), nil
}

func (c *canned) Close() error {
	c.hear()
	return nil
}

func (c *canned) hear() { c.once.Do(func() { close(c.asked) }) }
