package app

import (
	"context"
	"encoding/json"
	"errors"
	"slices"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/guard"
	"github.com/deskhand/deskhand/agentcore/store"
	"github.com/deskhand/deskhand/agentcore/wire/documents"
	"github.com/deskhand/deskhand/app/config"
	"github.com/deskhand/deskhand/mcp"
	"github.com/deskhand/deskhand/mcp/manifest"
)

// CheckState is the outcome of a check.
type CheckState string

// The outcomes of a check.
const (
	CheckOK   CheckState = "ok"
	CheckWarn CheckState = "warn"
	CheckFail CheckState = "fail"
)

// Check is the result of one check; Code says what was found.
type Check struct {
	Check string
	State CheckState
	Code  CheckCode
	// Text is the path, words or names of the code, as its comment says; Err is the
	// error.
	Text string
	Err  error
	// Languages are those that pictures are read in, as tesseract names them.
	Languages []string
	// Salvage is what happened to a damaged database.
	Salvage store.Salvage
	// End is why a server did not start.
	End ServerEnd
	// Advised is what to install for reading; may be empty.
	Advised string
	// Models are the chain, if looked up, and Advice is what suits this computer, if no
	// model answers.
	Models []Model
	Advice ModelAdvice
}

// CheckCode is what a check found.
type CheckCode string

// What checks find.
const (
	CheckFolders       CheckCode = "folders"         // the data is kept in Text
	CheckNoFolders     CheckCode = "no_folders"      // one cannot be created: Err
	CheckConfig        CheckCode = "config"          // the file Text is valid
	CheckBadConfig     CheckCode = "bad_config"      // it is not: Err
	CheckDatabase      CheckCode = "database"        // the file Text is sound
	CheckInUse         CheckCode = "in_use"          // by the running Deskhand
	CheckNoDatabase    CheckCode = "no_database"     // it cannot be opened in the folder Text: Err
	CheckUnclosed      CheckCode = "unclosed"        // it cannot be closed in the folder Text: Err
	CheckNotice        CheckCode = "notice"          // the database was damaged: Salvage
	CheckUp            CheckCode = "up"              // the server is
	CheckDown          CheckCode = "down"            // it did not start, because of End
	CheckNoServers     CheckCode = "no_servers"      // mcp.json cannot be read: Err
	CheckListed        CheckCode = "listed"          // in mcp.json
	CheckBadServer     CheckCode = "bad_server"      // its entry in mcp.json is invalid: Err
	CheckNoDocuments   CheckCode = "no_documents"    // the documents server does not answer
	CheckNoReader      CheckCode = "no_reader"       // pictures are not read
	CheckReader        CheckCode = "reader"          // pictures are read by Text, in Languages
	CheckOpenReader    CheckCode = "open_reader"     // they are, by a program that this system cannot sandbox
	CheckNoChain       CheckCode = "no_chain"        // the configuration cannot be read
	CheckBadHost       CheckCode = "bad_host"        // OLLAMA_HOST is not an address: Err
	CheckEmptyChain    CheckCode = "empty_chain"     // no model is configured
	CheckRemoteModels  CheckCode = "remote_models"   // OLLAMA_HOST names Advice.Remote, which is not allowed
	CheckNoModelServer CheckCode = "no_model_server" // none answers at Advice.Address
	CheckModels        CheckCode = "models"          // the chain is as in Models
)

// Doctor checks everything that the program needs, independently, so that one problem
// does not hide another. It works next to a running Deskhand.
func Doctor(ctx context.Context, o Options) []Check {
	checks := []Check{folders(o.Paths), configuration(o.Paths), database(o.Paths)}
	host := mcp.NewHost(hostConfig(o, serversUp))
	defer func() { _ = host.Close() }() // it has nothing to lose
	host.Start(ctx)
	waiting, cancel := context.WithTimeout(ctx, serversUp)
	defer cancel()
	// A server that did not start reports that in its state.
	_ = host.Wait(waiting)
	for _, s := range host.States() {
		checks = append(checks, server(s))
	}
	checks = append(checks, addedServers(o.Paths)...)
	return append(checks, reading(ctx, host), modelCheck(ctx, o))
}

func folders(p config.Paths) Check {
	if err := p.Make(); err != nil {
		return Check{Check: "folders", State: CheckFail, Code: CheckNoFolders, Err: err}
	}
	return Check{Check: "folders", State: CheckOK, Code: CheckFolders, Text: p.Data}
}

