package triage

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/filename"
	"github.com/deskhand/deskhand/agentcore/lists"
	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/wire/files"
)

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

func pairs(p plan.Plan, page []int) []files.Move {
	return lists.Map(page, func(i int) files.Move { return files.Move{From: p.Items[i].From, To: p.Items[i].To} })
}

// mostPasses is how often the effect of a plan is computed until it stands still.
const mostPasses = 20

// preview makes names unique, then has the code that will act compute what it
// would do: the items take over where they will really go, and the hash of each
// page is what an approval is bound to. What is hashed must be what is sent in
// the end, so a plan that the computation changed is computed once more.
func (j *job) preview(p *plan.Plan) (hashes []string, err error) {
	refused := map[string]bool{}
	for range mostPasses {
		unique(p, refused)
		hashes, changed, err := j.pass(p, refused)
		if err != nil || !changed {
			return hashes, err
		}
	}
	return nil, ErrWorldChanged
}

// pass computes the effect of each page once. It reports whether an item did not
// get the name that was asked for, and adds those names to refused.
func (j *job) pass(p *plan.Plan, refused map[string]bool) (hashes []string, changed bool, err error) {
	p.NewFolders = false
	for _, page := range pagesOf(*p) {
		effect, err := j.effect(*p, page)
		if err != nil {
			return nil, false, err
		}
		p.NewFolders = p.NewFolders || effect.Folders > 0
		for n, i := range page {
			if it := &p.Items[i]; it.To != effect.Effect[n].To {
				changed, refused[placeKey(it.To)] = true, true
				take(it, effect.Effect[n])
			}
		}
		hashes = append(hashes, effect.Hash)
	}
	return hashes, changed, nil
}

// effect has the effect of one page computed.
func (j *job) effect(p plan.Plan, page []int) (files.Preview, error) {
	f, err := ask[files.Preview](j, "files_move", files.MoveRequest{Moves: pairs(p, page), Mode: files.Mode{DryRun: true, Batch: j.id}})
	if err == nil && len(f.Effect) != len(page) {
		err = fmt.Errorf("the dry run answered %d of %d moves", len(f.Effect), len(page))
	}
	return f, err
}

// take puts the computed effect into an item whose file goes elsewhere than was
// asked for.
func take(it *plan.Item, c files.Change) {
	if c.To == it.From {
		it.Status, it.To = plan.StatusReview, it.From
		it.Reasons = []plan.Reason{{Code: plan.ReasonUnmovable, Failure: &chat.Failure{Code: c.Code, Message: c.Note}}}
		return
	}
	it.To = c.To
	it.Notes = append(withoutCode(it.Notes, plan.ReasonOtherName), plan.Reason{Code: plan.ReasonOtherName})
}

// withoutCode returns the reasons but those of a code.
func withoutCode(reasons []plan.Reason, code plan.ReasonCode) []plan.Reason {
	return slices.DeleteFunc(slices.Clone(reasons), func(r plan.Reason) bool { return r.Code == code })
}

// placeKey is equal for paths that some file system takes for the same.
func placeKey(path string) string {
	return filepath.Dir(path) + "\x00" + filename.Key(filepath.Base(path))
}

// unique gives items that would get the same name different ones, across the
// pages and with those that keep their names. Names that were refused go to
// nobody.
func unique(p *plan.Plan, refused map[string]bool) {
	taken := maps.Clone(refused)
	for _, it := range p.Items {
		if it.To == it.From {
			taken[placeKey(it.From)] = true
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
		taken[placeKey(it.To)] = true
	}
}
