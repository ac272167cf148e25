package activity

import (
	"context"
	"io"

	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/ui/views/kit"
)

// Backend is what the page asks for.
type Backend interface {
	kit.Reverser
	auditor
	// History lists the batches, newest first.
	History(ctx context.Context) ([]app.Batch, error)
	// Again proposes once more what a batch did that was taken back.
	Again(ctx context.Context, batch string) (plan.Plan, error)
}

// auditor remembers every call of a tool, and each yes that outlived its call.
type auditor interface {
	// Audit gives the calls that f chooses, newest first.
	Audit(ctx context.Context, f app.AuditFilter) ([]app.Call, error)
	// ExportAudit writes them to w, oldest first, as "csv" or "json".
	ExportAudit(ctx context.Context, f app.AuditFilter, format string, w io.Writer) error
	// Grants lists every yes that still stands; RevokeGrant takes one back.
	Grants(ctx context.Context) ([]app.Grant, error)
	RevokeGrant(ctx context.Context, id string) error
}
