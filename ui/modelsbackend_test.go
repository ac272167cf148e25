package ui_test

import (
	"context"
	"path/filepath"
	"slices"
	"time"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/app/config"
)

// fakeModels is the part of a backend that has models, like an Ollama.
type fakeModels struct {
	running   bool // whether Ollama answers
	installed []app.Model
	chain     []string
	kept      [][]string // every chosen chain, in order
	advice    app.ModelAdvice
	// library are the models to download, with their sizes; here is how much of each has
	// been downloaded.
	library map[string]int64
	here    map[string]int64
	// steps, if set, blocks before each tenth of a download and each file of an
	// evaluation.
	steps   chan struct{}
	engines []app.Engine
	tried   []string // the paths of the last evaluation
}

// withModels returns a backend with Ollama and two models, one of them in use.
func withModels() *backend {
	d := receipts()
	d.fakeModels = fakeModels{
		running: true,
		installed: []app.Model{
			{Name: "qwen3:8b", Installed: true, Local: true, Size: 5_200_000_000, Window: 32768, Tools: true, Thinking: true, Loaded: true, Memory: 6e9, GPU: 6e9},
			{Name: "llama3.2:3b", Installed: true, Local: true, Size: 2_000_000_000, Window: 32768, Tools: true, Loaded: true, Memory: 3e9},
			{Name: "glm:cloud", Installed: true, Size: 400, Window: 32768, Tools: true, Fault: chat.FaultCloud, Host: "ollama.com"},
		},
		chain: []string{"qwen3:8b", "llama3.2:3b"},
		advice: app.ModelAdvice{
			Ollama: true, Address: "http://127.0.0.1:11434", Memory: 16 << 30, Model: "qwen3:8b", Size: 5_200_000_000, Installed: true,
		},
		library: map[string]int64{"gemma3:4b": 3_300_000_000, "qwen3:8b": 5_200_000_000},
		here:    map[string]int64{},
	}
	return d
}

// bare returns a backend with Ollama and no model.
func bare() *backend {
	d := withModels()
	d.installed, d.chain, d.advice.Installed = nil, nil, false
	return d
}

func (d *backend) step(ctx context.Context) error {
	d.mu.Lock()
	steps := d.steps
	d.mu.Unlock()
	if steps == nil {
		return ctx.Err()
	}
	select {
	case <-steps:
		return ctx.Err()
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (d *backend) Advice(context.Context) (app.ModelAdvice, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if !d.running {
		return app.ModelAdvice{}, nil
	}
	return d.advice, nil
}

func (d *backend) Models(context.Context) ([]app.Model, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	var list []app.Model
	rest := slices.Clone(d.installed)
	for i, name := range d.chain {
		m := app.Model{Name: name, Local: true, Fault: chat.FaultNotInstalled}
		if !d.running {
			m.Fault = chat.FaultUnreachable
		}
		if at := slices.IndexFunc(rest, func(m app.Model) bool { return m.Name == name }); d.running && at >= 0 {
			m = rest[at]
			rest = slices.Delete(rest, at, at+1)
		}
		m.Place = i + 1
		list = append(list, m)
	}
	list = append(list, app.Model{Name: "rules", Place: len(list) + 1, Installed: true, Local: true, Rules: true})
	if !d.running {
		return list, &chat.Fault{Class: chat.FaultServer, Code: chat.FaultUnreachable}
	}
	return append(list, rest...), nil
}

func (d *backend) AllowRemote(_ context.Context, address string, yes bool) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if address != d.advice.Remote.Address {
		return app.ErrRemoteChanged
	}
	d.advice.Remote.Allowed = yes
	return nil
}

func (d *backend) Engines(context.Context) ([]app.Engine, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Clone(d.engines), nil
}

func (d *backend) AddEngine(_ context.Context, e app.EngineConfig) error {
	if key := e.Unfit(); key != "" {
		return &config.Error{Code: config.BadBackend, Key: key, Text: e.Name}
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.engines = append(d.engines, app.Engine{Config: e})
	return nil
}

func (d *backend) RemoveEngine(_ context.Context, name string) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.engines = slices.DeleteFunc(d.engines, func(e app.Engine) bool { return e.Name == name })
	return nil
}

func (d *backend) AllowEngine(_ context.Context, name string, addresses []string, yes bool) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	for i, e := range d.engines {
		if e.Name == name && slices.Equal(e.URL, addresses) {
			d.engines[i].Remote = yes
			return nil
		}
	}
	return app.ErrRemoteChanged
}

