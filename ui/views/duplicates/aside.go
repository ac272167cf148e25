package duplicates

import (
	"context"
	"errors"
	"path/filepath"

	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/app/duplicates"
	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/views/kit"
	"github.com/deskhand/deskhand/ui/widgets"
)

// putAside moves the ticked files.
func (p *Page) putAside() {
	var spare []duplicates.Spare
	for _, g := range p.groups {
		spare = append(spare, g.spare()...)
	}
	p.stop()
	p.turn++
	turn, paths := p.turn, p.found.Paths
	emit := p.working.Events(turn)
	p.put.Disable()
	p.notice.Clear()
	p.undo.Notice.Clear()
	p.stop = p.Frame.Work.Start(func(ctx context.Context) func() {
		aside, err := p.backend.PutAside(ctx, spare, "", paths, emit)
		return func() { p.moved(turn, spare, aside, err) }
	})
	p.working.Begin(turn)
}

// moved shows the remaining groups after files were put aside. A search started meanwhile is
// restarted, since files have moved.
func (p *Page) moved(turn int, spare []duplicates.Spare, aside duplicates.Aside, err error) {
	if p.turn == turn {
		p.working.End()
	}
	r := aside.Receipt
	if r.Batch == "" && err != nil {
		if !errors.Is(err, context.Canceled) {
			p.notice.Fail(kit.Explain(err, locale.L("Couldn't put the files aside. They haven't moved.")))
		}
		p.show()
		return
	}
	stayed := map[string]bool{}
	for _, path := range aside.Changed {
		stayed[path] = true
	}
	for _, f := range r.Failures {
		stayed[f.Path] = true
	}
	p.tell(r, len(stayed), spare)
	p.Changed()
	if r.Stopped || !p.looked || p.turn != turn { // only the files tell which were moved
		p.look()
		return
	}
	gone := map[string]bool{}
	for _, s := range spare {
		gone[s.File.Path] = !stayed[s.File.Path]
	}
	var left []*group
	for _, g := range p.groups {
		if g = g.without(gone); g != nil {
			left = append(left, g)
		}
	}
	p.groups, p.chosen = left, min(p.chosen, max(0, len(left)-1))
	p.side.clear()
	p.show()
}

// tell reports how many files were moved, and how many were not.
func (p *Page) tell(r plan.Receipt, stayed int, spare []duplicates.Spare) {
	words := locale.N("{{.N}} file was moved into {{.Folder}}.", "{{.N}} files were moved into {{.Folder}}.", r.Moved, "Folder", duplicates.Folder)
	if stayed > 0 {
		words += " " + locale.N("{{.N}} file changed meanwhile and stayed where it is.", "{{.N}} files changed meanwhile and stayed where they are.", stayed)
	}
	if r.Moved == 0 {
		p.notice.Warn(words)
		return
	}
	from := spare[0].File.Path // one tells whether they were moved or renamed
	batch := app.Batch{
		ID: r.Batch, Done: r.Moved, Of: len(spare),
		Moves: []app.Move{{From: from, To: filepath.Join(filepath.Dir(from), duplicates.Folder, filepath.Base(from))}},
	}
	back := widgets.NewButton(locale.L("Undo"), widgets.Secondary, func() {
		p.notice.Clear()
		p.undo.Run(batch)
	})
	if stayed > 0 || r.Stopped {
		p.notice.Warn(words, back)
	} else {
		p.notice.Tell(words, back)
	}
	p.Frame.Focus(back)
}
