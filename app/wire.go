package app

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"time"

	"github.com/deskhand/deskhand/agentcore"
	"github.com/deskhand/deskhand/agentcore/budget"
	"github.com/deskhand/deskhand/agentcore/cache"
	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/collection"
	"github.com/deskhand/deskhand/agentcore/guard"
	"github.com/deskhand/deskhand/agentcore/habit/habitfile"
	documents "github.com/deskhand/deskhand/agentcore/library"
	"github.com/deskhand/deskhand/agentcore/store"
	"github.com/deskhand/deskhand/agentcore/triage"
	"github.com/deskhand/deskhand/agentcore/wire/elicit"
	"github.com/deskhand/deskhand/app/batch"
	"github.com/deskhand/deskhand/app/config"
	"github.com/deskhand/deskhand/app/duplicates"
	"github.com/deskhand/deskhand/app/engines"
	"github.com/deskhand/deskhand/app/papers"
	"github.com/deskhand/deskhand/app/rulebook"
	"github.com/deskhand/deskhand/app/runlog"
	"github.com/deskhand/deskhand/app/scans"
	"github.com/deskhand/deskhand/inference"
	"github.com/deskhand/deskhand/inference/backends"
	"github.com/deskhand/deskhand/inference/rules"
	"github.com/deskhand/deskhand/mcp"
	"github.com/deskhand/deskhand/mcp/manifest"
)

// Options is what the program hands to its core.
type Options struct {
	Paths   config.Paths
	Version string
	// Self is our own program, which the servers and their reapers are started
	// from.
	Self string
	// Confirm answers what the guard asks. Required.
	Confirm Confirmer
	// Models is the chain to ask; nil: the configured one. RulesAlone leaves
	// the models out.
	Models     []string
	RulesAlone bool
}

// How much is kept of what was found in files, of which one of a page takes some 5 kB
// with its text, and of what models answered about them, some 400 bytes each.
const (
	foundBytes   = 64 << 20
	answersBytes = 8 << 20
)

// Open wires the program together and starts its servers in the background. It
// does not wait for them. The caller closes the Controller.
func Open(o Options) (*Controller, error) {
	if err := o.Paths.Make(); err != nil {
		return nil, err
	}
	settings, err := config.Load(o.Paths.ConfigFile())
	if err != nil {
		return nil, err
	}
	server, err := backends.NewHost(hostOf(settings), settings.Models.OllamaKeyEnv, settings.Models.AllowRemote, time.Duration(settings.Models.KeepAlive))
	if err != nil {
		return nil, badHost(err)
	}
	book, err := engines.Open(settings.Backends)
	if err != nil {
		return nil, err
	}
	db, err := store.Open(o.Paths.Database(), store.Options{})
	if err != nil {
		return nil, err
	}
	if _, err := db.RepairInterrupted(context.Background()); err != nil {
		return nil, errors.Join(fmt.Errorf("repair interrupted conversations: %w", err), db.Close())
	}

	c := &Controller{
		config: settings, live: live{settings.Naming, settings.Library.Keep, settings.Library.EmbeddingModel}, paths: o.Paths, self: o.Self, store: db, ollama: server, Book: book, now: time.Now,
		runs: &runlog.Log{Dir: o.Paths.Logs()}, habits: habitfile.Open(o.Paths.Habits(), time.Now),
	}
	ids := newID(c.now)

	// The servers, each a process of its own, behind one Toolbox.
	servers := hostConfig(o, time.Duration(settings.Limits.ToolTimeout))
	may := &starts{}
	servers.Keep, servers.Check = c.runs.Keep, may.check
	servers.Ask = func(ctx context.Context, q elicit.Question) elicit.Answer { return c.elicit(ctx, o.Confirm, q) }
	c.host = mcp.NewHost(servers)

	// The models that are asked, one after the other, and the rules behind them.
	made := func(names []string) []inference.Model {
		return inference.NewModels(c.Book.Asked().Of(server, settings.Models.Parallel), names, limitsOf(settings))
	}
	c.models = newModels(o.chain(settings), made, rules.New(rules.Config{Window: settings.Budget.DefaultWindow, Language: settings.Window.Language}))

	c.Keep(o.Paths.ConfigFile(), &c.models.mu, func() { c.models.Set(c.models.made(c.models.names)...) })

	c.rules = rulebook.New(o.Paths.ConfigFile(), &c.models.mu, settings.Rules)

	c.models.installed, c.models.auto = c.bestInstalled, o.Models == nil && !o.RulesAlone && settings.Models.Agreed

	// The guard stands before the servers and before the jobs that use them.
	c.guard = guard.New(guard.Config{
		Confirm: whoAsked{o.Confirm}, Audit: db, Grants: db, History: db,
		Notify: c.notify, Now: c.now, NewID: rand.Text,
	})
	kept := documents.New(o.Paths.Library())
	c.tools = collection.Followed{Toolbox: forgetting{c.guard.Wrap(c.host), c.habits}, Library: kept}
	read := &collection.Collection{Library: kept, Tools: c.tools, Now: c.now, Off: func() bool { return !c.current().keep }, Embedder: server, Embedding: func() string { return c.current().meaning }}
	c.Papers = &papers.Papers{Collection: read, Up: c.Up, Languages: c.languages, Open: c.open}
	batches := &batch.Runner{Tools: c.tools, Mint: c.guard.Mint, Up: c.Up, Open: c.open, NewID: ids}
	c.Duplicates = &duplicates.Duplicates{Read: read, Batches: batches, Languages: c.languages}
	c.Scans = &scans.Scans{Batches: batches, Languages: c.languages, Workers: runtime.NumCPU()}
	c.triage = &triage.Triage{
		Tools: c.tools, Plans: plans{db}, Habits: c.habits, Rules: c.rules.List, Usual: c.template, DayFirst: func() *bool { return c.current().DaysFirst() }, Workers: runtime.NumCPU(), Now: c.now, NewID: ids,
		Models: c.models, Named: func(names []string) triage.Models { return c.models.forCall(names) },
		Keeper: collection.Proposed{Collection: read}, Said: collection.Said{Collection: read}, Answers: cache.New(filepath.Join(o.Paths.Cache, "answers"), answersBytes), Askers: settings.Models.Parallel,
		Found: cache.New(filepath.Join(o.Paths.Cache, "found"), foundBytes), Build: cache.Build(),
	}
	read.Reader = c.triage
	jobs := joined{c.guard.Wrap(&triage.Toolbox{Triage: c.triage, Notify: c.notify}), c.guard.Wrap(rulebook.Toolbox{Book: c.rules}), c.guard.Wrap(collection.Toolbox{Collection: read})}
	more := c.guard.Wrap(agentcore.ReadMore{Library: library{db}, Chars: settings.Budget.ToolResultChars})

	// All tools, and the one that finds those a model was not offered.
	all := joined{jobs, more, c.tools}
	finder := c.guard.Wrap(agentcore.FindTools{Live: all.Specs})

	// The agent: models, tools, and where the conversation is kept.
	c.agent = &agentcore.Agent{
		Models: c.models, Model: c.models, Tools: joined{finder, jobs, more, c.tools}, Transcript: db,
		Notes: db, Tokens: budget.NewEstimator(db), Config: agentConfig(settings), Now: c.now,
	}

	c.host.Start(context.Background())
	c.external = newExternal(o.Paths, c.host, servers, may)
	return c, nil
}