func (d *backend) SetChain(_ context.Context, chain []string) error {
	if err := d.failure("SetChain"); err != nil {
		return err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.chain = slices.Clone(chain)
	d.fakeModels.kept = append(d.fakeModels.kept, d.chain)
	return nil
}

func (d *backend) RemoveModel(_ context.Context, name string) error {
	if err := d.failure("RemoveModel"); err != nil {
		return err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.installed = slices.DeleteFunc(d.installed, func(m app.Model) bool { return m.Name == name })
	return nil
}

func (d *backend) UnloadModel(_ context.Context, name string) error {
	if err := d.failure("UnloadModel"); err != nil {
		return err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	for i := range d.installed {
		if d.installed[i].Name == name {
			d.installed[i].Loaded = false
		}
	}
	return nil
}

func (d *backend) Pull(ctx context.Context, name string, progress func(app.Download)) error {
	if err := d.failure("Pull"); err != nil {
		return err
	}
	d.mu.Lock()
	total, there := d.library[name]
	d.mu.Unlock()
	if !there {
		return &chat.Fault{Class: chat.FaultPerson, Code: chat.FaultNoDownload}
	}
	for {
		d.mu.Lock()
		come := d.here[name]
		d.mu.Unlock()
		rate := float64(total) / 100
		progress(app.Download{
			Status: "pulling", Completed: come, Total: total, Fraction: float64(come) / float64(total), Rate: rate,
			Left: time.Duration(float64(total-come) / rate * float64(time.Second)),
		})
		if come == total {
			break
		}
		if err := d.step(ctx); err != nil {
			return err
		}
		d.change(func(d *backend) { d.here[name] = min(total, come+total/10) })
	}
	d.change(func(d *backend) {
		d.installed = append(d.installed, app.Model{Name: name, Installed: true, Local: true, Size: total, Window: 8192, Tools: true})
		d.advice.Installed = d.advice.Installed || name == d.advice.Model
	})
	return nil
}

func (d *backend) Evaluate(ctx context.Context, model string, paths []string, progress func(app.Evaluation)) (app.Evaluation, error) {
	d.change(func(d *backend) { d.tried = slices.Clone(paths) })
	if err := d.failure("Evaluate"); err != nil {
		return app.Evaluation{}, err
	}
	if len(paths) == 0 {
		paths = []string{"IMG_3310.jpg", "scan 12.png", "contract_neu.pdf", "document(7).pdf", "IMG_3312.jpg"}
	}
	a := app.Evaluation{Model: model, Of: len(paths)}
	progress(a)
	for i, path := range paths {
		if err := d.step(ctx); err != nil {
			return a, err
		}
		d.mu.Lock()
		it := d.known[filepath.Base(path)]
		d.mu.Unlock()
		f := app.EvaluatedFile{Path: path, Took: time.Duration(i+1) * time.Second, Valid: it.To != "", Fields: len(it.Fields), Name: it.To}
		if !f.Valid {
			f.Problem = app.EvaluationUnfit
		} else {
			a.Valid++
		}
		a.Files = append(slices.Clone(a.Files), f)
		a.Fields += f.Fields
		a.Rules += f.Fields / 2
		a.Each = time.Duration(i+2) * time.Second / 2
		progress(a)
	}
	a.Verdict, a.ToolCall = app.EvaluatedGood, true
	if a.Valid < a.Of {
		a.Verdict = app.EvaluatedUnreliable
	}
	return a, nil
}
