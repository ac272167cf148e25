package home

import (
	"context"
	"path/filepath"
	"slices"
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/app/config"
	"github.com/deskhand/deskhand/ui/inert"
	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/theme"
	"github.com/deskhand/deskhand/ui/views/kit"
	"github.com/deskhand/deskhand/ui/widgets"
)

// Home is the start page: the drop zone, the pattern for names, and the last batch.
type Home struct {
	frame   *kit.Frame
	backend Backend
	on      *kit.Stages
	root    fyne.CanvasObject
	notice  *widgets.Notice
	offer   *widgets.Notice // offers an installed model
	later   bool            // the user declined it for now
	names   *widgets.Button
	into    *widgets.Button
	deep    *widgets.Check  // includes subfolders
	last    *fyne.Container // the content of the card locale.L("Last time")
	recent  *fyne.Container // the content of the card locale.L("Recent folders")
	undo    *kit.Undoer
	// naming is the pattern and folder for the next files.
	naming app.ProposeRequest
	// Propose makes a plan for the chosen files.
	Propose func(paths []string)
	// Drop takes a folder as if it were dropped on the window.
	Drop func(paths []string)
	// MakeSearchable makes searchable PDFs of the scans in a folder.
	MakeSearchable func(paths []string)
	// Changed is called when files were restored.
	Changed func()
}

func New(frame *kit.Frame, backend Backend, on *kit.Stages) *Home {
	h := &Home{
		frame: frame, backend: backend, on: on,
		Propose: func([]string) {}, MakeSearchable: func([]string) {}, Drop: func([]string) {}, Changed: func() {}, last: widgets.Column(theme.Gap8), recent: widgets.Column(0),
	}
	changed := func() { h.root.Refresh() }
	h.notice = widgets.NewNotice(changed)
	h.offer = widgets.NewNotice(changed)
	h.undo = kit.NewUndoer(frame, backend, changed, func() { h.Changed() })
	head := widgets.Column(theme.Gap4,
		widgets.Heading(locale.L("What would you like to tidy?")),
		widgets.Quiet(locale.L("Drop a folder or files anywhere in this window. You'll see every new name before anything changes, and you can undo everything.")).Wrap())
	cards := widgets.Split(theme.Gap16, 0.55, h.card(locale.L("Last time"), h.last), h.card(locale.L("Recent folders"), h.recent))
	column := container.New(homeLayout{}, widgets.Column(theme.Gap16, h.search(), head), h.notice.Object(), h.offer.Object(), h.zone(), h.options(), h.undo.Notice.Object(), cards)
	h.root = container.NewVScroll(widgets.Sides(column))
	h.last.Add(widgets.Small(locale.L("One moment…")))
	h.recent.Add(widgets.Small(locale.L("One moment…")))
	return h
}

// search returns the search field and the buttons for the table and duplicates.
func (h *Home) search() fyne.CanvasObject {
	field := widgets.NewSearchField(locale.L("Find a document…"), locale.L("Ctrl+K"), func() { h.frame.Visit(kit.PageSearch) })
	return widgets.RowGrow(theme.Gap12, field, field, widgets.NewButton(locale.L("Table"), widgets.Secondary, func() { h.frame.Visit(kit.PageTable) }),
		widgets.NewButton(locale.L("Duplicates"), widgets.Secondary, func() { h.frame.Visit(kit.PageDuplicates) }))
}

func (h *Home) card(title string, content *fyne.Container) fyne.CanvasObject {
	return widgets.Card(widgets.Column(theme.Gap8, widgets.Title(title), content))
}

func (h *Home) zone() fyne.CanvasObject {
	folder := widgets.NewButton(locale.L("Choose a folder…"), widgets.Primary, func() { h.Choose(kit.ChooseFolder) })
	files := widgets.NewButton(locale.L("Choose files…"), widgets.Secondary, func() { h.Choose(kit.ChooseFiles) })
	h.deep = widgets.NewCheck(locale.L("Include subfolders"), h.setDeep)
	h.deep.Set(h.backend.Subfolders())
	return widgets.NewDropZone(widgets.Column(theme.Gap12,
		container.NewCenter(widgets.NewIcon(theme.IconDrop, theme.Accent, 44)),
		container.NewCenter(widgets.NewText(locale.L("Drop scans, receipts, PDFs, screenshots"), theme.SizeDisplay, theme.Ink, true)),
		container.NewCenter(widgets.Row(theme.Gap12, folder, files)),
		container.NewCenter(widgets.Row(theme.Gap16, h.deep,
			widgets.NewButton(locale.L("Make scans searchable…"), widgets.Link, func() { h.Choose(kit.ChooseScans) }).Small()))))
}

