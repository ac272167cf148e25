package mover

import (
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/filename"
)

// idleShown is how many files are named that a call could do nothing about.
const idleShown = 5

// Idle returns why a plan does nothing at all, file by file. It returns nil if the plan
// does something, or if a file already is where it should be.
func (p *Plan) Idle() error {
	fine := func(it Item) bool { return it.Moves() || it.Note == "" || it.Note == keepsName }
	if len(p.Items) == 0 || slices.ContainsFunc(p.Items, fine) {
		return nil
	}
	problem := &chat.Failure{Class: chat.ErrExecution, Advice: chat.Advice{Text: "Leave what stays where it is, or go another way."}}
	if len(p.Items) == 1 {
		problem.Path, problem.Code = p.Items[0].From, p.Items[0].Code
	}
	var why []string
	for i, it := range p.Items {
		if i == idleShown {
			why = append(why, fmt.Sprintf("and %d more", len(p.Items)-i))
			break
		}
		why = append(why, fmt.Sprintf("%s stays: %s", filename.Shown(filepath.Base(it.From)), it.Note))
	}
	problem.Message = "Nothing was done. " + strings.Join(why, "; ") + "."
	return problem
}

// Lost returns, for a plan none of whose files exist, a failure with suggestions for the
// first one; nil for every other plan.
func (m *Mover) Lost(plan *Plan) error {
	found := func(it Item) bool { return !it.Missing }
	if len(plan.Items) == 0 || len(plan.Stay) > 0 || slices.ContainsFunc(plan.Items, found) {
		return nil
	}
	t := m.folders.Tree(plan.Scope)
	defer t.Close()
	p := t.Missed(fs.ErrNotExist, plan.Items[0].From)
	if n := len(plan.Items); n > 1 {
		p.Message = fmt.Sprintf("None of these %d files is there (any more). The first one is %s.", n, filename.Shown(filepath.Base(p.Path)))
	}
	return p
}
