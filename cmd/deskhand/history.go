package main

import (
	"fmt"
	"path/filepath"
	"time"

	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/app"
)

type historyCmd struct {
	Audit bool `help:"List every tool call with its verdict instead."`
	JSON  bool `name:"json" help:"Write each entry as a line of JSON."`
}

// Run lists the batches, or the audit.
func (h *historyCmd) Run(c *console) error {
	return c.with(func(core *app.Controller) error {
		if h.Audit {
			return h.audit(c, core)
		}
		batches, err := core.History(c.ctx)
		if err != nil {
			return err
		}
		if len(batches) == 0 && !h.JSON {
			_, err = fmt.Fprintln(c.out, "Nothing was changed yet.")
		}
		for _, b := range batches {
			if err = h.batch(c, b); err != nil {
				break
			}
		}
		return err
	})
}

func (h *historyCmd) batch(c *console, b app.Batch) error {
	if h.JSON {
		return c.line(struct {
			Batch string          `json:"batch"`
			When  time.Time       `json:"when"`
			Done  int             `json:"done"`
			Of    int             `json:"of"`
			State plan.BatchState `json:"state"`
		}{b.ID, b.When, b.Done, b.Of, b.State})
	}
	_, err := fmt.Fprintf(c.out, "%s  %s  %-11s  %d of %d  %s\n",
		b.ID, b.When.Local().Format("2006-01-02 15:04"), b.State, b.Done, b.Of, filepath.Base(b.Folder))
	if err == nil && b.State == plan.BatchInterrupted {
		_, err = fmt.Fprintf(c.out, "    It was cut short; every file is there. deskhand undo --finish %s, or --roll-back %s\n", b.ID, b.ID)
	}
	return err
}

// auditLines is how many calls are listed.
const auditLines = 1000

func (h *historyCmd) audit(c *console, core *app.Controller) error {
	calls, err := core.Audit(c.ctx, auditLines)
	for i := 0; err == nil && i < len(calls); i++ {
		if h.JSON {
			err = c.line(calls[i])
			continue
		}
		a := calls[i]
		_, err = fmt.Fprintf(c.out, "%s  %-6s  %-10s  %s  (%s)\n", a.When.Local().Format("2006-01-02 15:04:05"), a.Verdict, a.Status, a.Tool, a.By)
	}
	return err
}
