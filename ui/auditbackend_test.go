package ui_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/deskhand/deskhand/app"
)

// fakeAudit is the part of a backend that records tool calls.
type fakeAudit struct {
	calls []app.Call // newest first
	// exportGate blocks before calls are written to a file.
	exportGate chan struct{}
}

func (d *backend) Audit(_ context.Context, f app.AuditFilter) ([]app.Call, error) {
	if err := d.failure("Audit"); err != nil {
		return nil, err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	var found []app.Call
	for _, c := range append(d.recorded(), d.calls...) {
		raw, err := json.Marshal(c)
		if err != nil {
			return nil, err
		}
		if f.NoLooks && c.IsLook() {
			continue
		}
		if strings.Contains(strings.ToLower(string(raw)), strings.ToLower(f.Search)) && (f.Limit == 0 || len(found) < f.Limit) {
			found = append(found, c)
		}
	}
	return found, nil
}

// recorded returns the calls that the guard recorded, newest first.
func (d *backend) recorded() []app.Call {
	var calls []app.Call
	ended := map[string]bool{}
	for _, r := range slices.Backward(d.records) {
		if !ended[r.ID] {
			calls = append(calls, r)
		}
		ended[r.ID] = true
	}
	return calls
}

func (d *backend) ExportAudit(ctx context.Context, f app.AuditFilter, format string, w io.Writer) error {
	calls, err := d.Audit(ctx, f)
	if err != nil {
		return err
	}
	for _, c := range calls {
		if _, err := fmt.Fprintln(w, format, c.Tool); err != nil {
			return err
		}
	}
	if d.exportGate != nil {
		select {
		case <-d.exportGate:
		case <-ctx.Done():
		}
	}
	return ctx.Err()
}

func (d *backend) RevokeGrant(_ context.Context, id string) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	at := slices.IndexFunc(d.grants, func(g app.Grant) bool { return g.ID == id })
	if at < 0 {
		return app.ErrNoGrant
	}
	d.grants = slices.Delete(d.grants, at, at+1)
	return nil
}
