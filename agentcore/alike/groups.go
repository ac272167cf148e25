package alike

import (
	"cmp"
	"context"
	"slices"

	"github.com/deskhand/deskhand/agentcore/lists"
)

// Group is texts that are the same, by their numbers.
type Group struct {
	Texts []int
	// Only are, for each of them, the numbers and then the words that no other one has:
	// what was read differently.
	Only [][]string
}

// Groups returns the groups of texts that are the same but for how they were read. Each
// of a group is the same as every other.
func (x *Index) Groups(ctx context.Context) ([]Group, error) {
	pairs, err := x.Pairs(ctx)
	if err != nil {
		return nil, err
	}
	pairs = slices.DeleteFunc(pairs, func(p Pair) bool { return !p.Same() })
	slices.SortStableFunc(pairs, func(a, b Pair) int { return cmp.Compare(b.Words, a.Words) })
	group := map[int]*[]int{}
	of := func(i int) *[]int {
		if group[i] == nil {
			group[i] = &[]int{i}
		}
		return group[i]
	}
	for _, p := range pairs {
		if a, b := of(p.A), of(p.B); a != b && x.allSame(*a, *b) {
			*a = append(*a, *b...)
			for _, i := range *b {
				group[i] = a
			}
		}
	}
	var groups []Group
	for i := range x.texts {
		if g := group[i]; g != nil && len(*g) > 1 && slices.Min(*g) == i {
			slices.Sort(*g)
			groups = append(groups, Group{Texts: *g, Only: x.only(*g)})
		}
	}
	return groups, nil
}

// allSame reports whether each of some texts is the same as each of others.
func (x *Index) allSame(some, others []int) bool {
	for _, i := range some {
		for _, j := range others {
			if !x.compare(i, j).Same() {
				return false
			}
		}
	}
	return true
}

// only returns the numbers, then the words of each text that no other one of them has.
func (x *Index) only(group []int) [][]string {
	in := map[int32]int{}
	each := func(i int, take func(id int32)) {
		for _, ids := range [][]int32{x.texts[i].numbers, x.texts[i].words} {
			for k, id := range ids {
				if k == 0 || ids[k-1] != id {
					take(id)
				}
			}
		}
	}
	for _, i := range group {
		each(i, func(id int32) { in[id]++ })
	}
	only := make([][]string, len(group))
	for k, i := range group {
		each(i, func(id int32) {
			if in[id] == 1 {
				only[k] = append(only[k], x.spelled[id])
			}
		})
	}
	return only
}

// Readable returns the share of the words of a text that stand in another one too: a bad
// picture makes words that stand nowhere.
func (x *Index) Readable() []float64 {
	having := x.having()
	share := make([]float64, len(x.texts))
	for i, t := range x.texts {
		known := lists.Count(t.words, func(id int32) bool { return len(having[id]) > 1 })
		share[i] = float64(known) / float64(max(1, len(t.words)))
	}
	return share
}
