package cli

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/app/config"
	"github.com/deskhand/deskhand/cmd/internal/cli/arguments"
	"github.com/deskhand/deskhand/cmd/internal/cli/termtext"
)

type modelsCmd struct {
	List   listModels   `cmd:"" default:"withargs" help:"List the models in use, in order, then other installed ones."`
	Pull   pullModel    `cmd:"" help:"Download a model; an interrupted download resumes."`
	Use    useModels    `cmd:"" help:"Set which models to use, in order."`
	Remove removeModel  `cmd:"" help:"Delete a model from the disk."`
	Unload unloadModel  `cmd:"" help:"Take a model out of memory; the next request loads it again."`
	Allow  allowModels  `cmd:"" help:"Allow Ollama on another computer. Shows what would be sent there."`
	Forbid forbidModels `cmd:"" help:"Revoke that permission."`
	Try    tryModel     `cmd:"" help:"Try a model on five of your files. Nothing is changed."`
}

type listModels struct {
	JSON bool `name:"json" help:"Write each model as a line of JSON."`
}

// Run lists the models.
func (l *listModels) Run(c *Console) error {
	return c.stored(func(core *app.Controller) error {
		models, err := core.Models(c.ctx)
		installed := 0
		for _, m := range models {
			if m.Installed && !m.Rules {
				installed++
			}
			var werr error
			if l.JSON {
				werr = c.line(m)
			} else {
				_, werr = fmt.Fprintln(c.out, modelLine(m))
			}
			if werr != nil {
				return werr
			}
		}
		if err != nil || l.JSON {
			return err
		}
		if offer := core.ModelOffer(c.ctx); offer != "" {
			_, err = fmt.Fprintln(c.out, "\n"+offerWords(offer))
		}
		if err != nil || installed > 0 {
			return err
		}
		advice, err := core.Advice(c.ctx)
		if err == nil {
			_, err = fmt.Fprintln(c.out, "\nNo model is installed. "+adviceWords(advice))
		}
		return err
	})
}

func modelLine(m app.Model) string {
	place := "   "
	if m.Place > 0 {
		place = fmt.Sprintf("%d. ", m.Place)
	}
	if m.Rules {
		return place + m.Name + "  built in, always there"
	}
	parts := []string{place + m.Name}
	if m.Installed {
		parts = append(parts, size(m.Size), windowWords(m))
	}
	for _, can := range []struct {
		yes  bool
		word string
	}{{m.Tools, "tools"}, {m.Thinking, "thinking"}, {m.Vision, "pictures"}, {!m.Local, "not on this computer"}} {
		if can.yes {
			parts = append(parts, can.word)
		}
	}
	if m.Loaded {
		parts = append(parts, inMemory(m))
	}
	if why := whyNotAsked(m); why != "" {
		parts = append(parts, why)
	}
	return strings.Join(parts, "  ")
}

// windowWords say how long the context window of a model is, and the source of that if
// not the model.
func windowWords(m app.Model) string {
	words := fmt.Sprintf("%d tokens", m.Window)
	switch m.WindowFrom {
	case app.WindowSetting:
		words += " (as you set it)"
	case app.WindowTable:
		words += " (as published)"
	case app.WindowDefault:
		words += " (the default: its length is unknown)"
	}
	return words
}

// inMemory says where a loaded model is.
func inMemory(m app.Model) string {
	words := size(m.Memory) + " in memory"
	if until := m.Until.Local(); !m.Until.IsZero() {
		words += " until " + until.Format("15:04")
	}
	switch gpu := m.OnGPU(); gpu {
	case 0:
		return words + ", on the CPU"
	case 1:
		return words + ", on the GPU"
	default:
		return fmt.Sprintf("%s, %.0f%% on the GPU", words, 100*gpu)
	}
}

// size formats bytes as is usual for models.
func size(bytes int64) string {
	if bytes < 1e9 {
		return fmt.Sprintf("%.0f MB", float64(bytes)/1e6)
	}
	return fmt.Sprintf("%.1f GB", float64(bytes)/1e9)
}

type useModels struct {
	Names []string `arg:"" name:"name" help:"The models, first choice first; auto: the best installed one; none: only the built-in rules."`
}

// Run sets the chain.
func (u *useModels) Run(c *Console) error {
	names := u.Names
	if len(names) == 1 && names[0] == app.NoModel {
		names = nil
	}
	return c.stored(func(core *app.Controller) error {
		if err := core.SetChain(c.ctx, names); err != nil {
			return err
		}
		list, err := core.Models(c.ctx) // the chain is known even without a server
		asked := make([]string, 0, len(list))
		for _, m := range list {
			switch {
			case m.Rules:
				asked = append(asked, "the built-in rules")
			case m.Place > 0:
				asked = append(asked, strings.TrimSuffix(m.Name, ":latest"))
				c.cannotBeAsked(m, err == nil && !m.Installed)
			}
		}
		_, err = fmt.Fprintf(c.out, "Used from now on: %s.\n", strings.Join(asked, ", then "))
		return err
	})
}

// cannotBeAsked says why a model of the chain is unavailable, if so, and how to install a
// missing one.
func (c *Console) cannotBeAsked(m app.Model, missing bool) {
	switch {
	case m.Fault == "":
	case missing:
		_ = termtext.Tell(c.errs, "%s: %s Download it with: deskhand models pull %s\n", m.Name, whyNotAsked(m), m.Name)
	default:
		_ = termtext.Tell(c.errs, "%s: %s\n", m.Name, whyNotAsked(m))
	}
}

type pullModel struct {
	Name string `arg:"" help:"The model, such as qwen3:8b."`
}

