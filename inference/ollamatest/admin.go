package ollamatest

import (
	"cmp"
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"time"

	"github.com/ollama/ollama/api"
)

// PullStep is one line of a download, or an event in its place.
type PullStep struct {
	Status    string
	Digest    string
	Total     int64 // bytes
	Completed int64 // bytes
	Error     string
	Pause     time.Duration
	Freeze    bool // silent until the client has gone
	Cut       bool // cuts the connection
	// Reached is called when a download reaches this step; may be nil.
	Reached func()
}

// Layer reports the progress of one layer, in bytes.
func Layer(digest string, completed, total int64) PullStep {
	return PullStep{Status: "pulling " + digest, Digest: digest, Total: total, Completed: completed}
}

// Pulls scripts the download of a model. If it ends with the status "success", the server
// then has the model.
func (s *Server) Pulls(name string, steps ...PullStep) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.pulls[name] = steps
}

func (s *Server) alive(w http.ResponseWriter, _ *http.Request) *refusal {
	_, _ = io.WriteString(w, "Ollama is running")
	return nil
}

func (s *Server) version(w http.ResponseWriter, _ *http.Request) *refusal {
	reply(w, map[string]string{"version": "0.17.4"})
	return nil
}

func (s *Server) remove(_ http.ResponseWriter, r *http.Request) *refusal {
	var req api.DeleteRequest
	if _, bad := decode(r, &req); bad != nil {
		return bad
	}
	if _, bad := s.pick(req.Model); bad != nil {
		return bad
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.models, tagged(req.Model))
	return nil
}

// details are those of every model.
var details = api.ModelDetails{Format: "gguf", Family: "llama", ParameterSize: "8M", QuantizationLevel: "F32"}

func (s *Server) show(w http.ResponseWriter, r *http.Request) *refusal {
	var req api.ShowRequest
	if _, bad := decode(r, &req); bad != nil {
		return bad
	}
	m, bad := s.pick(req.Model)
	if bad != nil {
		return bad
	}
	if bad := s.outOfReach(m, "remote model details are unavailable"); bad != nil {
		return bad
	}
	info := map[string]any{"general.architecture": "llama", "general.parameter_count": 8_000_000}
	if m.context > 0 {
		info["llama.context_length"] = m.context
	}
	reply(w, api.ShowResponse{
		Parameters: "num_thread                     1", Capabilities: m.capabilities, ModelInfo: info,
		RemoteHost: m.remote, RemoteModel: remoteModel(m), ModifiedAt: written, Details: details,
	})
	return nil
}

// outOfReach refuses requests for a model that runs elsewhere, if the server is local
// only.
func (s *Server) outOfReach(m *Model, what string) *refusal {
	s.mu.Lock()
	defer s.mu.Unlock()
	if m.remote == "" || !s.local {
		return nil
	}
	return &refusal{http.StatusForbidden, "ollama cloud is disabled: " + what}
}

func (s *Server) tags(w http.ResponseWriter, _ *http.Request) *refusal {
	list := api.ListResponse{Models: []api.ListModelResponse{}}
	for _, m := range s.sorted() {
		list.Models = append(list.Models, api.ListModelResponse{
			Name: tagged(m.name), Model: tagged(m.name), ModifiedAt: written, Size: m.size, Digest: m.digest(),
			RemoteHost: m.remote, RemoteModel: remoteModel(m), Details: details,
		})
	}
	reply(w, list)
	return nil
}

func (s *Server) ps(w http.ResponseWriter, _ *http.Request) *refusal {
	list := api.ProcessResponse{Models: []api.ProcessModelResponse{}}
	for _, m := range s.sorted() {
		if numCtx := m.Allocated(); numCtx > 0 {
			list.Models = append(list.Models, api.ProcessModelResponse{
				Name: tagged(m.name), Model: tagged(m.name), Size: m.size, SizeVRAM: m.vram, Digest: m.digest(),
				ContextLength: numCtx, ExpiresAt: written.Add(time.Hour),
			})
		}
	}
	reply(w, list)
	return nil
}

func (s *Server) pull(w http.ResponseWriter, r *http.Request) *refusal {
	var req api.PullRequest
	if _, bad := decode(r, &req); bad != nil {
		return bad
	}
	s.mu.Lock()
	steps, known := s.pulls[req.Model]
	s.mu.Unlock()
	w.Header().Set("Content-Type", "application/x-ndjson")
	if !known {
		steps = []PullStep{{Status: "pulling manifest"}, {Error: "pull model manifest: file does not exist"}}
	}
	for _, p := range steps {
		if p.Reached != nil {
			p.Reached()
		}
		if !(step{pause: p.Pause, freeze: p.Freeze}).wait(r.Context(), nil) {
			return nil
		}
		if p.Cut {
			panic(http.ErrAbortHandler)
		}
		if p.Status == "success" {
			s.Model(req.Model)
		}
		send(w, p.line(), -1)
	}
	return nil
}

func (p PullStep) line() string {
	var v any = api.ProgressResponse{Status: p.Status, Digest: p.Digest, Total: p.Total, Completed: p.Completed}
	if p.Error != "" {
		v = map[string]string{"error": p.Error}
	}
	line, _ := json.Marshal(v) // cannot fail: plain values
	return string(line) + "\n"
}

func (s *Server) sorted() []*Model {
	return slices.SortedFunc(slices.Values(s.all()), func(a, b *Model) int { return cmp.Compare(a.name, b.name) })
}

func remoteModel(m *Model) string {
	if m.remote == "" {
		return ""
	}
	return m.name
}
