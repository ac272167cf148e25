package mover

import (
	"path/filepath"

	"github.com/deskhand/deskhand/agentcore/filename"
)

// action is one thing to do: park an item's file under its temporary name, or
// bring it to its target from wherever it stands.
type action struct {
	item int
	park bool
}

// visit is how far the ordering of an item has come.
type visit int

const (
	unseen visit = iota
	waiting
	ordered
)

// pair is where a file comes from and where it goes; the same: it does not move.
type pair struct{ from, to string }

// arranger orders moves such that a name is left before it is taken. Where
// moves wait for each other in a ring, and where a file only changes case, one
// is parked first.
type arranger struct {
	moves  []pair
	leaves map[string][]int // the items whose source has this key
	seen   []visit
	parked []bool
	out    []action
}

func arrange(moves []pair) []action {
	a := &arranger{
		moves:  moves,
		leaves: map[string][]int{},
		seen:   make([]visit, len(moves)),
		parked: make([]bool, len(moves)),
	}
	for i, m := range moves {
		if m.from != m.to {
			a.leaves[pathKey(m.from)] = append(a.leaves[pathKey(m.from)], i)
		}
	}
	for i, m := range moves {
		if m.from != m.to {
			a.visit(i)
		}
	}
	return a.out
}

func (a *arranger) visit(i int) {
	if a.seen[i] != unseen {
		return
	}
	a.seen[i] = waiting
	for _, before := range a.leaves[pathKey(a.moves[i].to)] {
		if a.seen[before] == waiting && !a.parked[before] {
			a.parked[before] = true
			a.out = append(a.out, action{item: before, park: true})
		}
		a.visit(before)
	}
	a.seen[i] = ordered
	a.out = append(a.out, action{item: i})
}

// pathKey is one for paths that some file system takes for one name in one
// folder.
func pathKey(path string) string {
	dir, name := filepath.Split(path)
	return dir + filename.Key(name)
}