// hostConfig is the host with the servers that we ship.
func hostConfig(o Options, timeout time.Duration) mcp.Config {
	limits := mcp.DefaultLimits()
	if timeout > 0 {
		limits.Call = timeout
	}
	return mcp.Config{
		Servers: ownServers(o), Reaper: []string{o.Self, "reap", "--"}, Version: o.Version, Limits: limits,
	}
}

// ownServers are the servers that we ship, run from our own program.
func ownServers(o Options) []mcp.Server {
	var servers []mcp.Server
	for _, name := range ownNames() {
		command := []string{o.Self, "mcp", name}
		servers = append(servers, mcp.Server{
			Name: name, Command: command, Own: true, Hash: manifest.Entry{Args: command[1:]}.Hash(o.Self),
		})
	}
	return servers
}

func ownNames() []string { return []string{serverFiles, serverDocuments} }

func isOwn(server string) bool { return slices.Contains(ownNames(), server) }

// The servers that we ship.
const (
	serverFiles     = "files"
	serverDocuments = "documents"
)

// HostVariable is the environment variable that says where Ollama is.
const HostVariable = "OLLAMA_HOST"

// chain names the models to ask, in order.
func (o Options) chain(c config.Config) []string {
	switch {
	case o.RulesAlone:
		return nil
	case o.Models != nil:
		return distinct(o.Models)
	}
	return distinct(c.Models.Chain)
}

func limitsOf(c config.Config) inference.Limits {
	return inference.Limits{
		Window: c.Budget.Window, DefaultWindow: c.Budget.DefaultWindow, Windows: c.Budget.ModelWindows, Temperature: c.Temperature(),
		Retries: c.Models.MaxRetries, RetryDelay: time.Duration(c.Models.RetryDelay),
		RetryBackoff: c.Models.RetryBackoff, Parallel: c.Models.Parallel, AllowCloud: c.Models.AllowCloud,
	}
}

func agentConfig(c config.Config) agentcore.Config {
	a := agentcore.DefaultConfig()
	a.Rounds, a.ToolFailures = c.Limits.Rounds, c.Limits.ToolFailures
	a.DefinitionsShare, a.InputTokens = c.Budget.DefinitionsShare, c.Budget.InputTokens
	a.Think = chat.Think(c.Models.Think)
	a.CoreTools, a.Headings, a.Abilities = coreTools(), headings(), rules.Abilities
	a.Record = RecordOf
	a.ResultChars, a.RetentionChars = c.Budget.ToolResultChars, c.Budget.ToolResultRetentionChars
	return a
}
