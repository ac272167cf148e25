package activity

import (
	"context"
	"io"

	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/ui/views/kit"
)

// Backend is what the page needs.
type Backend interface {
	kit.Reverser
	auditor
	// History lists the batches, newest first.
	History(ctx context.Context) ([]app.Batch, error)
	// Again proposes an undone batch again.
	Again(ctx context.Context, batch string) (plan.Plan, error)
}

// auditor records all tool calls, and the permissions in force.
type auditor interface {
	// Audit returns the calls that f selects, newest first.
	Audit(ctx context.Context, f app.AuditFilter) ([]app.Call, error)
	// ExportAudit writes them to w, oldest first, as "csv" or "json".
	ExportAudit(ctx context.Context, f app.AuditFilter, format string, w io.Writer) error
	// Grants lists the permissions in force; RevokeGrant revokes one.
	Grants(ctx context.Context) ([]app.Grant, error)
	RevokeGrant(ctx context.Context, id string) error
}
