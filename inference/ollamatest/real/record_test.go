//go:build ollama && linux

package real

import (
	"bytes"
	"flag"
	"io"
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/deskhand/deskhand/inference/ollamatest"
	"github.com/deskhand/deskhand/inference/ollamatest/contract"
)

var record = flag.Bool("record", false, "keep what the server sends as the recorded stream")

const recording = "../recorded.ndjson"

// The recording is what other tests cut at every byte. To make it again:
//
//	OLLAMA_SERVER=$(scripts/ollama.sh) go test -tags ollama ./inference/ollamatest/real -run Recorded -record
func TestTheRecordedStreamIsWhatTheServerSends(t *testing.T) {
	sent := twoCalls(t)
	if *record {
		if err := os.WriteFile(recording, sent, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if got, kept := timeless(sent), timeless([]byte(ollamatest.Recorded())); got != kept {
		t.Errorf("the server sends\n%s\nand what is kept is\n%s", got, kept)
	}
}

// twoCalls is a whole answer with two tool calls, as it comes over the wire.
func twoCalls(t *testing.T) []byte {
	t.Helper()
	s := Start(t)
	s.Install(t, contract.Scenario{Name: "a", Tools: true, Steps: []contract.Step{{
		Text: strings.SplitAfter(ollamatest.RecordedText, " "),
		Calls: []contract.Call{
			{Name: "files_list", Args: `{"path":"/home/anna/Scans"}`},
			{Name: "files_list", Args: `{"path":"/home/anna/Pictures"}`},
		},
	}}})
	const ask = `{"model":"a","messages":[{"role":"user","content":"Look"}],"tools":[
		{"type":"function","function":{"name":"files_list","parameters":{"type":"object","properties":{"path":{"type":"string"}}}}}]}`
	resp, err := http.Post("http://"+s.Host()+"/api/chat", "application/json", strings.NewReader(ask))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }() // it was read
	sent, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != http.StatusOK {
		t.Fatalf("%s %s %v", resp.Status, sent, err)
	}
	return sent
}

// timeless leaves out what differs each time: times, ids, durations.
func timeless(stream []byte) string {
	changing := regexp.MustCompile(`"(created_at|id)":"[^"]*"|"[a-z_]*duration":\d+`)
	return string(bytes.TrimSpace(changing.ReplaceAll(stream, []byte(`"…"`))))
}
