package app

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/app/config"
	"github.com/deskhand/deskhand/inference/backend"
	"github.com/deskhand/deskhand/inference/backends"
	"github.com/deskhand/deskhand/inference/rules"
)

// WindowSource is the source of a model's window length.
type WindowSource = chat.WindowSource

// The sources, in the order in which they are consulted.
const (
	WindowSetting = chat.WindowSetting
	WindowModel   = chat.WindowModel
	WindowTable   = chat.WindowTable
	WindowDefault = chat.WindowDefault
)

// Download is the progress of a model download.
type Download = backend.Download

// Model is one model of the chain or of the server.
type Model struct {
	Name string `json:"name"`
	// Place is its position in the chain, from 1; 0 if not in the chain.
	Place     int  `json:"place"`
	Installed bool `json:"installed"`
	// Local reports whether it runs on this computer.
	Local bool `json:"local"`
	// Rules marks the built-in rules, the last of every chain.
	Rules bool `json:"rules,omitempty"`
	// Size is bytes on disk, Window the context that it is given, in tokens, WindowFrom
	// the source of that length; 0 and "" if not looked up.
	Size       int64        `json:"size"`
	Window     int          `json:"window"`
	WindowFrom WindowSource `json:"window_from"`
	Tools      bool         `json:"tools"`
	Thinking   bool         `json:"thinking"`
	Vision     bool         `json:"vision"`
	// Loaded reports whether it is in memory; Memory is how much it takes and GPU how
	// much of that is on a GPU, in bytes.
	Loaded bool  `json:"loaded"`
	Memory int64 `json:"memory"`
	GPU    int64 `json:"gpu"`
	// Until is when the server unloads it, unless it is used again.
	Until time.Time `json:"until,omitzero"`
	// Fault is why it cannot be used; empty if it can. Host is the other computer that it
	// runs on, if that is not allowed.
	Fault chat.FaultCode `json:"fault,omitempty"`
	Host  string         `json:"host,omitempty"`
}

// OnGPU returns the share of a loaded model on a GPU, from 0 to 1.
func (m Model) OnGPU() float64 {
	if m.Memory == 0 {
		return 0
	}
	return float64(m.GPU) / float64(m.Memory)
}

// Models returns the chain in order, ending with the built-in rules, then the server's
// other models. Without a server it returns the chain and the error.
func (c *Controller) Models(ctx context.Context) ([]Model, error) {
	c.models.follow(ctx)
	return catalogue{c.ollama, c.config, c.Book.Asked()}.list(ctx, c.models.order())
}

// catalogue is where models are looked up.
type catalogue struct {
	server  backend.Host
	config  config.Config
	engines backends.Servers
}

func (s catalogue) list(ctx context.Context, chain []string) ([]Model, error) {
	installed, err := s.server.Tags(ctx)
	var running []backend.Running
	if err == nil {
		running, err = s.server.Ps(ctx)
	}
	var list []Model
	elsewhere := 0
	for i, name := range chain {
		if e := s.engines.Named(name); e != nil {
			elsewhere++
			list = append(list, s.distant(ctx, e, name, i+1))
			continue
		}
		at := slices.IndexFunc(installed, func(m backend.Installed) bool { return backend.SameModel(m.Name, name) })
		if at < 0 {
			list = append(list, s.missing(name, i+1, err))
			continue
		}
		list = append(list, s.model(ctx, installed[at], running, i+1))
		installed = slices.Delete(installed, at, at+1)
	}
	list = append(list, Model{
		Name: rules.Name, Place: len(list) + 1, Installed: true, Local: true, Rules: true,
		Window: s.config.Budget.DefaultWindow, WindowFrom: WindowDefault, Tools: true,
	})
	for _, m := range installed {
		list = append(list, s.model(ctx, m, running, 0))
	}
	for _, e := range s.engines {
		names, _ := e.Names(ctx) // the chain shows a server that does not answer
		for _, name := range names {
			if name = e.Prefix + name; !slices.Contains(chain, name) {
				list = append(list, s.distant(ctx, e, name, 0))
			}
		}
	}
	if elsewhere > 0 && elsewhere == len(chain) {
		err = nil // the local server is not needed
	}
	return list, err
}

