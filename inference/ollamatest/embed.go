package ollamatest

import (
	"hash/fnv"
	"net/http"
	"strings"
	"unicode"

	"github.com/ollama/ollama/api"
)

// dimensions is the length of a scripted model's vectors.
const dimensions = 1024

// Alike makes words synonyms for the models of this server: a text's vector is built from
// the meanings of its words.
func (s *Server) Alike(words ...string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, w := range words {
		s.alike[w] = words[0]
	}
}

func (s *Server) embed(w http.ResponseWriter, r *http.Request) *refusal {
	var req api.EmbedRequest
	if _, bad := decode(r, &req); bad != nil {
		return bad
	}
	if _, bad := s.pick(req.Model); bad != nil {
		return bad
	}
	texts, listed := req.Input.([]any)
	if !listed {
		return &refusal{http.StatusBadRequest, "invalid input type"}
	}
	made := api.EmbedResponse{Model: req.Model}
	for _, text := range texts {
		said, _ := text.(string)
		made.Embeddings = append(made.Embeddings, s.vector(said))
	}
	reply(w, made)
	return nil
}

func (s *Server) vector(text string) []float32 {
	s.mu.Lock()
	defer s.mu.Unlock()
	vector := make([]float32, dimensions)
	for _, word := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) }) {
		if same, ok := s.alike[word]; ok {
			word = same
		}
		h := fnv.New32a()
		_, _ = h.Write([]byte(word)) // never fails
		vector[h.Sum32()%dimensions]++
	}
	return vector
}
