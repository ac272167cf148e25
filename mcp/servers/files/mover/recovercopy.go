package mover

import (
	"errors"
	"io"

	"github.com/deskhand/deskhand/mcp/servers/files/journal"
	"github.com/deskhand/deskhand/mcp/servers/files/safefs"
)

// dropUnfinished removes an incomplete copy, and a complete one that also has its name or
// whose original still exists: both are ours alone.
func (x recovery) dropUnfinished() error {
	tr, err := x.look()
	if err != nil {
		return err
	}
	s := x.step()
	_, original := tr.original(s)
	if tr.partial != nil && (original != nil || isCopy(tr.target, s) || !isCopy(tr.partial, s)) {
		if err := tr.to.Dir.RemoveFile(copyName(s)); err != nil {
			return err
		}
	}
	if tr.spare != nil && original != nil && tr.from.Dir != tr.to.Dir {
		if err := tr.from.Dir.RemoveFile(copyName(s)); err != nil {
			return err
		}
	}
	return x.dropClaim(tr)
}

// dropClaim removes an unfinished file from its claimed name, unless somebody else wrote
// to it.
func (x recovery) dropClaim(tr evidence) error {
	s := x.step()
	if !tr.unfinished(s) {
		return nil
	}
	ours, err := x.begins(tr, tr.claim, tr.claimed)
	if err != nil || !ours {
		return err
	}
	err = safefs.Discard(tr.claim, tr.claimed.ID, claimName(s))
	if errors.Is(err, safefs.ErrChanged) && !errors.Is(err, safefs.ErrUncertain) {
		return nil
	}
	return err
}

// begins reports whether an unfinished copy holds nothing but the beginning of its
// original.
func (x recovery) begins(tr evidence, p safefs.Place, in *safefs.Info) (bool, error) {
	s := x.step()
	if in.ID.Size == 0 {
		return true, nil
	}
	if s.Claim.Sum != "" {
		sum, err := safefs.Hash(x.ctx, p)
		return sum == s.Claim.Sum, err
	}
	from, original := tr.original(s)
	if original == nil {
		return false, nil
	}
	whole, err := from.Dir.Open(from.Name)
	if err != nil {
		return false, err
	}
	defer func() { _ = whole.Close() }()
	part, err := p.Dir.Open(p.Name)
	if err != nil {
		return false, err
	}
	defer func() { _ = part.Close() }()
	return safefs.SameBytes(x.ctx, io.LimitReader(whole, in.ID.Size), part)
}

// keepCopy removes the original of a complete copy, if both have the copied contents and
// nobody writes to the original; otherwise both stay.
func (x recovery) keepCopy(tr evidence, copied safefs.Place, record journal.Record, err error) (journal.Record, error) {
	if err == nil {
		err = copied.Dir.Sync()
	}
	if err == nil {
		err = x.dropOriginal(tr, copied)
	}
	if !errors.Is(err, safefs.ErrChanged) {
		return record, err
	}
	if tr, err = x.look(); err != nil {
		return nil, err
	}
	if hidden, in := tr.hidden(x.step()); in != nil {
		if _, err := x.releaseNextTo(x.own(hidden, in.ID), x.step().From, nil); err != nil {
			return nil, err
		}
	}
	return x.conflict("there are two versions of it; both were kept"), nil
}

func (x recovery) dropOriginal(tr evidence, copied safefs.Place) error {
	s := x.step()
	original, in := tr.original(s)
	for _, both := range []safefs.Place{original, copied} {
		hash, err := safefs.Hash(x.ctx, both)
		if err != nil {
			return err
		}
		if hash != s.Copy.Hash {
			return safefs.ErrChanged
		}
	}
	if original == tr.from {
		return safefs.Discard(original, in.ID, asideName(s))
	}
	return safefs.RemoveUnused(original, in.ID)
}