// distant looks up a model of an engine.
func (s catalogue) distant(ctx context.Context, e *backends.Server, name string, place int) Model {
	m := Model{Name: name, Place: place, Installed: true, Local: e.Local()}
	info, err := e.Show(ctx, strings.TrimPrefix(name, e.Prefix))
	if err != nil {
		m.Fault = cmp.Or(chat.FaultOf(err).Code, chat.FaultStatus)
		m.Installed = m.Fault != chat.FaultNotInstalled
		m.Host = e.Address
		return m
	}
	m.Tools, m.Thinking, m.Vision = info.Tools, info.Thinking, info.Vision
	m.Window, m.WindowFrom = limitsOf(s.config).WindowOf(name, info.ContextLength)
	return m
}

// missing returns a model of the chain that the server does not have, or that could not
// be looked up.
func (s catalogue) missing(name string, place int, err error) Model {
	m := Model{Name: name, Place: place, Local: s.server.Local(), Fault: chat.FaultNotInstalled}
	if err != nil {
		m.Fault = chat.FaultUnreachable
	}
	if chat.FaultOf(err).Code == chat.FaultRemote {
		m.Fault, m.Host = chat.FaultRemote, s.server.Address()
	}
	return m
}

// model looks up one installed model.
func (s catalogue) model(ctx context.Context, in backend.Installed, running []backend.Running, place int) Model {
	m := Model{Name: in.Name, Place: place, Installed: true, Local: in.Remote == "" && s.server.Local(), Size: in.Size}
	for _, r := range running {
		if backend.SameModel(r.Name, in.Name) {
			m.Loaded, m.Memory, m.GPU, m.Until = true, r.Size, min(r.GPU, r.Size), r.Expires
		}
	}
	info, err := s.server.Show(ctx, in.Name)
	if err != nil {
		m.Fault = chat.FaultStatus
		return m
	}
	m.Tools, m.Thinking, m.Vision = info.Tools, info.Thinking, info.Vision
	m.Window, m.WindowFrom = limitsOf(s.config).WindowOf(in.Name, info.ContextLength)
	if in.Remote != "" && !s.config.Models.AllowCloud {
		m.Fault, m.Host = chat.FaultCloud, in.Remote
	}
	return m
}

// Answering returns the first available model of the chain.
func Answering(list []Model) Model {
	at := slices.IndexFunc(list, func(m Model) bool { return m.Place > 0 && m.Fault == "" })
	return list[at] // the rules are always available
}

// RemoveModel deletes a model from this computer's Ollama server, and removes it from the
// chain.
func (c *Controller) RemoveModel(ctx context.Context, name string) error {
	if !config.IsModelName(name) || c.Book.Asked().Named(name) != nil {
		return noModelName(name)
	}
	if err := c.ollama.Remove(ctx, name); err != nil {
		return err
	}
	c.mu.Lock()
	c.bestAt = time.Time{}
	c.mu.Unlock()
	c.models.mu.Lock()
	auto, chain := c.models.auto, c.models.names
	c.models.mu.Unlock()
	left := slices.DeleteFunc(slices.Clone(chain), func(n string) bool { return backend.SameModel(n, name) })
	if auto || len(left) == len(chain) {
		return nil
	}
	return c.SetChain(ctx, left)
}

// UnloadModel unloads a model of this computer's Ollama server. The next request reloads
// it.
func (c *Controller) UnloadModel(ctx context.Context, name string) error {
	if !config.IsModelName(name) || c.Book.Asked().Named(name) != nil {
		return noModelName(name)
	}
	return c.ollama.Unload(ctx, name)
}

// Pull downloads a model. A cancelled download is continued.
func (c *Controller) Pull(ctx context.Context, name string, progress func(Download)) error {
	if !config.IsModelName(name) {
		return noModelName(name)
	}
	return c.ollama.Pull(ctx, name, progress)
}
