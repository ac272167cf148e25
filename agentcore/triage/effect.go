package triage

import (
	"fmt"
	"path/filepath"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/filename"
	"github.com/deskhand/deskhand/agentcore/plan"
)

// pair is one operation as the files server takes it.
type pair struct {
	From string `json:"from"`
	To   string `json:"to"`
}

// pagesOf splits the ready items of a plan into the calls that carry them out,
// as indices of items.
func pagesOf(p plan.Plan) [][]int {
	var pages [][]int
	for i, it := range p.Items {
		if it.Status != plan.StatusReady {
			continue
		}
		if n := len(pages); n == 0 || len(pages[n-1]) == pageSize {
			pages = append(pages, make([]int, 0, min(pageSize, len(p.Items)-i)))
		}
		last := len(pages) - 1
		pages[last] = append(pages[last], i)
	}
	return pages
}

func pairs(p plan.Plan, page []int) []pair {
	moves := make([]pair, len(page))
	for n, i := range page {
		moves[n] = pair{p.Items[i].From, p.Items[i].To}
	}
	return moves
}

// preview makes names unique, then has the code that will act compute what it
// would do: the items take over where they will really go, and the hash of each
// page is what an approval is bound to.
func (j *job) preview(p *plan.Plan) (hashes []string, err error) {
	unique(p)
	for _, page := range pagesOf(*p) {
		args := map[string]any{"moves": pairs(*p, page), "dry_run": true, "batch": j.id}
		result, err := j.call(j.ctx, "files_move", args, nil)
		if err != nil {
			return nil, err
		}
		var effect chat.Preview
		if err := decode(result, &effect); err != nil {
			return nil, err
		}
		if len(effect.Effect) != len(page) {
			return nil, fmt.Errorf("the dry run answered %d of %d moves", len(effect.Effect), len(page))
		}
		for n, i := range page {
			take(&p.Items[i], effect.Effect[n])
		}
		hashes = append(hashes, effect.Hash)
	}
	return hashes, nil
}

// take puts the computed effect into an item.
func take(it *plan.Item, c chat.PathChange) {
	if c.To == it.From {
		it.Status, it.To, it.Why = plan.StatusReview, it.From, sentenceOr(c.Note, "It cannot be moved.")
		return
	}
	if c.To != it.To && c.Note != "" {
		it.Note = c.Note
	}
	it.To = c.To
}

// unique gives items that would get the same name different ones, across the
// pages and with those that keep their names.
func unique(p *plan.Plan) {
	taken := map[string]bool{}
	key := func(path string) string {
		return filepath.Dir(path) + "\x00" + filename.Key(filepath.Base(path))
	}
	for _, it := range p.Items {
		if it.To == it.From {
			taken[key(it.From)] = true
		}
	}
	for i := range p.Items {
		it := &p.Items[i]
		if it.To == it.From {
			continue
		}
		dir := filepath.Dir(it.To)
		name := filename.Unique(filepath.Base(it.To), func(k string) bool { return taken[dir+"\x00"+k] })
		it.To = filepath.Join(dir, name)
		taken[key(it.To)] = true
	}
}
