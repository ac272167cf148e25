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
	PageSearch   PageName = "search" // not on the rail: reached by a field and a key
	PageTable    PageName = "table"  // the same

	PageDuplicates PageName = "duplicates" // reached by a button and a key
)

// Frame is what every view gets.
type Frame struct {
	Work *Work
	// Now returns the local time.
	Now func() time.Time
	// Pulse is how often running work is polled.
	Pulse time.Duration
	// Window is the window that the views are in.
	Window fyne.Window
	// Shown reports whether the view's page is visible.
	Shown func() bool
	// Visit shows another page.
	Visit func(PageName)
	// Open opens a folder in the system's file manager, or a file in its editor.
	Open func(path string) error
	// Browse opens a web page in the browser.
	Browse func(address string) error
	// SaveAs lets the user choose where to save a file, starting with the path file, in
	// the desktop's own dialog, and blocks until they have; empty means cancelled. An
	// error means that there is no such dialog.
	SaveAs func(ctx context.Context, title, file string) (path string, err error)
	// Picture saves the picture in the clipboard as a file, and returns its path; empty
	// if there is none.
	Picture func() (path string, err error)
}

// Focus moves the focus to o, unless another page is visible.
func (f *Frame) Focus(o fyne.Focusable) {
	if f.Shown() {
		f.Window.Canvas().Focus(o)
	}
}

// OpenFolder opens a folder in the file manager, or reports in n that it cannot.
func (f *Frame) OpenFolder(folder string, n *widgets.Notice) {
	if err := f.Open(folder); err != nil {
		n.Fail(Explain(err, locale.L("Couldn't open the folder {{.Folder}}.", "Folder", folder)))
	}
}

// OpenFile opens a file in the system's editor, or reports in n that it cannot.
func (f *Frame) OpenFile(file string, n *widgets.Notice) {
	if err := f.Open(file); err != nil {
		n.Fail(Explain(err, locale.L("Couldn't open the file {{.File}}.", "File", file)))
	}
}
