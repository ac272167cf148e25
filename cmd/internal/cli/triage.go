package cli

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/cmd/internal/cli/arguments"
	"github.com/deskhand/deskhand/cmd/internal/cli/staywords"
	"github.com/deskhand/deskhand/cmd/internal/cli/termtext"
	"github.com/deskhand/deskhand/cmd/internal/cli/verb"
)

type triageCmd struct {
	Paths     []path     `arg:"" name:"path" help:"Files and folders to tidy."`
	Into      path       `help:"The folder for the files, created if missing; default: where they are." placeholder:"DIR"`
	Like      path       `help:"Follow the names of the files in this folder, such as last year's." placeholder:"DIR"`
	Recursive bool       `help:"Include subfolders."`
	First     int        `help:"Read only the first N files." placeholder:"N"`
	Template  string     `help:"The pattern of names, such as \"{date} {issuer} {kind} {title}\"; a slash makes a folder." placeholder:"T"`
	Only      string     `help:"Only files that meet a condition, as in a rule: \"kind = 'invoice' and amount > 50\"." placeholder:"WHEN"`
	Wish      string     `help:"What you want, in your own words: \"only the invoices, in folders by year\". It becomes --template and --only." placeholder:"WORDS"`
	Lang      string     `help:"The languages of images, such as eng+deu." placeholder:"L"`
	Yes       bool       `help:"Rename without asking."`
	Plan      path       `help:"Save the plan to this new file." placeholder:"FILE"`
	Model     modelNames `help:"The models to use, in order, separated by commas; none: only the built-in rules." placeholder:"A,B"`
	JSON      bool       `name:"json" help:"Write every event as a line of JSON."`
}

// Run proposes, asks, applies and prints the receipt.
func (t *triageCmd) Run(c *Console) error {
	if err := allThere(t.Paths); err != nil {
		return err
	}
	return c.with(func(core *app.Controller) error {
		req := app.ProposeRequest{Paths: arguments.Texts(t.Paths), Into: string(t.Into), Like: string(t.Like), Recursive: t.Recursive, First: t.First, Template: t.Template, Only: t.Only, Wish: t.Wish, Models: t.Model}
		if t.Lang != "" {
			req.Languages = strings.Split(t.Lang, "+")
		}
		emit := c.events(t.JSON)
		p, err := core.Propose(c.ctx, req, emit)
		if err != nil {
			return err
		}
		if t.Plan != "" {
			if err := app.WritePlan(string(t.Plan), p.Worded(itemWords)); err != nil {
				return err
			}
		}
		if !t.JSON {
			c.printPlan(p)
		}
		ready := p.Count(plan.StatusReady)
		if ready == 0 {
			return nil
		}
		if !t.Yes && !c.interactive() {
			return t.leave(c)
		}
		if !t.Yes && !c.yes(renameQuestion(p)) {
			return ended{exitRefused, "Nothing was renamed."}
		}
		receipt, err := core.Apply(c.ctx, p.ID, emit)
		return c.receipt(verb.Renamed, receipt, err, t.JSON)
	})
}

// quotedArgument is an argument as one types it.
func quotedArgument(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "$", `\$`, "`", "\\`").Replace(text) + `"`
}

// renameQuestion asks for the one approval of a plan.
func renameQuestion(p plan.Plan) string {
	text := "Rename " + countFiles(p.Count(plan.StatusReady))
	switch {
	case p.NewInto:
		text += ", and create the folder " + visible(p.Into) + " for them"
	case p.NewFolders:
		text += ", and create their folders"
	}
	return text + "?"
}

// leave ends a run without a terminal, whose result is the plan.
func (t *triageCmd) leave(c *Console) error {
	if !t.JSON {
		fmt.Fprintln(c.out, "\nNothing was changed. To rename, add --yes.")
	}
	return nil
}

type applyCmd struct {
	File path   `arg:"" help:"The plan."`
	Root []path `help:"Limit an edited or third-party plan to this folder." placeholder:"DIR"`
	JSON bool   `name:"json" help:"Write every event as a line of JSON."`
}