// Run downloads a model and shows the progress.
func (p *pullModel) Run(c *Console) error {
	return c.stored(func(core *app.Controller) error {
		shown := c.shows
		err := core.Pull(c.ctx, p.Name, func(d app.Download) {
			if shown {
				fmt.Fprint(c.errs, "\r\033[K"+downloadLine(d))
			}
		})
		if shown {
			fmt.Fprintln(c.errs)
		}
		if errors.Is(err, context.Canceled) {
			return ended{exitCancelled, "Cancelled. The downloaded part is kept: the same command resumes."}
		}
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(c.out, "%s is downloaded. Use it with: deskhand models use %s\n", p.Name, p.Name)
		return err
	})
}

type removeModel struct {
	Name string `arg:"" help:"The model, such as qwen3:8b."`
	Yes  bool   `help:"Delete without asking."`
}

// Run deletes a model.
func (r *removeModel) Run(c *Console) error {
	return c.did(func(core *app.Controller) error {
		if err := c.agreed(r.Yes, "Delete "+r.Name+" from the disk? It can be downloaded again.", "It is still there"); err != nil {
			return err
		}
		return core.RemoveModel(c.ctx, r.Name)
	}, "%s is deleted.", r.Name)
}

type unloadModel struct {
	Name string `arg:"" help:"The model, such as qwen3:8b."`
}

// Run unloads a model.
func (u *unloadModel) Run(c *Console) error {
	return c.did(func(core *app.Controller) error { return core.UnloadModel(c.ctx, u.Name) }, "%s is no longer in memory.", u.Name)
}

type tryModel struct {
	Name  string `arg:"" help:"The model, such as qwen3:8b."`
	Paths []path `arg:"" optional:"" name:"path" help:"Files, or folders whose first files are used; at most five are read. Default: sample files."`
	JSON  bool   `name:"json" help:"Write the result as a line of JSON."`
}

// Run evaluates a model.
func (t *tryModel) Run(c *Console) error {
	return c.with(func(core *app.Controller) error {
		shown := 0
		a, err := core.Evaluate(c.ctx, t.Name, arguments.Texts(t.Paths), func(a app.Evaluation) {
			for ; !t.JSON && shown < len(a.Files); shown++ {
				fmt.Fprintln(c.out, evaluationLine(a.Files[shown]))
			}
		})
		if err != nil {
			return err
		}
		if t.JSON {
			return c.line(a)
		}
		_, err = fmt.Fprintln(c.out, "\n"+verdictLine(&a))
		return err
	})
}

func evaluationLine(f app.EvaluatedFile) string {
	if f.Problem != "" {
		return fmt.Sprintf("%s\n    %s", visible(filepath.Base(f.Path)), visible(noAnswer(f)))
	}
	return fmt.Sprintf("%s\n  → %s\n    %d fields in %.1f seconds", visible(filepath.Base(f.Path)), visible(f.Name), f.Fields, f.Took.Seconds())
}

// noAnswer says why a file has no answer.
func noAnswer(f app.EvaluatedFile) string {
	switch f.Problem {
	case app.EvaluationNoText:
		return "It has no text to ask about."
	case app.EvaluationUnfit:
		return "The answer did not match the form."
	case app.EvaluationTooLong:
		return "The text is too long for its context window."
	default:
		return "No answer: " + f.Cause
	}
}

// verdictLine sums up an evaluation.
func verdictLine(a *app.Evaluation) string {
	var how string
	switch a.Verdict {
	case app.EvaluatedNoText:
		return "These files have no text to try a model on."
	case app.EvaluatedUseless:
		return fmt.Sprintf("%s does not work for these files: none of its %d answers matched the form.", a.Model, a.Asked())
	case app.EvaluatedUnreliable:
		how = "is not reliable"
	case app.EvaluatedSlow:
		how = "is slow on this computer"
	case app.EvaluatedPoor:
		how = "finds less than the built-in rules"
	default:
		how = "does well"
	}
	calls := "calls tools correctly"
	if !a.ToolCall {
		calls = "did not call a tool when asked to, so it does not suit the chat"
	}
	return fmt.Sprintf("%s %s: %.1f seconds a file, %d of %d answers valid, %d fields found with evidence (the rules alone: %d); it %s.",
		a.Model, how, a.Each.Seconds(), a.Valid, a.Asked(), a.Fields, a.Rules, calls)
}

// downloadLine draws the progress bar of a download in less than 80 columns, or the
// server's status while nothing is being transferred.
func downloadLine(d app.Download) string {
	const width = 24
	if d.Total == 0 {
		return d.Status
	}
	full := int(d.Fraction * width)
	line := fmt.Sprintf("[%s%s] %s of %s", strings.Repeat("#", full), strings.Repeat("-", width-full), size(d.Completed), size(d.Total))
	switch {
	case d.Completed >= d.Total:
		line += "  " + d.Status
	case d.Rate > 0:
		line += fmt.Sprintf("  %.1f MB/s  %s left", d.Rate/1e6, d.Left.Round(time.Second))
	}
	return line
}

// modelNames are models in the order in which they are asked, as in --model:
// comma-separated, or none alone.
type modelNames []string

// UnmarshalText parses them.
func (n *modelNames) UnmarshalText(text []byte) error {
	*n = nil
	for name := range strings.SplitSeq(string(text), ",") {
		name = strings.TrimSpace(name)
		if !config.IsModelName(name) {
			return fmt.Errorf("%q is not the name of a model", name)
		}
		*n = append(*n, name)
	}
	if len(*n) > 1 && slices.Contains(*n, app.NoModel) {
		return fmt.Errorf("%s must be used alone: it means only the built-in rules", app.NoModel)
	}
	return nil
}