// setDeep saves whether subfolders are included.
func (h *Home) setDeep(on bool) {
	h.frame.Work.Start(func(ctx context.Context) func() {
		err := h.backend.SetSetting(ctx, config.SettingSubfolders, strconv.FormatBool(on))
		return func() {
			if err != nil {
				h.notice.Warn(kit.Explain(err, locale.L("Couldn't save that. Check that the settings file can be changed, then try again.")))
			}
		}
	})
}

func (h *Home) options() fyne.CanvasObject {
	h.names = widgets.NewButton("", widgets.Secondary, h.chooseNames).WithCaret()
	h.into = widgets.NewButton(locale.L("Keep them where they are"), widgets.Secondary, h.chooseInto).WithCaret()
	like := widgets.Small(locale.L("Names like"))
	if !h.pickFirst() {
		like.Hide()
		h.names.Hide()
	}
	return widgets.Row(theme.Gap12, like, h.names, h.into)
}

// Reset applies the current settings to the next files.
func (h *Home) Reset() {
	h.pickFirst()
	h.deep.Set(h.backend.Subfolders())
}

// Warn shows a warning above the drop zone.
func (h *Home) Warn(words string, actions ...fyne.CanvasObject) { h.notice.Warn(words, actions...) }

// pickFirst picks the first pattern, and reports whether there is one.
func (h *Home) pickFirst() bool {
	patterns := h.backend.Patterns()
	if len(patterns) > 0 {
		h.PickPattern(patterns[0])
	}
	return len(patterns) > 0
}

func (h *Home) PickPattern(p app.NamePattern) {
	h.naming.Template, h.naming.Like = p.Template, ""
	h.names.Set(p.Example)
}

// Ask changes the request until home is shown again.
func (h *Home) Ask(change func(*app.ProposeRequest)) { change(&h.naming) }

func (h *Home) chooseNames() {
	choices := kit.PatternChoices(h.backend.Patterns(), h.naming.Template, h.PickPattern)
	widgets.OpenMenu(h.names, append(choices, widgets.Choice{
		Words: locale.L("Like the files in a folder…"), Chosen: h.naming.Like != "", Pick: func() { h.Choose(kit.ChooseLike) },
	}))
}

// nameLike names files like those in a folder.
func (h *Home) nameLike(folder string) {
	h.naming.Template, h.naming.Like = "", folder
	h.names.Set(locale.L("Like in {{.Folder}}", "Folder", kit.Short(filepath.Base(folder), 32)))
}

func (h *Home) chooseInto() {
	widgets.OpenMenu(h.into, []widgets.Choice{
		{Words: locale.L("Keep them where they are"), Chosen: h.naming.Into == "", Pick: func() { h.putInto("") }},
		{Words: locale.L("Move them to a folder…"), Chosen: h.naming.Into != "", Pick: func() { h.Choose(kit.ChooseInto) }},
	})
}

// putInto sets the folder that files go to; empty leaves them where they are.
func (h *Home) putInto(folder string) {
	h.naming.Into = folder
	words := locale.L("Keep them where they are")
	if folder != "" {
		words = locale.L("Move them to {{.Folder}}", "Folder", kit.Short(filepath.Base(folder), 32))
	}
	h.into.Set(words)
}

func (h *Home) Choose(what kit.Purpose) {
	c := kit.NewChooser(h.on, what, func(paths []string) {
		switch what {
		case kit.ChooseInto:
			h.putInto(paths[0])
			h.Begin("")
			return
		case kit.ChooseLike:
			h.nameLike(paths[0])
			h.Begin("")
			return
		case kit.ChooseScans:
			h.MakeSearchable(paths)
			return
		}
		h.Propose(paths)
	})
	h.on.Show(c)
	c.Open(kit.HomeFolder())
}

