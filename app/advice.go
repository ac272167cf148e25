package app

import (
	"context"
	"os/exec"
	"slices"

	"github.com/deskhand/deskhand/app/memory"
	"github.com/deskhand/deskhand/inference/backend"
	"github.com/deskhand/deskhand/inference/ollama"
)

// ModelAdvice says how this computer stands for models.
type ModelAdvice struct {
	// Ollama tells that a server answers at Address.
	Ollama  bool   `json:"ollama"`
	Address string `json:"address"`
	// Remote is set when that is another computer; one that is not allowed is
	// not asked whether it answers.
	Remote RemoteModels `json:"remote,omitzero"`
	// Memory is what models can use of this computer, in bytes: the GPU's, or
	// the computer's own.
	Memory int64 `json:"memory"`
	// Model fits that memory; empty when no model does. Size is its download,
	// in bytes.
	Model string `json:"model"`
	Size  int64  `json:"size"`
	// Installed tells that it is here already.
	Installed bool `json:"installed"`
	// OllamaHere tells that the program ollama is on this computer, whether or
	// not it answers.
	OllamaHere bool `json:"ollama_here"`
}

// recommendation is a model with what it needs, all in bytes.
type recommendation struct {
	model string
	size  int64 // of the download
	gpu   int64 // fits whole into a GPU of this memory
	ram   int64 // runs beside other programs on a computer with this memory
}

// recommended are models that take tools and answer in a form, the largest
// first. The sizes are those of ollama.com/library/qwen3/tags (Q4_K_M). Of RAM,
// Ollama's readme asks 8 GB for 7B models, 16 GB for 13B and 32 GB for 33B; we
// ask twice that, because a larger model on a CPU is slower than a person waits.
// A GPU has to hold the weights, 2 to 3 GB for a context of 16k to 32k, and the
// screen.
var recommended = [...]recommendation{
	{"qwen3:30b", 19e9, 23 * gib, never},
	{"qwen3:14b", 9_300e6, 11 * gib, 64 * gib},
	{"qwen3:8b", 5_200e6, 7 * gib, 15 * gib},
	{"qwen3:4b", 2_500e6, 5 * gib, 7 * gib},
	{"qwen3:1.7b", 1_400e6, 3 * gib, 3 * gib},
}

const (
	gib   = int64(1) << 30
	never = int64(1) << 62
)

// recommend returns the largest model that the memory holds; ok is false when none
// fits. Memory that is not known is taken to be little.
func recommend(m memory.Memory) (r recommendation, ok bool) {
	at := slices.IndexFunc(recommended[:], func(r recommendation) bool { return m.GPU >= r.gpu || m.RAM >= r.ram })
	if at < 0 {
		return recommended[len(recommended)-1], m == memory.Memory{}
	}
	return recommended[at], true
}

// Advice looks for Ollama and for a model that suits this computer.
func (c *Controller) Advice(ctx context.Context) (ModelAdvice, error) {
	a := advise(ctx, c.ollama, memory.OfThisComputer(ctx))
	return a, ctx.Err()
}

func advise(ctx context.Context, server *ollama.Client, m memory.Memory) ModelAdvice {
	a := ModelAdvice{Address: server.Address(), Remote: remoteOf(server), Memory: max(m.GPU, m.RAM)}
	r, ok := recommend(m)
	if ok {
		a.Model, a.Size = r.model, r.size
		if m.GPU >= r.gpu {
			a.Memory = m.GPU
		}
	}
	installed, err := server.Tags(ctx)
	a.Ollama = err == nil
	a.Installed = slices.ContainsFunc(installed, func(m ollama.Installed) bool { return backend.SameModel(m.Name, r.model) })
	_, err = exec.LookPath("ollama")
	a.OllamaHere = err == nil
	return a
}
