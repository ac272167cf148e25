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

// AuditFilter chooses entries of the audit.
type AuditFilter = store.AuditFilter

// Grant is a yes that outlived its call.
type Grant = guard.Grant

// ErrAuditFormat means that the audit cannot be written in the form asked for.
var ErrAuditFormat = errors.New("the audit is exported as csv or json")

// Call is one entry of the audit.
type Call = guard.Record

// ChangedFile is a file that a call has changed.
type ChangedFile = guard.ChangedFile

// Audit returns the calls of tools that f chooses, newest first.
func (c *Controller) Audit(ctx context.Context, f AuditFilter) ([]Call, error) {
	if err := c.guard.Flush(ctx); err != nil {
		return nil, fmt.Errorf("write the audit: %w", err)
	}
	return c.store.AuditRecords(ctx, f)
}

// ExportAudit writes the calls that f chooses to w, oldest first: "csv" for a
// spreadsheet, "json" as one array.
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
	_ = out.Write([]string{"when", "tool", "server", "args", "verdict", "by", "asked_by", "status", "error_type", "ms", "hash", "result", "batch", "files_changed", "files"}) // told by Error
	for _, c := range calls {
		row := []string{
			c.When.Format(time.RFC3339), c.Tool, c.Server, string(c.Args), string(c.Verdict), c.By, c.AskedBy,
			string(c.Status), string(c.ErrorType), strconv.FormatInt(c.MS, 10), c.Hash, c.Result,
			c.Batch, strconv.Itoa(c.FilesChanged), filesCell(c.Files),
		}
		for i := range row {
			row[i] = noFormula(row[i])
		}
		_ = out.Write(row) // told by Error
	}
	out.Flush()
	return out.Error()
}

// filesCell is the changed files as JSON, in one cell.
func filesCell(files []ChangedFile) string {
	if len(files) == 0 {
		return ""
	}
	raw, _ := json.Marshal(files) // such values always encode
	return string(raw)
}

// noFormula keeps a spreadsheet from taking a cell for a formula: what is in
// it came from files, models and servers.
func noFormula(cell string) string {
	if cell != "" && strings.ContainsRune("=+-@\t\r", rune(cell[0])) {
		return "'" + cell
	}
	return cell
}

// Grants lists every yes that still stands.
func (c *Controller) Grants(ctx context.Context) ([]Grant, error) { return c.guard.Grants(ctx) }

// RevokeGrant takes a yes back.
func (c *Controller) RevokeGrant(ctx context.Context, id string) error {
	err := c.guard.Revoke(ctx, id)
	if errors.Is(err, store.ErrNotFound) {
		return ErrNoGrant
	}
	return err
}

// ErrNoGrant means that there is no such yes to take back.
var ErrNoGrant = errors.New("there is no such grant")