// Load loads the last batch and the recent folders.
func (h *Home) Load() {
	h.loadOffer()
	pulse := h.frame.Pulse
	h.frame.Work.Start(func(ctx context.Context) func() {
		batches, err := kit.Patiently(ctx, pulse, h.backend.History)
		return func() {
			if err != nil {
				h.unknown(h.last)
				return
			}
			h.showBatches(batches)
		}
	})
	h.frame.Work.Start(func(ctx context.Context) func() {
		folders, err := kit.Patiently(ctx, pulse, h.backend.Recent)
		return func() {
			if err != nil {
				h.unknown(h.recent)
				return
			}
			h.showFolders(folders)
		}
	})
}

// loadOffer checks for an installed model that the user has not decided about.
func (h *Home) loadOffer() {
	if h.later {
		return
	}
	h.frame.Work.Start(func(ctx context.Context) func() {
		advice, err := h.backend.Advice(ctx)
		return func() {
			switch {
			case err != nil || h.later:
			case advice.Offer == "":
				h.offer.Clear()
			case !h.offer.Visible():
				h.offerModel(advice.Offer)
			}
		}
	})
}

// offerModel offers an installed model for answers and names.
func (h *Home) offerModel(name string) {
	short := kit.Short(inert.Exact(name), 32)
	yes := widgets.NewButton(locale.L("Use {{.Model}}", "Model", short), widgets.Primary, h.useInstalled)
	no := widgets.NewButton(locale.L("Not now"), widgets.Secondary, func() {
		h.later = true
		h.offer.Clear()
	})
	h.offer.Tell(locale.L("{{.Model}} is installed. Use it for answers and names?", "Model", short), yes, no)
}

// useInstalled uses the best installed model from now on.
func (h *Home) useInstalled() {
	h.offer.Clear()
	h.frame.Work.Start(func(ctx context.Context) func() {
		err := h.backend.SetChain(ctx, []string{config.Auto})
		return func() {
			if err != nil {
				h.notice.Warn(kit.Explain(err, locale.L("Couldn't save that. Check that the settings file can be changed, then try again.")))
			}
			h.Changed()
		}
	})
}

// unknown says that the content of a card could not be loaded.
func (h *Home) unknown(card *fyne.Container) {
	card.Objects = []fyne.CanvasObject{widgets.Small(locale.L("Couldn't load this. Your files are untouched; see Activity.")).Wrap()}
	h.root.Refresh()
}

func (h *Home) showBatches(batches []app.Batch) {
	h.last.Objects = nil
	if len(batches) == 0 {
		h.last.Add(widgets.Small(locale.L("Nothing yet. Your last batch will appear here, with an Undo button.")).Wrap())
		h.last.Add(widgets.Row(0, widgets.NewButton(locale.L("Try it with sample files"), widgets.Link, h.trySample).Small()))
		h.root.Refresh()
		return
	}
	// A batch that did nothing does not hide the Undo of the one before it.
	last := slices.IndexFunc(batches, func(b app.Batch) bool { return !kit.DidNothing(b) })
	h.last.Add(h.batchRow(batches[max(0, last)]))
	h.root.Refresh()
}

// trySample makes a plan for sample files, in a new folder.
func (h *Home) trySample() {
	h.frame.Work.Start(func(ctx context.Context) func() {
		dir, err := h.backend.Sample(ctx)
		return func() {
			if err != nil {
				h.notice.Fail(kit.Explain(err, locale.L("Couldn't write the sample files to {{.Folder}}. Check that files can be made there.", "Folder", inert.Exact(dir))))
				return
			}
			h.Drop([]string{dir})
		}
	})
}

func (h *Home) batchRow(b app.Batch) fyne.CanvasObject {
	words := widgets.Column(2, kit.BatchTitle(b, false), widgets.Small(kit.BatchDetail(b, h.frame.Now())).Wrap())
	icon, colour := kit.BatchIcon(b)
	row := widgets.RowGrow(theme.Gap12, words, widgets.NewIcon(icon, colour, 22), words)
	if b.State == plan.BatchInterrupted {
		return widgets.Column(theme.Gap12, row, h.waysOn(b))
	}
	if kit.CanUndo(b) {
		row.Add(widgets.NewButton(locale.L("Undo"), widgets.Secondary, func() { h.undo.Ask(b) }))
	}
	if b.Folder != "" {
		row.Add(widgets.NewButton(locale.L("Show"), widgets.Secondary, func() { h.frame.OpenFolder(b.Folder, h.notice) }))
	}
	return row
}

