package mover

import (
	"context"
	"path/filepath"
	"strings"

	"github.com/deskhand/deskhand/mcp/servers/files/find"
	"github.com/deskhand/deskhand/mcp/servers/files/recognise"
)

// signedShort is how much of a PDF is read to see whether it is signed when there are
// many, in bytes. A single one is read up to hashMax.
const signedShort = 1 << 20

// MarkSigned flags the signed PDFs of a plan, for display only: a move does not harm
// them.
func (m *Mover) MarkSigned(ctx context.Context, plan *Plan) error {
	t := m.folders.Tree(plan.Scope)
	defer t.Close()
	for i := range plan.Items {
		it := &plan.Items[i]
		if err := ctx.Err(); err != nil {
			return err
		}
		if !it.Moves() || !it.Exists || !strings.EqualFold(filepath.Ext(it.From), ".pdf") {
			continue
		}
		if p, err := t.Place(it.From); err == nil && find.Signed(p, min(signedShort, it.ID.Size)) {
			it.Flags = append(it.Flags, recognise.Signed)
			it.Note = joinNotes(it.Note, recognise.Words([]string{recognise.Signed}))
		}
	}
	return nil
}
