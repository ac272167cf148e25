package app

import (
	"context"
	"encoding/json"
	"errors"
	"path/filepath"
	"slices"
	"time"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/lists"
	"github.com/deskhand/deskhand/agentcore/triage"
	"github.com/deskhand/deskhand/agentcore/wire/files"
	"github.com/deskhand/deskhand/app/access"
	"github.com/deskhand/deskhand/app/config"
)

// Evaluation is the result of a model, so far, on some of the user's files.
type Evaluation struct {
	Model string `json:"model"`
	// Files are those evaluated so far, of Of.
	Files []EvaluatedFile `json:"files"`
	Of    int             `json:"of"`
	// Each is the mean time per file.
	Each time.Duration `json:"each"`
	// Valid is how many answers had the requested form.
	Valid int `json:"valid"`
	// Fields is how many fields it found with evidence; Rules is how many the built-in
	// rules find in the same files.
	Fields int `json:"fields"`
	Rules  int `json:"rules"`
	// ToolCall reports that it called a tool as asked, once tried.
	ToolCall bool `json:"tool_call"`
	// Verdict sums it up at the end.
	Verdict EvaluationVerdict `json:"verdict"`
}

// EvaluatedFile is the result of a model on one file.
type EvaluatedFile struct {
	Path string        `json:"path"`
	Took time.Duration `json:"took"`
	// Valid reports that the answer had the requested form.
	Valid bool `json:"valid"`
	// Fields is how many it found with evidence; Name is the resulting file name.
	Fields int    `json:"fields"`
	Name   string `json:"name"`
	// Problem says why there is no answer; empty when there is one. Cause is what
	// went wrong, in the words of its source.
	Problem EvaluationProblem `json:"problem,omitempty"`
	Cause   string            `json:"cause,omitempty"`
}

// EvaluationVerdict is how well a model did.
type EvaluationVerdict string

// The verdicts.
const (
	EvaluatedGood       EvaluationVerdict = "good"
	EvaluatedNoText     EvaluationVerdict = "no_text"    // the files have no text to try it on
	EvaluatedUseless    EvaluationVerdict = "useless"    // no answer had the requested form
	EvaluatedUnreliable EvaluationVerdict = "unreliable" // some did not
	EvaluatedSlow       EvaluationVerdict = "slow"
	EvaluatedPoor       EvaluationVerdict = "poor" // it finds less than the built-in rules
)

// EvaluationProblem is why a file has no answer.
type EvaluationProblem string

// Why a file can have no answer.
const (
	EvaluationNoText  EvaluationProblem = "no_text"
	EvaluationUnfit   EvaluationProblem = "unfit" // the answer did not have the requested form
	EvaluationTooLong EvaluationProblem = "too_long"
	EvaluationFailed  EvaluationProblem = "failed"
)

// A model is tried on up to evaluatedFiles files, out of evaluationSample: photos without
// words tell nothing.
const (
	evaluatedFiles   = 5
	evaluationSample = 3 * evaluatedFiles
)

// ErrNothingToTry means that there is no file to try a model on.
var ErrNothingToTry = errors.New("there is no file to try a model on")

// Evaluate tries a model on at most five of the person's files and changes
// nothing: does it call a tool when it is asked to, and what does it find in each
// file. A folder stands for its first files. progress gets how it stands after
// each step; may be nil. With no paths it is tried on the sample that is built in.
// An error means that the model or the files are not to be
// had, or that it was cancelled.
func (c *Controller) Evaluate(ctx context.Context, model string, paths []string, progress func(Evaluation)) (Evaluation, error) {
	a := Evaluation{Model: model}
	if !config.IsModelName(model) {
		return a, noModelName(model)
	}
	files, err := c.sample(ctx, paths)
	if err != nil {
		return a, err
	}
	a.Of = min(len(files), evaluatedFiles)
	tell := func() {
		if progress != nil {
			told := a
			told.Files = slices.Clone(a.Files)
			progress(told)
		}
	}
	tell()
	if a.ToolCall, err = c.callsTool(ctx, model, filepath.Dir(files[0])); err != nil {
		return a, err
	}
	if err := c.tryOn(ctx, &a, files, tell); err != nil {
		return a, err
	}
	a.Verdict = a.verdict()
	tell()
	return a, nil
}

