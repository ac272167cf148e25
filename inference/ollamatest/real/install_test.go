//go:build ollama && linux

package real

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"testing"

	"github.com/deskhand/deskhand/inference/ollamatest/contract"
	"github.com/deskhand/deskhand/inference/ollamatest/script"
)

// creation is what a server is asked to make a model of. One thread is by far
// the fastest for a model this small.
type creation struct {
	Model      string            `json:"model"`
	From       string            `json:"from,omitempty"`
	RemoteHost string            `json:"remote_host,omitempty"`
	Files      map[string]string `json:"files,omitempty"`
	Template   string            `json:"template,omitempty"`
	Parser     string            `json:"parser,omitempty"`
	Parameters map[string]any    `json:"parameters,omitempty"`
	Stream     bool              `json:"stream"`
}

// Install puts the model of a scenario on the server.
func (s *Server) Install(t *testing.T, sc contract.Scenario) {
	t.Helper()
	if sc.Remote != "" {
		s.create(t, creation{Model: sc.Name, From: "elsewhere", RemoteHost: sc.Remote})
		return
	}
	template := script.Template{Tools: sc.Tools, Thinking: sc.Thinking}.Text()
	if sc.Fault == contract.TemplateFails {
		template = "{{ index .Messages 999 }}"
	}
	parser := ""
	if sc.Strict {
		parser = "qwen3"
	}
	s.InstallFile(t, sc.Name, template, parser, file(t, sc))
}

func file(t testing.TB, sc contract.Scenario) []byte {
	t.Helper()
	if sc.Fault == contract.WeightsMissing {
		file, err := script.Damaged(sc.Name)
		if err != nil {
			t.Fatal(err)
		}
		return file
	}
	answers := make([]script.Answer, len(sc.Steps))
	for i, step := range sc.Steps {
		answers[i] = answer(step)
	}
	model, err := script.Build(sc.Name, script.Script{Steps: answers})
	if err != nil {
		t.Fatal(err)
	}
	return model.File
}

// InstallFile puts a model on the server that is this file.
func (s *Server) InstallFile(t testing.TB, name, template, parser string, file []byte) {
	t.Helper()
	sum := sha256.Sum256(file)
	digest := "sha256:" + hex.EncodeToString(sum[:])
	s.post(t, "/api/blobs/"+digest, file)
	s.create(t, creation{
		Model: name, Files: map[string]string{"m.gguf": digest}, Template: template, Parser: parser,
		Parameters: map[string]any{"num_thread": 1},
	})
}

func (s *Server) create(t testing.TB, c creation) {
	t.Helper()
	body, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	s.post(t, "/api/create", body)
}

func (s *Server) post(t testing.TB, path string, body []byte) {
	t.Helper()
	resp, err := http.Post("http://"+s.host+path, "application/json", bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }() // it was read
	said, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode >= http.StatusMultipleChoices || bytes.Contains(said, []byte(`"error"`)) {
		t.Fatalf("%s: %s %s %v", path, resp.Status, said, err)
	}
}

// answer turns a step into what a model has to write for it.
func answer(step contract.Step) script.Answer {
	a := script.Answer{Endless: step.Endless}
	if len(step.Think) > 0 {
		a.Pieces = append(append([]string{script.ThinkOpen}, step.Think...), script.ThinkClose)
	}
	a.Pieces = append(a.Pieces, step.Text...)
	for _, c := range step.Calls {
		a.Pieces = append(a.Pieces, script.CallOpen, fmt.Sprintf(`{"name": %q, "arguments": %s}`, c.Name, c.Args), script.CallClose)
	}
	if step.Malformed {
		a.Pieces = append(a.Pieces, script.CallOpen, `{"name": "files_list", "arguments": {"path": "/x`, script.CallClose)
	}
	return a
}
