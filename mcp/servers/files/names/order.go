package names

import (
	"path/filepath"

	"github.com/deskhand/deskhand/agentcore/filename"
	"github.com/deskhand/deskhand/agentcore/wire/files"
)

// Action is one step: park an item's file under its temporary name, or move it to its
// target from wherever it is.
type Action struct {
	Item int
	Park bool
}

// visit is how far the ordering of an item has come.
type visit int

const (
	unseen visit = iota
	waiting
	ordered
)

// arranger orders moves so that each name is vacated before it is taken. In a cycle, and
// for a change of case only, one file is parked first.
type arranger struct {
	moves  []files.Move
	leaves map[string][]int // items whose source has this key
	seen   []visit
	parked []bool
	out    []Action
}

func Order(moves []files.Move) []Action {
	a := &arranger{
		moves:  moves,
		leaves: map[string][]int{},
		seen:   make([]visit, len(moves)),
		parked: make([]bool, len(moves)),
	}
	for i, m := range moves {
		if m.From != m.To {
			a.leaves[pathKey(m.From)] = append(a.leaves[pathKey(m.From)], i)
		}
	}
	for i, m := range moves {
		if m.From != m.To {
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
	for _, before := range a.leaves[pathKey(a.moves[i].To)] {
		if a.seen[before] == waiting && !a.parked[before] {
			a.parked[before] = true
			a.out = append(a.out, Action{Item: before, Park: true})
		}
		a.visit(before)
	}
	a.seen[i] = ordered
	a.out = append(a.out, Action{Item: i})
}

// pathKey is equal for paths that some file system takes for the same name in a folder.
func pathKey(path string) string {
	dir, name := filepath.Split(path)
	return dir + filename.Key(name)
}
