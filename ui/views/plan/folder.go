package plan

import (
	"path/filepath"
	"strings"

	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/ui/inert"
	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/views/kit"
)

// shownFiles returns the files in the list of which something is known.
func (r *Review) shownFiles() []string {
	shown := make([]string, 0, len(r.shown))
	for _, i := range r.shown {
		if it := r.plan.Items[i]; it.Read.Method != plan.MethodNone || len(it.Fields) > 0 {
			shown = append(shown, it.From)
		}
	}
	return shown
}

// askFolder asks for a folder for files, and changes the plan: relative to their target
// folder, or an absolute path.
func (r *Review) askFolder(files []string) {
	label := locale.N("Folder for {{.N}} file, such as Taxes/2026", "Folder for {{.N}} files, such as Taxes/2026", len(files))
	r.saving.Ask(label, "", locale.L("Move there"), func(typed string) {
		folder, ok := folderTyped(typed)
		if !ok {
			r.notice.Fail(locale.L("Type the name of a folder, such as Taxes/2026, or its whole path."))
			return
		}
		edits := make([]app.Edit, len(files))
		for i, from := range files {
			edits[i] = app.Edit{From: from, Folder: folder}
		}
		if len(edits) > 0 {
			r.changeAll(edits)
		}
	})
}

// folderTyped returns a typed folder; false if it is invalid, or leads up.
func folderTyped(typed string) (string, bool) {
	typed = strings.TrimSpace(typed)
	if rest, home := strings.CutPrefix(typed, "~"); home && (rest == "" || strings.HasPrefix(rest, "/")) {
		typed = filepath.Join(kit.HomeFolder(), rest)
	}
	folder := filepath.Clean(filepath.FromSlash(typed))
	return folder, typed != "" && folder != "." && (filepath.IsAbs(folder) || filepath.IsLocal(folder))
}

// askOnly asks which files are meant, by a condition.
func (r *Review) askOnly() {
	r.saving.Ask(locale.L("Only files for which"), r.plan.Only, locale.L("Make a plan for these"), func(typed string) {
		if err := app.CheckCondition(typed); err != nil {
			r.notice.Fail(kit.Explain(err, ""))
			return
		}
		r.again(func(req *app.ProposeRequest) { req.Template, req.Only = r.plan.Template, typed })
	})
}

// askWords asks for a request in the user's own words, which become a pattern and a
// condition.
func (r *Review) askWords() {
	r.saving.Ask(locale.L("What you want, such as: only the invoices, in folders by year"), r.plan.Wish, locale.L("Make a plan"), func(typed string) {
		r.again(func(req *app.ProposeRequest) { req.Template, req.Only, req.Like, req.Wish = "", "", "", typed })
	})
}

// again makes another plan of the same files, for a changed request.
func (r *Review) again(change func(*app.ProposeRequest)) {
	r.Leave(locale.L("Make another plan? Your edits will be lost."), locale.L("Make a plan"), func() {
		r.ways.Ask(change)
		r.ways.Propose(r.request.Paths)
	})
}

// showOnly shows which files the plan is about, if not all.
func (r *Review) showOnly() {
	r.meant.Hidden = r.plan.Only == ""
	r.meant.Set(locale.L("Only files for which {{.Condition}}", "Condition", inert.Line(r.plan.Only)))
}
