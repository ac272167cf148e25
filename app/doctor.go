package app

import (
	"context"
	"encoding/json"
	"errors"
	"strings"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/store"
	"github.com/deskhand/deskhand/agentcore/wire/documents"
	"github.com/deskhand/deskhand/mcp"
	"github.com/deskhand/deskhand/mcp/manifest"
)

// CheckState says how a check came out.
type CheckState string

// The outcomes of a check.
const (
	CheckOK   CheckState = "ok"
	CheckWarn CheckState = "warn"
	CheckFail CheckState = "fail"
)

// Check is one thing that was looked at.
type Check struct {
	Check  string     `json:"check"`
	State  CheckState `json:"state"`
	Detail string     `json:"detail"`
	// Do says what to do about it; empty where nothing is to be done.
	Do string `json:"do"`
}

// Doctor looks at everything that the program needs, each thing for itself, so
// that one trouble does not hide another. It works beside a running Deskhand.
func Doctor(ctx context.Context, o Options) []Check {
	checks := []Check{folders(o.Paths), configuration(o.Paths), database(o.Paths)}
	host := mcp.NewHost(hostConfig(o, serversUp))
	defer func() { _ = host.Close() }() // it has nothing to lose
	host.Start(ctx)
	waiting, cancel := context.WithTimeout(ctx, serversUp)
	defer cancel()
	// What did not come up is told by its state.
	_ = host.Wait(waiting)
	for _, s := range host.States() {
		checks = append(checks, server(s))
	}
	checks = append(checks, addedServers(o.Paths)...)
	return append(checks, reading(ctx, host), modelCheck(ctx, o))
}

func folders(p Paths) Check {
	if err := p.make(); err != nil {
		return Check{"folders", CheckFail, "A folder of the program cannot be made: " + err.Error(), "Make it writable, or set " + HomeVariable + " to another place."}
	}
	return Check{"folders", CheckOK, "Data is kept in " + p.Data + ".", ""}
}

func configuration(p Paths) Check {
	if _, err := loadConfig(p.ConfigFile()); err != nil {
		return Check{"config", CheckFail, err.Error(), "Correct it, or take it away: it is made again."}
	}
	return Check{"config", CheckOK, p.ConfigFile(), ""}
}

func database(p Paths) Check {
	db, err := store.Open(p.Database(), store.Options{})
	switch {
	case errors.Is(err, store.ErrLocked):
		return Check{"database", CheckOK, "In use by the Deskhand that is running.", ""}
	case err != nil:
		return Check{"database", CheckFail, err.Error(), "Check who may write to " + p.Data + "."}
	}
	notice := db.Notice()
	if err := db.Close(); err != nil {
		return Check{"database", CheckFail, err.Error(), "Check the disk that " + p.Data + " is on."}
	}
	if notice != "" {
		return Check{"database", CheckWarn, notice, ""}
	}
	return Check{"database", CheckOK, p.Database(), ""}
}

func server(s mcp.ServerState) Check {
	if s.State == mcp.StateReady {
		return Check{"server " + s.Name, CheckOK, "It is up.", ""}
	}
	detail := "It did not start."
	if s.LastError != "" {
		detail += " Its last words: " + s.LastError
	}
	return Check{"server " + s.Name, CheckFail, detail, "Install Deskhand again if this stays."}
}

// addedServers looks at mcp.json and starts nothing of it. Without one there is
// nothing to say.
func addedServers(p Paths) []Check {
	listed, err := manifest.Read(p.ServersFile())
	if err != nil {
		return []Check{{"mcp.json", CheckFail, err.Error(), "Correct it; until then its servers are not started."}}
	}
	var checks []Check
	for _, l := range listed {
		check := Check{"server " + l.Name, CheckOK, "It is in mcp.json.", ""}
		if l.Problem != "" {
			check = Check{"server " + l.Name, CheckWarn, l.Problem, "Correct its entry in " + p.ServersFile() + "."}
		}
		checks = append(checks, check)
	}
	return checks
}

// languageNames are tesseract's names of languages in words.
var languageNames = map[string]string{
	"eng": "English", "deu": "German", "fra": "French", "spa": "Spanish", "ita": "Italian",
	"nld": "Dutch", "por": "Portuguese", "pol": "Polish", "swe": "Swedish", "dan": "Danish",
	"nor": "Norwegian", "fin": "Finnish", "ces": "Czech", "tur": "Turkish", "ukr": "Ukrainian",
	"rus": "Russian", "jpn": "Japanese", "kor": "Korean", "chi_sim": "Chinese", "chi_tra": "Traditional Chinese",
}

// inWords names languages for a person, leaving out what is none.
func inWords(codes []string) []string {
	var names []string
	for _, code := range codes {
		if code == "osd" || code == "snum" || code == "equ" {
			continue
		}
		if name, ok := languageNames[code]; ok {
			code = name
		}
		names = append(names, code)
	}
	return names
}

func reading(ctx context.Context, host *mcp.Host) Check {
	r := host.Call(ctx, chat.Invocation{
		Call: chat.ToolCall{ID: "doctor", Name: "documents_status", Args: []byte("{}")}, By: "person",
	})
	var s documents.Status
	if !r.OK || json.Unmarshal(r.Data, &s) != nil {
		return Check{"reading", CheckFail, "The documents server does not answer.", "See the check of the server above."}
	}
	if s.OCR == "none" {
		return Check{"reading", CheckWarn, "Pictures and scans are not read.", s.Advice}
	}
	return Check{"reading", CheckOK, "Pictures are read in " + strings.Join(inWords(s.Languages), ", ") + " (" + s.OCR + ").", s.Advice}
}

// Status says how the program stands: which model answers, what can be read,
// and the one trouble that a person should know of. It waits for the servers.
func (c *Controller) Status(ctx context.Context) (Status, error) {
	down, err := c.Wait(ctx, serversUp)
	if err != nil {
		return Status{}, err
	}
	status := Status{Away: c.external.reaching()}
	if len(down) > 0 {
		status.Trouble = "The server " + strings.Join(down, " and ") + " did not start. Run: deskhand doctor"
		return status, nil
	}
	s, err := c.reading(ctx)
	if err != nil {
		return Status{}, err
	}
	model, local := c.answeringModel(ctx)
	status.Model, status.Languages = model, inWords(s.Languages)
	if !local {
		status.Away = append(status.Away, model)
	}
	switch {
	case s.OCR == "none":
		status.Trouble = "Pictures and scans are not read. " + s.Advice
	case c.Notice() != "":
		status.Trouble = c.Notice()
	}
	return status, nil
}

// reading asks the documents server for its means: once, as soon as it has what
// reads pictures, since every question stands in the audit.
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