// Run applies a saved plan.
func (a *applyCmd) Run(c *Console) error {
	return c.with(func(core *app.Controller) error {
		receipt, err := core.ApplyFile(c.ctx, string(a.File), arguments.Texts(a.Root), c.events(a.JSON))
		return c.receipt(verb.Renamed, receipt, err, a.JSON)
	})
}

// receipt says what a batch did, and makes an exit code of it.
func (c *Console) receipt(done verb.Done, r plan.Receipt, err error, asJSON bool) error {
	if r.Batch == "" {
		return c.refused(err, asJSON)
	}
	if !asJSON {
		fmt.Fprintf(c.out, "\n%s %s. %s.\n", countFiles(r.Moved), done.Is, r.Sentence())
		if n := max(r.Failed, len(r.Failures)); n > 0 {
			fmt.Fprintf(c.out, "%s %s:\n", countFiles(n), done.IsNot)
		}
		failures(c.out, r.Failures)
		if r.Undo != "" {
			fmt.Fprintf(c.out, "Undo with: %s\n", r.Undo)
		}
	}
	switch {
	case r.Stopped && c.ctx.Err() != nil:
		return ended{exitCancelled, done.Stopped}
	case err != nil:
		code, why := Verdict(err)
		if code == exitFailed || code == exitRefused {
			code = exitPartly
		}
		return ended{code, why}
	case r.Failed > 0 && r.Moved == 0:
		return ended{exitFailed, ""}
	case r.Failed > 0 || r.Stopped:
		return ended{exitPartly, ""}
	}
	return nil
}

type undoCmd struct {
	Batch    string `arg:"" optional:"" help:"The batch; default: the last one."`
	Only     []path `help:"Undo only this file, by the path it was moved to; repeatable." placeholder:"PATH" sep:"none"`
	Finish   string `help:"Finish an interrupted batch." placeholder:"BATCH" xor:"batch"`
	RollBack string `help:"Undo the changes of an interrupted batch." placeholder:"BATCH" xor:"batch"`
	JSON     bool   `name:"json" help:"Write the result as a line of JSON."`
}

// Check refuses two batches at once, and a part of one that was cut short.
func (u *undoCmd) Check() error {
	if len(u.Only) > 0 && (u.Finish != "" || u.RollBack != "") {
		return errors.New("an interrupted batch can only be finished or rolled back as a whole")
	}
	if u.Batch != "" && (u.Finish != "" || u.RollBack != "") {
		return errors.New("name one batch")
	}
	return nil
}

// Run takes a batch back, or finishes one that was cut short.
func (u *undoCmd) Run(c *Console) error {
	return c.with(func(core *app.Controller) error {
		if u.Finish != "" {
			receipt, err := core.Finish(c.ctx, u.Finish)
			if err == nil && u.JSON {
				err = c.line(withSentences(receipt))
			}
			return c.receipt(verb.Renamed, receipt, err, u.JSON)
		}
		report, err := core.Undo(c.ctx, u.Batch+u.RollBack, arguments.Texts(u.Only)...)
		var r *chat.Failure
		if errors.As(err, &r) && r.Class == chat.ErrInvalidArgs {
			return Fail(capitalized(visible(r.Message)) + " List them with: deskhand history.")
		}
		if err != nil {
			return err
		}
		if err := c.printUndo(report, u.JSON); err != nil {
			return err
		}
		switch {
		case len(report.Kept) > 0:
			return ended{exitPartly, "Some files could not be restored; you can try again."}
		case report.Unknown > 0:
			return ended{exitPartly, fmt.Sprintf("The record of %s is lost; find them yourself.", countFiles(report.Unknown))}
		}
		return nil
	})
}

