package app

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/deskhand/deskhand/agentcore/guard"
	"github.com/deskhand/deskhand/agentcore/store"
)

// AuditFilter selects entries of the audit.
type AuditFilter = store.AuditFilter

// Grant is an approval that outlives its call.
type Grant = guard.Grant

// ErrAuditFormat means that the requested export format is unknown.
var ErrAuditFormat = errors.New("the audit is exported as csv or json")

// Call is one entry of the audit.
type Call = guard.Record

// ChangedFile is a file that a call has changed.
type ChangedFile = guard.ChangedFile

// Audit returns the selected calls of tools, newest first.
func (c *Controller) Audit(ctx context.Context, f AuditFilter) ([]Call, error) {
	if err := c.guard.Flush(ctx); err != nil {
		return nil, fmt.Errorf("write the audit: %w", err)
	}
	return c.store.AuditRecords(ctx, f)
}

// ExportAudit writes the selected calls to w, oldest first: "csv" for a spreadsheet,
// "json" as one array.
func (c *Controller) ExportAudit(ctx context.Context, f AuditFilter, format string, w io.Writer) error {
	calls, err := c.Audit(ctx, f)
	if err != nil {
		return err
	}
	slices.Reverse(calls)
	switch format {
	case "json":
		enc := json.NewEncoder(w)
		enc.SetIndent("", "  ")
		return enc.Encode(calls)
	case "csv":
		return writeCSV(w, calls)
	}
	return fmt.Errorf("%w, not as %q", ErrAuditFormat, format)
}

func writeCSV(w io.Writer, calls []Call) error {
	out := csv.NewWriter(w)
	_ = out.Write([]string{"when", "tool", "server", "args", "verdict", "by", "asked_by", "status", "error_type", "ms", "hash", "result", "batch", "files_changed", "files"}) // reported by Error
	for _, c := range calls {
		row := []string{
			c.When.Format(time.RFC3339), c.Tool, c.Server, string(c.Args), string(c.Verdict), c.By, c.AskedBy,
			string(c.Status), string(c.ErrorType), strconv.FormatInt(c.MS, 10), c.Hash, c.Result,
			c.Batch, strconv.Itoa(c.FilesChanged), filesCell(c.Files),
		}
		for i := range row {
			row[i] = noFormula(row[i])
		}
		_ = out.Write(row) // reported by Error
	}
	out.Flush()
	return out.Error()
}

// filesCell returns the changed files as JSON in one cell.
func filesCell(files []ChangedFile) string {
	if len(files) == 0 {
		return ""
	}
	raw, _ := json.Marshal(files) // cannot fail
	return string(raw)
}

// noFormula keeps a spreadsheet from evaluating a cell: its text came from files, models
// and servers.
func noFormula(cell string) string {
	if cell != "" && strings.ContainsRune("=+-@\t\r", rune(cell[0])) {
		return "'" + cell
	}
	return cell
}

// Grants returns all approvals in force.
func (c *Controller) Grants(ctx context.Context) ([]Grant, error) { return c.guard.Grants(ctx) }

// RevokeGrant revokes a grant.
func (c *Controller) RevokeGrant(ctx context.Context, id string) error {
	err := c.guard.Revoke(ctx, id)
	if errors.Is(err, store.ErrNotFound) {
		return ErrNoGrant
	}
	return err
}

// ErrNoGrant means that there is no such grant.
var ErrNoGrant = errors.New("there is no such grant")
