package plan

import (
	"cmp"
	"path/filepath"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/ui/inert"
	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/theme"
	"github.com/deskhand/deskhand/ui/views/kit"
	"github.com/deskhand/deskhand/ui/widgets"
)

// help is what to do about a file that was not done.
type help int

const (
	helpRetry  help = iota // read it again, for a plan of its own
	helpReview             // the same, because the user has to decide
	helpFolder             // look into its folder
	helpFile               // look at the file
)

// notDone are files that were not done for the same reason.
type notDone struct {
	why   string
	help  help
	files []string // their paths
}

// whatWasNotDone returns the files of a plan that were not done, by reason: first those
// that failed, then those that were not to be moved.
func whatWasNotDone(p plan.Plan, r plan.Receipt) []notDone {
	var all []notDone
	add := func(path, why string, h help) {
		at := slices.IndexFunc(all, func(n notDone) bool { return n.why == why && n.help == h })
		if at < 0 {
			at = len(all)
			all = append(all, notDone{why: why, help: h})
		}
		all[at].files = append(all[at].files, path)
	}
	for _, f := range r.Failures {
		add(f.Path, kit.FailureWords(f), helpFor(f.Kind))
	}
	for _, it := range p.Items {
		if it.Status == plan.StatusReady {
			continue
		}
		why := whyWords(it)
		if field := doubted(it); why == "" && field != "" {
			why = question(field, choicesOf(it, field))
		}
		add(it.From, cmp.Or(why, locale.L("You excluded it.")), helpIn(groupOf(it)))
	}
	return all
}

// helpFor returns what to do about a file that could not be moved.
func helpFor(code chat.Code) help {
	switch code {
	case chat.CodeVanished, chat.CodeNotRegular, chat.CodeLink, chat.CodeNotFolder, chat.CodeUnclear, chat.CodeTwice, chat.CodeOutside:
		return helpFolder
	}
	return helpRetry
}

// helpIn returns what to do about the files of a group that were not to be moved.
func helpIn(g group) help {
	switch g {
	case groupRetry:
		return helpRetry
	case groupUnread, groupKept:
		return helpFile
	}
	return helpReview
}

// notDoneList lists the files that were not done, each below its reason.
type notDoneList struct {
	frame  *kit.Frame
	ways   Ways
	notice *widgets.Notice
	rows   []notDone // a reason with all its files, or one file without a reason
	homes  bool      // they are in several folders, so that each names its own
}

// newNotDoneList shows files under their reasons.
func newNotDoneList(frame *kit.Frame, ways Ways, notice *widgets.Notice, all []notDone) fyne.CanvasObject {
	l := &notDoneList{frame: frame, ways: ways, notice: notice}
	folders := map[string]bool{}
	for _, n := range all {
		l.rows = append(l.rows, n)
		for _, file := range n.files {
			l.rows = append(l.rows, notDone{help: n.help, files: []string{file}})
			folders[filepath.Dir(file)] = true
		}
	}
	l.homes = len(folders) > 1
	list := widgets.NewList(func() int { return len(l.rows) }, func() fyne.CanvasObject { return newNotDoneRow(l) },
		func(i int, o fyne.CanvasObject) { o.(*notDoneRow).show(l.rows[i]) })
	return list.Framed()
}

// do does what helps.
func (l *notDoneList) do(n notDone) {
	switch n.help {
	case helpRetry, helpReview:
		l.ways.Propose(n.files)
	case helpFolder:
		l.frame.OpenFolder(filepath.Dir(n.files[0]), l.notice)
	case helpFile:
		l.frame.OpenFile(n.files[0], l.notice)
	}
}

// notDoneRow is a reason, or a file below it.
type notDoneRow struct {
	widget.BaseWidget
	n      notDone
	words  *widgets.Text
	folder *widgets.Text
	act    *widgets.Button
}

const notDoneHeight = 38

func newNotDoneRow(l *notDoneList) *notDoneRow {
	w := &notDoneRow{words: widgets.Body("").Shrink(), folder: widgets.Small("").Shrink()}
	w.act = widgets.NewButton("", widgets.Link, func() { l.do(w.n) }).Small()
	w.folder.Hidden = !l.homes
	w.ExtendBaseWidget(w)
	return w
}

func (w *notDoneRow) show(n notDone) {
	w.n = n
	if n.why != "" {
		w.words.Style(theme.Ink, true)
		w.words.Set(n.why)
		w.folder.Set("")
		w.act.Set(helpAll(n))
	} else {
		w.words.Style(theme.Ink, false)
		w.words.Set(inert.Line(filepath.Base(n.files[0])))
		w.folder.Set(inert.Line(filepath.Base(filepath.Dir(n.files[0]))))
		w.act.Set(helpWords.Of(n.help))
	}
	w.act.Hidden = w.act.Text() == ""
	w.Refresh()
}

// helpAll returns the label for all files of a reason; empty for one file, or if it
// applies to each alone.
func helpAll(n notDone) string {
	if len(n.files) < 2 {
		return ""
	}
	switch n.help {
	case helpRetry:
		return locale.N("Retry {{.N}} file", "Retry all {{.N}}", len(n.files))
	case helpReview:
		return locale.N("Review {{.N}} file…", "Review all {{.N}}…", len(n.files))
	}
	return ""
}

// helpWords are the labels for one file.
var helpWords = locale.Table[help]{
	helpRetry:  "Retry",
	helpReview: "Review…",
	helpFolder: "Open folder",
	helpFile:   "Open file",
}

// CreateRenderer implements fyne.Widget.
func (w *notDoneRow) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(widgets.Fixed(0, notDoneHeight, widgets.Inset(0, theme.Gap12, 0, theme.Gap12,
		widgets.RowGrow(theme.Gap12, w.words, w.words, w.folder, w.act))))
}