// sample returns files to try a model on, once the servers that read them are up.
func (c *Controller) sample(ctx context.Context, paths []string) ([]string, error) {
	paths, err := access.Absolute(paths)
	if err == nil && len(paths) == 0 {
		folder := filepath.Join(c.paths.Cache, "sample")
		err = c.writeSample(ctx, folder)
		paths = []string{folder}
	}
	if err != nil {
		return nil, err
	}
	if _, err := c.Wait(ctx, serversUp); err != nil {
		return nil, err
	}
	files, err := c.triage.Sample(ctx, paths, evaluationSample)
	if err == nil && len(files) == 0 {
		err = ErrNothingToTry
	}
	return files, err
}

// tryOn has the model read files until enough of them had text. It stops at a model
// failure.
func (c *Controller) tryOn(ctx context.Context, a *Evaluation, files []string, tell func()) error {
	chain := c.models.apart([]string{a.Model})
	for i, file := range files {
		one, err := c.triage.Try(ctx, file, chain)
		if err != nil {
			return err
		}
		if others := len(files) - i - 1; !one.Asked && others >= a.Of-len(a.Files) {
			continue
		}
		a.add(file, one)
		failed := one.Err != nil && !errors.Is(one.Err, chat.ErrUnfit) && !errors.Is(one.Err, chat.ErrTooLong)
		if failed {
			a.Of = len(a.Files)
		}
		tell()
		if len(a.Files) == a.Of {
			break
		}
	}
	return nil
}

// callsTool asks a model to list a folder and reports whether it writes that call, which
// is never run. It also loads the model, so that loading does not count for the first
// file. It fails if the model is unavailable.
func (c *Controller) callsTool(ctx context.Context, model, folder string) (bool, error) {
	chain := c.models.apart([]string{model})
	candidate, err := chain.Next(ctx, nil)
	switch {
	case err != nil:
		return false, err
	case candidate.Rules:
		return false, candidate.Skipped[0].Err
	}
	const name = "files_list"
	specs := c.tools.Specs()
	at := slices.IndexFunc(specs, func(s chat.ToolSpec) bool { return s.Name == name })
	if at < 0 {
		return false, nil
	}
	reply, err := chain.Chat(ctx, chat.Request{
		Model: model, Tools: specs[at : at+1],
		Messages: []chat.Message{{Role: chat.RoleUser, Text: "List the files in the folder " + folder + ". Use the tool " + name + "."}},
	}, func(chat.Delta) {})
	if err != nil {
		return false, ctx.Err() // the files will show what else is wrong
	}
	return slices.ContainsFunc(reply.Calls, func(call chat.ToolCall) bool {
		var args files.ListRequest
		return call.Name == name && json.Unmarshal(call.Args, &args) == nil && filepath.Clean(args.Path) == folder
	}), nil
}

// add adds a file's result.
func (a *Evaluation) add(file string, t triage.Evaluation) {
	f := EvaluatedFile{Path: file, Took: t.Took, Valid: t.Valid, Fields: t.Proven, Name: t.Name}
	f.Problem, f.Cause = problem(t)
	a.Files = append(a.Files, f)
	a.Fields += t.Proven
	a.Rules += t.Rules
	if t.Valid {
		a.Valid++
	}
	a.Each = 0
	if n := a.Asked(); n > 0 {
		a.Each = a.took() / time.Duration(n)
	}
}

// Asked counts the files with text to ask about.
func (a *Evaluation) Asked() int {
	return lists.Count(a.Files, func(f EvaluatedFile) bool { return f.Took > 0 })
}

func (a *Evaluation) took() (all time.Duration) {
	for _, f := range a.Files {
		all += f.Took
	}
	return all
}

// problem returns why a file has no answer.
func problem(t triage.Evaluation) (code EvaluationProblem, cause string) {
	switch {
	case !t.Asked:
		return EvaluationNoText, ""
	case errors.Is(t.Err, chat.ErrUnfit):
		return EvaluationUnfit, ""
	case errors.Is(t.Err, chat.ErrTooLong):
		return EvaluationTooLong, ""
	case t.Err != nil:
		return EvaluationFailed, t.Err.Error()
	}
	return "", ""
}

// slow is the time per file above which a model is slow.
const slow = 20 * time.Second

// verdict sums up an evaluation.
func (a *Evaluation) verdict() EvaluationVerdict {
	switch asked := a.Asked(); {
	case asked == 0:
		return EvaluatedNoText
	case a.Valid == 0:
		return EvaluatedUseless
	case a.Valid < asked:
		return EvaluatedUnreliable
	case a.Each > slow:
		return EvaluatedSlow
	case a.Fields < a.Rules:
		return EvaluatedPoor
	}
	return EvaluatedGood
}
