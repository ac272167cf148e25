package app

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/deskhand/deskhand/agentcore/chat"
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
type Call struct {
	When time.Time `json:"when"`
	Tool string    `json:"tool"`
	// Server is where the tool lives.
	Server string          `json:"server,omitempty"`
	Args   json.RawMessage `json:"args"`
	// Verdict is allow, deny or ask, and By says which rule, grant or person it
	// came from. AskedBy wanted the call.
	Verdict      string         `json:"verdict"`
	By           string         `json:"by"`
	AskedBy      string         `json:"asked_by"`
	Conversation string         `json:"conversation,omitempty"`
	Status       chat.Status    `json:"status"`
	ErrorType    chat.ErrorType `json:"error_type,omitempty"`
	MS           int64          `json:"ms"`
	// Hash is that of the effect that the verdict is bound to; Effect is the
	// beginning of it, and Changes counts all of it.
	Hash    string            `json:"hash,omitempty"`
	Effect  []chat.PathChange `json:"effect,omitempty"`
	Changes int               `json:"changes,omitempty"`
	// Result is the beginning of what a change or a failure said.
	Result string `json:"result,omitempty"`
	// Batch is what a change can be undone by; Files is the beginning of what
	// it changed, with the hash or the identity of each, and FilesChanged
	// counts all of it.
	Batch        string        `json:"batch,omitempty"`
	Files        []ChangedFile `json:"files,omitempty"`
	FilesChanged int           `json:"files_changed,omitempty"`
}

// ChangedFile is a file that a call has changed.
type ChangedFile = guard.ChangedFile

// Audit gives the calls of tools that f chooses, newest first.
func (c *Controller) Audit(ctx context.Context, f AuditFilter) ([]Call, error) {
	if err := c.guard.Flush(ctx); err != nil {
		return nil, fmt.Errorf("write the audit: %w", err)
	}
	records, err := c.store.AuditRecords(ctx, f)
	calls := make([]Call, len(records))
	for i, r := range records {
		calls[i] = Call{
			When: r.When, Tool: r.Tool, Server: r.Server, Args: r.Args, Verdict: string(r.Verdict), By: r.By,
			AskedBy: r.AskedBy, Conversation: r.Conversation, Status: r.Status, ErrorType: r.ErrorType, MS: r.MS,
			Hash: r.Hash, Effect: r.Effect, Changes: r.Changes, Result: r.Result,
			Batch: r.Batch, Files: r.Files, FilesChanged: r.FilesChanged,
		}
	}
	return calls, err
}

// ExportAudit writes the calls that f chooses to w, oldest first: "csv" for a
// spreadsheet, "json" as one array.
func (c *Controller) ExportAudit(ctx context.Context, f AuditFilter, format string, w io.Writer) error {
	calls, err := c.Audit(ctx, f)
	if err != nil {
		return err
	}
	for i, j := 0, len(calls)-1; i < j; i, j = i+1, j-1 {
		calls[i], calls[j] = calls[j], calls[i]
	}
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
			c.When.Format(time.RFC3339), c.Tool, c.Server, string(c.Args), c.Verdict, c.By, c.AskedBy,
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
