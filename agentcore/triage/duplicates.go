package triage

import (
	"cmp"
	"path/filepath"
	"slices"

	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/wire/files"
)

// markDuplicates leaves a file its name, for a person to look at, when another one of
// the plan has the same contents: a name with a number at its end would take it for
// another document. Only files of one size are compared; where that fails, nothing is
// said of them.
func (j *job) markDuplicates(items []plan.Item) error {
	bySize := map[int64][]string{}
	for _, it := range items {
		bySize[it.Identity.Size] = append(bySize[it.Identity.Size], it.From)
	}
	var alike []string
	for size, paths := range bySize {
		if size > 0 && len(paths) > 1 && len(alike)+len(paths) <= pageSize {
			alike = append(alike, paths...)
		}
	}
	if len(alike) == 0 {
		return nil
	}
	slices.Sort(alike)
	found, err := ask[files.Duplicates](j, "files_duplicates", files.DuplicatesRequest{Paths: alike})
	if err != nil {
		return j.ctx.Err()
	}
	first := map[string]string{} // by the path of a later one
	for _, g := range found.Groups {
		original := slices.MinFunc(g.Files, func(a, b files.Entry) int {
			return cmp.Or(cmp.Compare(len(filepath.Base(a.Path)), len(filepath.Base(b.Path))), cmp.Compare(a.Path, b.Path))
		})
		for _, e := range g.Files {
			if e.Path != original.Path {
				first[e.Path] = original.Path
			}
		}
	}
	for i := range items {
		if original := first[items[i].From]; original != "" && items[i].To != items[i].From {
			items[i].Status, items[i].To = plan.StatusReview, items[i].From
			items[i].Reasons = []plan.Reason{{Code: plan.ReasonDuplicate, Args: []string{filepath.Base(original)}}}
		}
	}
	return nil
}
