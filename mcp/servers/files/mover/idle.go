package mover

import (
	"fmt"
	"slices"
	"strings"
)

// idleShown is how many files are named that a call could do nothing about.
const idleShown = 5

// Idle says why a plan does nothing at all, file by file; nil where it does
// something, or where nothing is to be done because a file has its place already.
func (p *Plan) Idle() error {
	fine := func(it Item) bool { return it.Moves() || it.Note == "" || it.Note == keepsName }
	if len(p.Items) == 0 || slices.ContainsFunc(p.Items, fine) {
		return nil
	}
	problem := &Problem{Kind: Execution, Advice: "Leave what stays where it is, or go another way."}
	if len(p.Items) == 1 {
		problem.Path, problem.Code = p.Items[0].From, p.Items[0].Code
	}
	var why []string
	for i, it := range p.Items {
		if i == idleShown {
			why = append(why, fmt.Sprintf("and %d more", len(p.Items)-i))
			break
		}
		why = append(why, fmt.Sprintf("%s stays: %s", shortName(it.From), it.Note))
	}
	problem.Message = "Nothing was done. " + strings.Join(why, "; ") + "."
	return problem
}
