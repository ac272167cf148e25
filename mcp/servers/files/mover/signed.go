package mover

import (
	"context"
	"io"
	"path/filepath"
	"strings"

	"github.com/deskhand/deskhand/mcp/servers/files/recognise"
	"github.com/deskhand/deskhand/mcp/servers/files/safefs"
)

// signedShort is how much of a PDF is read to tell whether it is signed when
// there are many, in bytes. One alone is read up to hashMax.
const signedShort = 1 << 20

// MarkSigned flags the signed PDFs of a plan. A move does not hurt them; that is
// for who shows the plan.
func (m *Mover) MarkSigned(ctx context.Context, plan *Plan) error {
	t := m.tree(plan.Scope)
	defer t.close()
	for i := range plan.Items {
		it := &plan.Items[i]
		if err := ctx.Err(); err != nil {
			return err
		}
		if !it.Moves() || !it.Exists || !strings.EqualFold(filepath.Ext(it.From), ".pdf") {
			continue
		}
		if p, err := t.place(it.From); err == nil && signed(p, min(signedShort, it.ID.Size)) {
			it.Flags = append(it.Flags, recognise.Signed)
			it.Note = joinNotes(it.Note, recognise.Words([]string{recognise.Signed}))
		}
	}
	return nil
}

// signed says that the PDF at p is signed. One that cannot be read is not known
// to be. The last bytes are read: a signature is added at the end.
func signed(p safefs.Place, limit int64) bool {
	f, err := p.Dir.Open(p.Name)
	if err != nil {
		return false
	}
	defer func() { _ = f.Close() }()
	if _, err := f.Seek(-limit, io.SeekEnd); err != nil {
		return false
	}
	found, err := recognise.IsSigned(f, limit)
	return err == nil && found
}
