package kit

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/dialog"

	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/theme"
	"github.com/deskhand/deskhand/ui/widgets"
)

// Prompt asks for a line of text in place.
type Prompt struct {
	frame   *Frame
	changed func()
	panel   *widgets.Panel
	label   *widgets.Text
	line    *widgets.Entry
	yes     *widgets.Button
	then    func(string)
	told    *widgets.Text   // a preview of the result
	folder  *widgets.Button // chooses the folder of the file
	asking  bool            // the desktop's dialog is open
}

// NewPrompt returns a hidden prompt; changed is called when it appears or disappears.
func NewPrompt(frame *Frame, changed func()) *Prompt {
	a := &Prompt{frame: frame, changed: changed, label: widgets.Body(""), line: widgets.NewEntry("")}
	a.line.OnSubmitted = func(string) { a.submit() }
	a.line.GivenUp = a.Close
	a.yes = widgets.NewButton("", widgets.Primary, a.submit)
	a.folder = widgets.NewButton(locale.L("Folder…"), widgets.Secondary, a.chooseFolder)
	a.folder.Hide()
	row := widgets.RowGrow(theme.Gap12, a.line, a.label, a.line, a.folder, a.yes,
		widgets.NewButton(locale.L("Cancel"), widgets.Secondary, a.Close))
	a.told = widgets.Small("").Shrink()
	a.told.Hide()
	a.panel = widgets.NewPanel(widgets.Inset(theme.Gap8, theme.Gap12, theme.Gap8, theme.Gap16, widgets.Column(theme.Gap4, row, a.told)), theme.Surface, theme.Line, theme.RadiusCard)
	a.panel.Hide()
	return a
}

func (a *Prompt) Object() fyne.CanvasObject { return a.panel }

func (a *Prompt) Open() bool { return a.panel.Visible() }

// AskPreviewed is Ask with a preview of the result below.
func (a *Prompt) AskPreviewed(label, text, yes string, preview func(string) string, then func(string)) {
	a.Ask(label, text, yes, then)
	a.line.OnChanged = func(typed string) { a.told.Set(preview(typed)) }
	a.told.Set(preview(text))
	a.told.Show()
	a.changed()
}

// Ask asks; then is called with the text, unless it is empty.
func (a *Prompt) Ask(label, text, yes string, then func(string)) {
	a.line.OnChanged = nil
	a.told.Hide()
	a.folder.Hide()
	a.label.Set(label)
	a.line.SetPlaceHolder(label)
	a.line.SetText(text)
	a.yes.Set(yes)
	a.then = then
	a.panel.Show()
	a.changed()
	a.frame.Focus(a.line)
}

// AskFile asks where to save a file, starting with a path: in the desktop's dialog, or in
// place if there is none. then is called with the path.
func (a *Prompt) AskFile(label, file string, then func(string)) {
	if a.asking {
		return
	}
	a.asking = true
	a.frame.Work.Start(func(ctx context.Context) func() {
		chosen, err := a.frame.SaveAs(ctx, label, file)
		if chosen != "" {
			chosen = unused(chosen)
		}
		return func() {
			a.asking = false
			switch {
			case errors.Is(err, context.Canceled):
			case err != nil:
				a.Ask(label, file, locale.L("Save"), then)
				a.folder.Show()
				a.changed()
			case chosen != "":
				then(chosen)
			}
		}
	})
}

// unused returns a free path, such as "x (2).csv" for x.csv: the desktop's dialog would
// replace a file, and nothing is ever overwritten.
func unused(path string) string {
	ext := filepath.Ext(path)
	free := path
	for n := 2; ; n++ {
		if _, err := os.Lstat(free); err != nil {
			return free
		}
		free = fmt.Sprintf("%s (%d)%s", strings.TrimSuffix(path, ext), n, ext)
	}
}

// chooseFolder puts the chosen folder before the typed name.
func (a *Prompt) chooseFolder() {
	dialog.ShowFolderOpen(func(folder fyne.ListableURI, err error) {
		if err == nil && folder != nil {
			a.line.SetText(filepath.Join(folder.Path(), filepath.Base(a.line.Text)))
		}
		a.frame.Focus(a.line)
	}, a.frame.Window)
}

// Close hides the prompt. Keys go to the page again, not to the hidden line.
func (a *Prompt) Close() {
	if c := a.frame.Window.Canvas(); c.Focused() == a.line {
		c.Unfocus()
	}
	a.panel.Hide()
	a.changed()
}

func (a *Prompt) submit() {
	text := a.line.Text
	if text == "" {
		return
	}
	a.Close()
	a.then(text)
}
