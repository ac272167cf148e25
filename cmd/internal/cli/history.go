package cli

import (
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/cmd/internal/cli/termtext"
)

type historyCmd struct {
	Audit  bool   `help:"List every tool call with its verdict instead."`
	Search string `help:"With --audit: only calls with this text in them." placeholder:"Q"`
	Since  day    `help:"With --audit: only calls at or after this day or time." placeholder:"DATE"`
	Before day    `help:"With --audit: only calls before this day or time." placeholder:"DATE"`
	All    bool   `help:"With --audit: all calls, not the last thousand."`
	Export string `help:"With --audit: write csv, for a spreadsheet, or json, as one array." enum:"csv,json," default:""`
	JSON   bool   `name:"json" help:"Write each entry as a line of JSON."`
}

// Run lists the batches, or the audit.
func (h *historyCmd) Run(c *Console) error {
	return c.with(func(core *app.Controller) error {
		if h.Audit {
			return h.audit(c, core)
		}
		batches, err := core.History(c.ctx)
		if err != nil {
			return err
		}
		if len(batches) == 0 && !h.JSON {
			return c.none("Nothing has been changed yet.")
		}
		for _, b := range batches {
			if err = h.batch(c, b); err != nil {
				break
			}
		}
		return err
	})
}

func (h *historyCmd) batch(c *Console, b app.Batch) error {
	if h.JSON {
		return c.line(struct {
			Batch string          `json:"batch"`
			When  time.Time       `json:"when"`
			Done  int             `json:"done"`
			Of    int             `json:"of"`
			State plan.BatchState `json:"state"`
			// Of those done, and of a batch that was cut short.
			Undone int `json:"undone,omitempty"`
			Lost   int `json:"lost,omitempty"`
		}{b.ID, b.When, b.Done, b.Of, b.State, b.Undone, b.Lost})
	}
	err := termtext.Tell(c.out, "%s  %s  %-11s  %d of %d  %s\n",
		b.ID, b.When.Local().Format("2006-01-02 15:04"), b.State, b.Done, b.Of, visible(filepath.Base(b.Folder)))
	if err == nil && b.State == plan.BatchDamaged {
		_, err = fmt.Fprintf(c.out, "    Its record is damaged. deskhand undo %s brings back what can be found, and says what cannot.\n", b.ID)
	}
	if err == nil && b.State == plan.BatchInterrupted {
		_, err = fmt.Fprintf(c.out, "    It was cut short; %s. deskhand undo --finish %s, or --roll-back %s\n", whereabouts(b), b.ID, b.ID)
	}
	return err
}

// whereabouts says where the files of a batch are that was cut short.
func whereabouts(b app.Batch) string {
	renamed := b.Done - b.Undone
	words := fmt.Sprintf("%s a new name, %d the old one", have(renamed), b.Of-renamed-b.Lost)
	if b.Lost > 0 {
		return fmt.Sprintf("%s, and %d could not be found", words, b.Lost)
	}
	return "every file is there: " + words
}

func have(n int) string {
	if n == 1 {
		return "1 has"
	}
	return fmt.Sprintf("%d have", n)
}

// auditLines is how many calls are listed unless all are asked for.
const auditLines = 1000

func (h *historyCmd) audit(c *Console, core *app.Controller) error {
	filter := app.AuditFilter{Search: h.Search, Since: h.Since.Time, Before: h.Before.Time}
	if h.Export != "" {
		return core.ExportAudit(c.ctx, filter, h.Export, c.out)
	}
	if !h.All {
		filter.Limit = auditLines
	}
	calls, err := core.Audit(c.ctx, filter)
	if err == nil && len(calls) == 0 && !h.JSON {
		return c.none("No tool call matches.")
	}
	for i := 0; err == nil && i < len(calls); i++ {
		if h.JSON {
			err = c.line(calls[i])
			continue
		}
		a := calls[i]
		err = termtext.Tell(c.out, "%s  %-6s  %-10s  %s  (%s)\n", a.When.Local().Format("2006-01-02 15:04:05"), a.Verdict, a.Status, a.Tool, a.By)
	}
	return err
}

type grantsCmd struct {
	List   listGrants  `cmd:"" default:"withargs" help:"List the permissions that are in force."`
	Revoke revokeGrant `cmd:"" help:"Revoke a permission."`
}

type listGrants struct {
	JSON bool `name:"json" help:"Write each entry as a line of JSON."`
}

// Run lists the grants.
func (l *listGrants) Run(c *Console) error {
	return c.stored(func(core *app.Controller) error {
		grants, err := core.Grants(c.ctx)
		if err == nil && len(grants) == 0 && !l.JSON {
			return c.none("There are no standing permissions. You give one by answering “always” when Deskhand asks before a change.")
		}
		for i := 0; err == nil && i < len(grants); i++ {
			if l.JSON {
				err = c.line(grants[i])
				continue
			}
			err = termtext.Tell(c.out, "%s\n", grantLine(grants[i]))
		}
		return err
	})
}

func grantLine(g app.Grant) string {
	if g.Scope == app.MayReceive {
		return g.ID + "  " + visible(g.Server) + "  may receive what was read here"
	}
	return fmt.Sprintf("%s  %s  %s  %s", g.ID, g.Tool, g.Scope, visible(strings.Join(g.Folders, ", ")))
}

type revokeGrant struct {
	ID string `arg:"" help:"The grant."`
}

// Run takes a grant back.
func (r *revokeGrant) Run(c *Console) error {
	return c.stored(func(core *app.Controller) error { return core.RevokeGrant(c.ctx, r.ID) })
}