func (c *Console) printUndo(r app.UndoReport, asJSON bool) error {
	type kept struct {
		From string    `json:"from"`
		To   string    `json:"to"`
		Note string    `json:"note"`
		Code chat.Code `json:"code,omitempty"`
	}
	if asJSON {
		left := make([]kept, len(r.Kept))
		for i, k := range r.Kept {
			left[i] = kept{k.From, k.To, keptWords(k.Code), k.Code}
		}
		return c.line(struct {
			Batch    string `json:"batch"`
			Restored int    `json:"restored"`
			Of       int    `json:"of"`
			Unknown  int    `json:"unknown,omitempty"`
			Kept     []kept `json:"kept"`
		}{r.Batch, r.Restored, r.Of, r.Unknown, left})
	}
	names := "their old names"
	if r.Restored == 1 {
		names = "its old name"
	}
	restored := countFiles(r.Restored)
	if r.Restored != r.Of {
		restored, names = fmt.Sprintf("%d of %s", r.Restored, countFiles(r.Of)), "their old names"
	}
	done, not := "brought back to "+names, "brought back"
	if r.Adds {
		done, not = "that had been added removed again", "removed"
	}
	_, err := fmt.Fprintf(c.out, "%s %s (batch %s).\n", restored, done, r.Batch)
	for _, k := range r.Kept {
		keptErr := termtext.Tell(c.out, "  not %s: %s: %s\n", not, visible(k.To), keptWords(k.Code))
		err = errors.Join(err, keptErr)
	}
	return err
}

// staying says how many files keep their names in any case.
func staying(n int) string {
	if n == 1 {
		return "1 stays as it is"
	}
	return fmt.Sprintf("%d stay as they are", n)
}

// printPlan shows a plan to a person.
func (c *Console) printPlan(p plan.Plan) {
	with := ""
	if p.Model != "" && p.Model != app.Rules {
		with = " with " + p.Model
	}
	fmt.Fprintf(c.out, "%s read%s: %d ready, %d to look at, %s\n\n", countFiles(len(p.Items)), with,
		p.Count(plan.StatusReady), p.Count(plan.StatusReview), staying(p.Count(plan.StatusSkip)))
	if p.Deeper > 0 {
		fmt.Fprintf(c.out, "Not included: %s in subfolders. To include them, add --recursive.\n\n", countFiles(p.Deeper))
	}
	if p.Unread > 0 {
		fmt.Fprintf(c.out, "Not read yet: %s more. To read them, run without --first.\n\n", countFiles(p.Unread))
	}
	if p.NewInto {
		_ = termtext.Tell(c.out, "The folder %s does not exist yet; it will be created.\n\n", visible(p.Into))
	}
	if p.Like != "" {
		_ = termtext.Tell(c.out, "They are named like the files in %s: %s\n\n", visible(p.Like), visible(p.Template))
	}
	if p.Wish != "" {
		_ = termtext.Tell(c.out, "Understood as: --template %s", quotedArgument(visible(p.Template)))
		if p.Only != "" {
			_ = termtext.Tell(c.out, " --only %s", quotedArgument(visible(p.Only)))
		}
		_ = termtext.Tell(c.out, "\n\n")
	}
	for _, it := range p.Items {
		mark := map[plan.Status]string{plan.StatusReady: "✓", plan.StatusReview: "?", plan.StatusSkip: "·"}[it.Status]
		_ = termtext.Tell(c.out, "%s %s\n", mark, visible(filepath.Base(it.From)))
		if it.To == it.From {
			fmt.Fprintln(c.out, "    keeps its name")
		} else {
			_ = termtext.Tell(c.out, "  → %s\n", visible(it.Target()))
		}
		why, note := itemWords(it)
		for _, words := range []string{why, note} {
			if words != "" {
				_ = termtext.Tell(c.out, "    %s\n", visible(words))
			}
		}
	}
	for i, g := range staywords.Groups(p) {
		if i == 0 {
			fmt.Fprint(c.out, "\nWhy files were not renamed, and what helps:\n")
		}
		_ = termtext.Tell(c.out, "%5d  %s: %s\n", g.Files, visible(g.Why), visible(g.Help))
	}
}
