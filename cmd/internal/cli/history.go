package cli

import (
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/deskhand/deskhand/agentcore/lists"
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
		told := lists.Map(batches, func(b app.Batch) toldBatch {
			return toldBatch{b.ID, b.When, b.Done, b.Of, b.State, b.Undone, b.Lost, b}
		})
		return termtext.Print(c.list(h.JSON, "Nothing has been changed yet."), told, toldBatch.line)
	})
}

// toldBatch is a batch in the history's JSON.
type toldBatch struct {
	Batch string          `json:"batch"`
	When  time.Time       `json:"when"`
	Done  int             `json:"done"`
	Of    int             `json:"of"`
	State plan.BatchState `json:"state"`
	// Of those done, and of an interrupted batch.
	Undone int `json:"undone,omitempty"`
	Lost   int `json:"lost,omitempty"`

	whole app.Batch
}

func (b toldBatch) line() string {
	line := fmt.Sprintf("%s  %s  %-11s  %d of %d  %s",
		b.Batch, b.When.Local().Format("2006-01-02 15:04"), b.State, b.Done, b.Of, visible(filepath.Base(b.whole.Folder)))
	switch b.State {
	case plan.BatchDamaged:
		line += fmt.Sprintf("\n    Its record is damaged. deskhand undo %s restores what it can find and lists the rest.", b.Batch)
	case plan.BatchInterrupted:
		line += fmt.Sprintf("\n    It was interrupted; %s. deskhand undo --finish %s, or --roll-back %s", whereabouts(b.whole), b.Batch, b.Batch)
	}
	return line
}

// whereabouts says where the files of an interrupted batch are.
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

// auditLines is how many calls are listed unless all are requested.
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
	if err != nil {
		return err
	}
	return termtext.Print(c.list(h.JSON, "No tool call matches."), calls, func(a app.Call) string {
		return fmt.Sprintf("%s  %-6s  %-10s  %s  (%s)", a.When.Local().Format(time.DateTime), a.Verdict, a.Status, a.Tool, a.By)
	})
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
		if err != nil {
			return err
		}
		const none = "There are no standing permissions. You give one by answering “always” when Deskhand asks before a change."
		return termtext.Print(c.list(l.JSON, none), grants, grantLine)
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

// Run revokes a grant.
func (r *revokeGrant) Run(c *Console) error {
	return c.stored(func(core *app.Controller) error { return core.RevokeGrant(c.ctx, r.ID) })
}
