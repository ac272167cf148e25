package views

import (
	"time"

	"fyne.io/fyne/v2"
)

// PageName names a page as the rail does.
type PageName string

// The pages, in the order of the rail.
const (
	PageHome     PageName = "Home"
	PageChat     PageName = "Chat"
	PageActivity PageName = "Activity"
	PageModels   PageName = "Models"
	PageServers  PageName = "Servers"
)

// Frame is what every view is given.
type Frame struct {
	Desk Desk
	Work *Work
	// Now says what time it is where the person is.
	Now func() time.Time
	// Pulse is how often what is under way is looked at anew.
	Pulse time.Duration
	// Window is the window that the views are in.
	Window fyne.Window
	// Shown tells whether the page that the view is on is the one to be seen.
	Shown func() bool
	// Visit leads to another page.
	Visit func(PageName)
	// Open shows a folder in the system's file manager.
	Open func(folder string) error
}

// focus moves the keyboard to o, unless the person is looking at another page.
func (f *Frame) focus(o fyne.Focusable) {
	if f.Shown() {
		f.Window.Canvas().Focus(o)
	}
}
