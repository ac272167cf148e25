package app

import (
	"context"
	"os/exec"
	"slices"
	"strings"
	"time"

	"github.com/deskhand/deskhand/app/config"
	"github.com/deskhand/deskhand/app/memory"
	"github.com/deskhand/deskhand/inference/backend"
)

// ModelAdvice is which model suits this computer.
type ModelAdvice struct {
	// Ollama reports that a server answers at Address.
	Ollama  bool   `json:"ollama"`
	Address string `json:"address"`
	// Remote is set if that is another computer, which is not contacted unless it is
	// allowed.
	Remote RemoteModels `json:"remote,omitzero"`
	// Memory is what models can use, in bytes: the GPU's, or the computer's own.
	Memory int64 `json:"memory"`
	// Model fits that memory; empty if none does. Size is its download, in bytes.
	Model string `json:"model"`
	Size  int64  `json:"size"`
	// Installed reports whether the model is installed.
	Installed bool `json:"installed"`
	// Offer is the installed model that could be used, if the user has not decided
	// whether one may be; else empty.
	Offer string `json:"offer,omitempty"`
	// OllamaHere reports that the program ollama is on this computer, whether or not it
	// answers.
	OllamaHere bool `json:"ollama_here"`
}

// recommendation is a model with its requirements, in bytes.
type recommendation struct {
	model string
	size  int64 // of the download
	gpu   int64 // fits completely into a GPU with this memory
	ram   int64 // runs next to other programs on a computer with this memory
}

// recommended are models with tool calls and structured answers, largest first. The sizes
// are those of ollama.com/library/qwen3/tags (Q4_K_M). Ollama's readme asks for 8 GB of
// RAM for 7B models, 16 GB for 13B and 32 GB for 33B; we ask for twice that, because a
// larger model on a CPU is too slow to wait for. A GPU has to hold the weights, 2 to 3 GB
// for a context of 16k to 32k, and the screen.
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

// recommend returns the largest model that fits the memory; ok is false if none does.
// Unknown memory counts as little.
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
	a.Offer = c.ModelOffer(ctx)
	return a, ctx.Err()
}

func advise(ctx context.Context, server backend.Host, m memory.Memory) ModelAdvice {
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
	a.Installed = slices.ContainsFunc(installed, func(m backend.Installed) bool { return backend.SameModel(m.Name, r.model) })
	_, err = exec.LookPath("ollama")
	a.OllamaHere = err == nil
	return a
}

// families returns models by how well they do this work, best first: those that call
// tools before those that do not.
func families() []string {
	return []string{
		"qwen3", "gpt-oss", "qwen2.5", "mistral-small", "mistral-nemo", "llama3.3", "llama3.1", "llama3.2", "mistral",
		"command-r", "mixtral", "deepseek-r1", "gemma3", "phi4", "llama3", "gemma2", "phi3",
	}
}

// overhead: a model takes 1/overhead of its weights in additional memory.
const overhead = 4

// bestOf returns the best installed model for this work that fits, or "" if none does.
// It never picks a model of an unknown family, such as one for embeddings.
func bestOf(installed []backend.Installed, m memory.Memory) string {
	best, rank, size := "", len(families()), int64(0)
	for _, one := range installed {
		name, _, _ := strings.Cut(one.Name[strings.LastIndex(one.Name, "/")+1:], ":")
		at := slices.IndexFunc(families(), func(f string) bool {
			rest, of := strings.CutPrefix(name, f)
			return of && (rest == "" || rest[0] == '-')
		})
		needs := one.Size + one.Size/overhead
		fits := m == memory.Memory{} || needs <= m.GPU || 2*needs <= m.RAM
		if at < 0 || one.Remote != "" || !fits || at > rank || at == rank && one.Size <= size {
			continue
		}
		best, rank, size = one.Name, at, one.Size
	}
	return strings.TrimSuffix(best, ":latest")
}

// installedFor is how long the best installed model is cached.
const installedFor = 10 * time.Second

// bestInstalled returns the best installed model; empty if there is none, or no server on
// this computer.
func (c *Controller) bestInstalled(ctx context.Context) string {
	c.mu.Lock()
	known, at := c.best, c.bestAt
	c.mu.Unlock()
	if c.now().Sub(at) < installedFor && !at.IsZero() {
		return known
	}
	if !c.ollama.Local() {
		return ""
	}
	installed, err := c.ollama.Tags(ctx)
	if err != nil {
		return ""
	}
	best := bestOf(installed, memory.OfThisComputer(ctx))
	c.mu.Lock()
	defer c.mu.Unlock()
	c.best, c.bestAt = best, c.now()
	return best
}

// ModelOffer returns the installed model that could be used, if the user has not decided
// whether any may be; else empty.
func (c *Controller) ModelOffer(ctx context.Context) string {
	c.models.mu.Lock()
	auto := c.models.auto
	c.models.mu.Unlock()
	settings, err := config.Load(c.paths.ConfigFile())
	if auto || err != nil || !settings.Models.Auto || settings.Models.Agreed || len(c.models.order()) > 0 {
		return ""
	}
	return c.bestInstalled(ctx)
}