func configuration(p config.Paths) Check {
	if _, err := config.Load(p.ConfigFile()); err != nil {
		return Check{Check: "config", State: CheckFail, Code: CheckBadConfig, Err: err}
	}
	return Check{Check: "config", State: CheckOK, Code: CheckConfig, Text: p.ConfigFile()}
}

func database(p config.Paths) Check {
	check := Check{Check: "database", State: CheckOK, Code: CheckDatabase, Text: p.Database()}
	db, err := store.Open(p.Database(), store.Options{})
	switch {
	case errors.Is(err, store.ErrLocked):
		check.Code = CheckInUse
		return check
	case err != nil:
		check.State, check.Code, check.Text, check.Err = CheckFail, CheckNoDatabase, p.Data, err
		return check
	}
	if salvage := db.Salvaged(); salvage != (store.Salvage{}) {
		check.State, check.Code, check.Salvage = CheckWarn, CheckNotice, salvage
	}
	if err := db.Close(); err != nil {
		check.State, check.Code, check.Text, check.Err = CheckFail, CheckUnclosed, p.Data, err
	}
	return check
}

func server(s mcp.ServerState) Check {
	if s.State == mcp.StateReady {
		return Check{Check: "server " + s.Name, State: CheckOK, Code: CheckUp}
	}
	return Check{Check: "server " + s.Name, State: CheckFail, Code: CheckDown, End: s.LastError}
}

// addedServers checks mcp.json without starting anything. A missing file needs no check.
func addedServers(p config.Paths) []Check {
	listed, err := manifest.Read(p.ServersFile())
	if err != nil {
		return []Check{{Check: "mcp.json", State: CheckFail, Code: CheckNoServers, Err: err}}
	}
	var checks []Check
	for _, l := range listed {
		check := Check{Check: "server " + l.Name, State: CheckOK, Code: CheckListed}
		if l.Problem != (ServerProblem{}) {
			check.State, check.Code, check.Text, check.Err = CheckWarn, CheckBadServer, p.ServersFile(), &RefusedServer{l.Name, l.Problem}
		}
		checks = append(checks, check)
	}
	return checks
}

// spoken removes from tesseract's list what is not a language.
func spoken(languages []string) []string {
	return slices.DeleteFunc(languages, func(l string) bool { return l == "osd" || l == "snum" || l == "equ" })
}

func reading(ctx context.Context, host *mcp.Host) Check {
	r := host.Call(ctx, chat.Invocation{
		Call: chat.ToolCall{ID: "doctor", Name: "documents_status", Args: []byte("{}")}, By: guard.ByProgram,
	})
	var s documents.Status
	if !r.OK || json.Unmarshal(r.Data, &s) != nil {
		return Check{Check: "reading", State: CheckFail, Code: CheckNoDocuments}
	}
	if s.OCR == "none" {
		return Check{Check: "reading", State: CheckWarn, Code: CheckNoReader, Advised: s.Advice}
	}
	check := Check{Check: "reading", State: CheckOK, Code: CheckReader, Text: s.OCR, Languages: spoken(s.Languages), Advised: s.Advice}
	if !s.Confined {
		check.Code = CheckOpenReader
	}
	return check
}

// Status returns the state of the program: which model answers, what can be read, and the
// one problem that the user should know of. It waits for the servers.
func (c *Controller) Status(ctx context.Context) (Status, error) {
	down, err := c.Wait(ctx, serversUp)
	if err != nil {
		return Status{}, err
	}
	status := Status{Away: c.external.reaching()}
	if len(down) > 0 {
		status.Trouble = Trouble{Code: TroubleServers, Servers: down}
		return status, nil
	}
	s, err := c.reading(ctx)
	if err != nil {
		return Status{}, err
	}
	model, local := c.answeringModel(ctx)
	status.Model, status.Languages = model, spoken(slices.Clone(s.Languages))
	if !local {
		status.Away = append(status.Away, model)
	}
	switch {
	case s.OCR == "none":
		status.Trouble = Trouble{Code: TroubleNoReader, Text: s.Advice}
	case c.Damage() != (Damage{}):
		status.Trouble = Trouble{Code: TroubleDamage, Damage: c.Damage()}
	}
	return status, nil
}

// reading returns the documents server's abilities, cached once pictures can be read,
// since every request is recorded in the audit.
func (c *Controller) reading(ctx context.Context) (documents.Status, error) {
	c.mu.Lock()
	known := c.engine
	c.mu.Unlock()
	if known.OCR != "" {
		return known, nil
	}
	var s documents.Status
	if _, err := c.call(ctx, "documents_status", map[string]any{}, nil, &s); err != nil || s.OCR == "none" {
		return s, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.engine = s
	return s, nil
}
