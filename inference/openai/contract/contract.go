package contract

import (
	"context"
	"errors"
	"testing"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/inference/backend"
	"github.com/deskhand/deskhand/inference/ollamatest/contract"
	"github.com/deskhand/deskhand/inference/openai"
)

// Server is a server under test.
type Server interface {
	contract.Server
	// URL is its address, with its path.
	URL() string
}

// Run runs the contract; start starts a server for one case, and stops it with that
// case's test.
func Run(t *testing.T, start func(t *testing.T) Server) {
	begin := func(t *testing.T) (contract.Server, *openai.Client) {
		s := start(t)
		client, err := openai.New(openai.Config{URLs: []string{s.URL()}})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(client.Close)
		return s, client
	}
	contract.Answers(t, func(t *testing.T) (contract.Server, backend.Backend) { return begin(t) })
	for _, c := range []struct {
		what  string
		check func(*testing.T, contract.Server, *openai.Client)
	}{
		{"a model is shown, and nobody is asked to load it", shown},
		{"cancel ends an answer", cancels},
		{"a server that is killed in mid-stream is an error, and then unreachable", killed},
	} {
		t.Run(c.what, func(t *testing.T) {
			s, client := begin(t)
			// An endless answer in short pieces.
			s.Install(t, contract.Scenario{Name: contract.Model, Tools: true, Steps: []contract.Step{{Text: []string{"tick ", "tock "}, Endless: true}}})
			c.check(t, s, client)
		})
	}
}

// ask sends a request to the model; see is called with each piece.
func ask(ctx context.Context, client *openai.Client, see func()) (chat.Reply, error) {
	req := chat.Request{Model: contract.Model, Messages: []chat.Message{{Role: chat.RoleUser, Text: "Hello"}}}
	return client.Chat(ctx, req, backend.Setting{}, func(chat.Delta) { see() })
}

func shown(t *testing.T, _ contract.Server, client *openai.Client) {
	info, err := client.Show(t.Context(), contract.Model)
	if err != nil || !info.Tools || info.Remote != "" {
		t.Errorf("shown as %+v, %v", info, err)
	}
	names, err := client.Names(t.Context())
	if err != nil || len(names) != 1 || !backend.SameModel(names[0], contract.Model) {
		t.Errorf("listed %q, %v", names, err)
	}
	if loaded, err := client.Loaded(t.Context(), contract.Model, 8192); err != nil || !loaded {
		t.Errorf("loaded: %v, %v", loaded, err)
	}
}

func cancels(t *testing.T, _ contract.Server, client *openai.Client) {
	ctx, cancel := context.WithCancel(t.Context())
	if _, err := ask(ctx, client, cancel); !errors.Is(err, context.Canceled) {
		t.Errorf("it ended with %v", err)
	}
	// The model may still be busy: Ollama sometimes keeps generating the answer that
	// nobody reads (ollama/ollama#17131).
	if _, err := client.Show(t.Context(), contract.Model); err != nil {
		t.Errorf("the next request: %v", err)
	}
}

func killed(t *testing.T, s contract.Server, client *openai.Client) {
	stopped := false
	_, err := ask(t.Context(), client, func() {
		if !stopped {
			stopped = true
			s.Stop(t)
		}
	})
	if code := chat.FaultOf(err).Code; code != chat.FaultCut {
		t.Errorf("in mid-stream: %v", err)
	}
	if _, err := ask(t.Context(), client, func() {}); chat.FaultOf(err).Code != chat.FaultUnreachable {
		t.Errorf("afterwards: %v", err)
	}
}
