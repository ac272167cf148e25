package ollama

import (
	"bytes"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/inference/transport"
)

// gather reads a stream and tells what was shown and what it came to.
func gather(stream []byte) (shown string, reply chat.Reply, err error) {
	var b strings.Builder
	a := answer{Answer: transport.Answer{Emit: func(d chat.Delta) { b.WriteString(d.Text) }}}
	err = lines(bytes.NewReader(stream), a.take)
	return b.String(), a.Reply, err
}

func TestHowAStreamArrivesDoesNotMatter(t *testing.T) {
	stream := recorded(20)
	a := answer{Answer: transport.Answer{Emit: func(chat.Delta) {}}}
	if err := lines(iotest.OneByteReader(bytes.NewReader(stream)), a.take); err != nil {
		t.Fatal(err)
	}
	if _, whole, err := gather(stream); err != nil || a.Reply.Text != whole.Text || whole.Text == "" {
		t.Errorf("got %q and %q, %v", a.Reply.Text, whole.Text, err)
	}
}

func TestArgumentsKeepTheirDigits(t *testing.T) {
	_, reply, err := gather([]byte(`{"message":{"tool_calls":[{"function":{"name":"f","arguments":{"n":12345678901234567890}}},{"function":{"name":"g","arguments":"{\"n\":1}"}}]}}
{"done":true}`))
	if err != nil || string(reply.Calls[0].Args) != `{"n":12345678901234567890}` || string(reply.Calls[1].Args) != `{"n":1}` {
		t.Errorf("got %+v, %v", reply.Calls, err)
	}
}

func FuzzStream(f *testing.F) {
	f.Add(recorded(3))
	f.Add([]byte(`{"message":{"content":"x"}}` + "\n" + `{"error":"boom"}`))
	f.Add([]byte(`{"message":{"tool_calls":[{"function":{"name":"f","arguments":{}}}]},"done":true,"done_reason":"stop"}`))
	f.Fuzz(func(t *testing.T, stream []byte) {
		shown, reply, err := gather(stream)
		if err == nil && shown != reply.Text {
			t.Fatalf("showed %q, returned %q", shown, reply.Text)
		}
		if err == nil && !bytes.Contains(bytes.ToLower(stream), []byte(`done`)) && !bytes.Contains(stream, []byte(`\u`)) {
			t.Fatalf("%q is an answer without done", stream)
		}
		if err != nil && (reply.Text != "" || reply.DoneReason != "") {
			t.Fatalf("%v, and yet %+v", err, reply)
		}
	})
}

// recorded is a stream of n pieces as a server sends it.
func recorded(n int) []byte {
	var b bytes.Buffer
	for range n {
		b.WriteString(`{"model":"qwen3:8b","created_at":"2026-03-04T10:00:00.123456789Z","message":{"role":"assistant","content":" piece"},"done":false}` + "\n")
	}
	b.WriteString(`{"model":"qwen3:8b","created_at":"2026-03-04T10:00:01Z","message":{"role":"assistant","content":""},"done":true,"done_reason":"stop","total_duration":12,"prompt_eval_count":26,"eval_count":298}` + "\n")
	return b.Bytes()
}
