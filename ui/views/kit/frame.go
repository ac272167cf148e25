package kit

import (
	"context"
	"time"

	"fyne.io/fyne/v2"

	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/widgets"
)

// A PageName names a page of the window.
type PageName string

// The pages, in the order of the rail.
const (
	PageHome     PageName = "home"
	PageChat     PageName = "chat"
	PageActivity PageName = "activity"
	PageModels   PageName = "models"
	PageServers  PageName = "servers"
	PageSettings PageName = "settings"
	PageSearch   PageName = "search" // not on the rail: a field and a key lead to it
	PageTable    PageName = "table"  // the same

	PageDuplicates PageName = "duplicates" // a button and a key lead to it
)

// Frame is what every view is given.
type Frame struct {
	Work *Work
	// Now says what time it is where the person is.
	Now func() time.Time
	// Pulse is how often what is under way is looked at again.
	Pulse time.Duration
	// Window is the window that the views are in.
	Window fyne.Window
	// Shown reports whether the page that the view is on is the one to be seen.
	Shown func() bool
	// Visit leads to another page.
	Visit func(PageName)
	// Open shows a folder in the system's file manager, or a file in its editor.
	Open func(path string) error
	// Browse shows a web page in the browser.
	Browse func(address string) error
	// SaveAs lets the person choose where a file is saved, beginning with the path file, by
	// the desktop's own chooser, and blocks until they did; empty: they cancelled. An error:
	// there is no such chooser.
	SaveAs func(ctx context.Context, title, file string) (path string, err error)
	// Picture keeps the picture in the clipboard as a file, and returns its path;
	// empty: there is none.
	Picture func() (path string, err error)
}

// Focus moves the keyboard to o, unless the person is looking at another page.
func (f *Frame) Focus(o fyne.Focusable) {
	if f.Shown() {
		f.Window.Canvas().Focus(o)
	}
}

// OpenFolder shows a folder in the file manager, or says in n that it cannot.
func (f *Frame) OpenFolder(folder string, n *widgets.Notice) {
	if err := f.Open(folder); err != nil {
		n.Fail(Explain(err, locale.L("Couldn't open the folder {{.Folder}}.", "Folder", folder)))
	}
}

// OpenFile opens a file in the system's editor, or says in n that it cannot.
func (f *Frame) OpenFile(file string, n *widgets.Notice) {
	if err := f.Open(file); err != nil {
		n.Fail(Explain(err, locale.L("Couldn't open the file {{.File}}.", "File", file)))
	}
}