// waysOn returns the buttons for an interrupted batch.
func (h *Home) waysOn(b app.Batch) fyne.CanvasObject {
	row := widgets.Row(theme.Gap8)
	if kit.Unfinished(b) > 0 {
		row.Add(widgets.NewButton(kit.FinishLabel(b), widgets.Secondary, func() { h.undo.Complete(b) }))
	}
	if kit.CanUndo(b) {
		row.Add(widgets.NewButton(kit.UndoLabel(b), widgets.Secondary, func() { h.undo.Ask(b) }))
	}
	return row
}

func (h *Home) showFolders(folders []app.Folder) {
	h.recent.Objects = nil
	if len(folders) == 0 {
		h.recent.Add(widgets.Small(locale.L("Folders you've tidied will appear here.")).Wrap())
		h.root.Refresh()
		return
	}
	for _, f := range folders[:min(len(folders), recentShown)] {
		line := widgets.NewLine(theme.IconFolder, filepath.Base(f.Path), locale.Files(f.Files), func() {
			h.Drop([]string{f.Path})
		})
		h.recent.Add(line)
	}
	h.root.Refresh()
}

// recentShown is how many recent folders fit into the card.
const recentShown = 3

// Request returns the request for the files at paths.
func (h *Home) Request(paths []string) app.ProposeRequest {
	req := h.naming
	req.Paths, req.Recursive = slices.Clone(paths), h.deep.On()
	return req
}

// Begin shows home again; words, if any, say what went wrong.
func (h *Home) Begin(words string) {
	h.notice.Clear()
	if words != "" {
		h.notice.Fail(words)
	}
	if h.naming.Only != "" || h.naming.Wish != "" {
		h.naming.Only, h.naming.Wish = "", ""
		h.pickFirst()
	}
	h.Load()
	h.on.Show(h)
}

func (h *Home) Content() fyne.CanvasObject { return h.root }

func (h *Home) Submit() { h.Choose(kit.ChooseFolder) }

func (h *Home) Escape() {
	h.notice.Clear()
	if !h.undo.Busy {
		h.undo.Notice.Clear()
	}
}

// homeLayout stacks the parts of home; the drop zone takes the remaining height, within
// limits.
type homeLayout struct{}

const (
	homeZone               = 3 // the index of the drop zone
	zoneLeast, zoneMost    = float32(180), float32(250)
	homeTop, homeBottom    = theme.Gap40, theme.Gap24
	homeShortTop           = theme.Gap16
	homeShort              = float32(560) // below it the page starts higher
	homeGap, homeShortsGap = theme.Gap24, theme.Gap16
)

func (homeLayout) rest(objects []fyne.CanvasObject, gap float32) float32 {
	var rest float32
	for i, o := range objects {
		if !o.Visible() {
			continue
		}
		if i != homeZone {
			rest += o.MinSize().Height
		}
		rest += gap
	}
	return rest - gap
}

func (l homeLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	var width float32
	for _, o := range objects {
		width = max(width, o.MinSize().Width)
	}
	return fyne.NewSize(width, homeShortTop+l.rest(objects, homeShortsGap)+zoneLeast+homeShortTop)
}

func (l homeLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	top, gap := homeTop, homeGap
	if size.Height < homeShort {
		top, gap = homeShortTop, homeShortsGap
	}
	for _, o := range objects { // wrapped text needs its width first
		o.Resize(fyne.NewSize(size.Width, o.Size().Height))
	}
	zone := min(zoneMost, max(zoneLeast, size.Height-top-homeBottom-l.rest(objects, gap)))
	y := top
	for i, o := range objects {
		if !o.Visible() {
			continue
		}
		height := o.MinSize().Height
		if i == homeZone {
			height = zone
		}
		o.Move(fyne.NewPos(0, y))
		o.Resize(fyne.NewSize(size.Width, height))
		y += height + gap
	}
}
