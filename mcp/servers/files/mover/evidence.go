package mover

import (
	"errors"
	"io/fs"
	"strconv"

	"github.com/deskhand/deskhand/mcp/servers/files/folders"
	"github.com/deskhand/deskhand/mcp/servers/files/journal"
	"github.com/deskhand/deskhand/mcp/servers/files/safefs"
)

// tempName is unpredictable: nobody knows it before it is in the journal.
func tempName(token string, step int) string {
	return ".deskhand-" + token + "-" + strconv.Itoa(step)
}

// Names that a step may use in the folders of its source and its target: its file may be
// parked under Temp, a copy is made under copyName, the original is removed under
// asideName, and an unfinished copy next to a claimed name has claimName.
func copyName(s journal.Step) string  { return s.Temp + "x" }
func asideName(s journal.Step) string { return safefs.AsideName(copyName(s)) }
func claimName(s journal.Step) string { return s.Temp + "c" }

// evidence is what is found on the disk of an interrupted step.
type evidence struct {
	from, to safefs.Place
	// At the source, at the target, and under the temporary names in both folders; nil:
	// nothing.
	source, target, parked, aside, partial, spare *safefs.Info
	// claimed is what has the name that was claimed for a copy, dropped what had it
	// before being removed.
	claim            safefs.Place
	claimed, dropped *safefs.Info
	// other is what is at the path that the step being undone gives for its file, if that
	// is yet another place.
	otherPlace safefs.Place
	other      *safefs.Info
}

// look collects the evidence of a step. A folder that is missing, or replaced by a file,
// is empty.
func look(t *folders.Tree, s journal.Step) (evidence, error) { return lookAlso(t, s, "") }

// lookAlso is look with one more path.
func lookAlso(t *folders.Tree, s journal.Step, stands string) (evidence, error) {
	var tr evidence
	claim := ""
	if s.Claim != nil {
		claim = s.Claim.Path
	}
	for _, spot := range []struct {
		path  string
		place *safefs.Place
		name  string
		found **safefs.Info
	}{
		{s.From, &tr.from, "", &tr.source},
		{s.To, &tr.to, "", &tr.target},
		{s.From, &tr.from, s.Temp, &tr.parked},
		{s.From, &tr.from, asideName(s), &tr.aside},
		{s.From, &tr.from, copyName(s), &tr.spare},
		{s.To, &tr.to, copyName(s), &tr.partial},
		{claim, &tr.claim, "", &tr.claimed},
		{claim, &tr.claim, claimName(s), &tr.dropped},
		{stands, &tr.otherPlace, "", &tr.other},
	} {
		if spot.path == "" {
			continue // a written file has no source
		}
		p, err := t.Place(spot.path)
		if errors.Is(err, fs.ErrNotExist) || errors.Is(err, safefs.ErrNotFolder) {
			continue
		}
		if err != nil {
			return evidence{}, err
		}
		*spot.place = p
		if spot.name != "" {
			p = p.Sibling(spot.name)
		}
		in, err := p.Lstat()
		if err == nil {
			*spot.found = &in
		} else if !errors.Is(err, fs.ErrNotExist) {
			return evidence{}, err
		}
	}
	return tr, nil
}

func is(in *safefs.Info, id safefs.Identity) bool { return in != nil && in.ID.SameFile(id) }

// isCopy reports whether in is the complete copy that the step recorded.
func isCopy(in *safefs.Info, s journal.Step) bool { return s.Copy != nil && is(in, s.Copy.ID) }

// arrived reports whether the step's file is complete at its target.
func (tr evidence) arrived(s journal.Step) bool {
	return is(tr.target, s.ID) || isCopy(tr.target, s)
}

// hidden returns the place of the step's file if it has a temporary name.
func (tr evidence) hidden(s journal.Step) (p safefs.Place, in *safefs.Info) {
	switch {
	case is(tr.parked, s.ID):
		return tr.from.Sibling(s.Temp), tr.parked
	case is(tr.aside, s.ID):
		return tr.from.Sibling(asideName(s)), tr.aside
	}
	return safefs.Place{}, nil
}

// original returns the place of the step's file in its old folder, under its own name or
// a temporary one.
func (tr evidence) original(s journal.Step) (p safefs.Place, in *safefs.Info) {
	if is(tr.source, s.ID) {
		return tr.from, tr.source
	}
	return tr.hidden(s)
}

// unfinished reports whether the file with the claimed name is ours and incomplete. One
// created just before a crash has no recorded identity yet; it is empty then.
func (tr evidence) unfinished(s journal.Step) bool {
	switch {
	case s.Claim == nil || tr.claimed == nil || isCopy(tr.claimed, s) || is(tr.claimed, s.ID):
		return false
	case s.Claim.Wanted:
		return tr.claimed.Mode.IsRegular() && tr.claimed.ID.Size == 0
	}
	return is(tr.claimed, s.Claim.ID)
}
