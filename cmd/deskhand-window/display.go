package main

import (
	"io"
	"os"
	"runtime"
	"time"

	"github.com/go-gl/glfw/v3.3/glfw"
	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"
)

// What keeps a window from opening, each with what works all the same.
const (
	noDisplay   = "There is no display to open the window on (X11 or XWayland is needed). The verbs work without one: deskhand triage FOLDER."
	waylandOnly = "This desktop has Wayland alone, and the window needs XWayland. Install xwayland, or use the verbs: deskhand triage FOLDER."
	noOpenGL    = "This display cannot draw with OpenGL, which the window needs. Install the system's graphics drivers, or use the verbs: deskhand triage FOLDER."
)

// displayLimit is how long a display may take to answer.
const displayLimit = 1500 * time.Millisecond

// checkDisplay says in a sentence why no window can be opened, before the toolkit
// ends the program in its own words. It is called on the main goroutine.
func checkDisplay() error {
	if runtime.GOOS == "linux" {
		if why := askDisplay(); why != "" {
			return ended{exitFailed, why}
		}
	}
	if !drawable() {
		return ended{exitFailed, noOpenGL}
	}
	return nil
}

// askDisplay asks the X server whether it is there and has GLX; "" when it has.
func askDisplay() string {
	if os.Getenv("DISPLAY") == "" {
		if os.Getenv("WAYLAND_DISPLAY") != "" {
			return waylandOnly
		}
		return noDisplay
	}
	xgb.Logger.SetOutput(io.Discard) // what matters of it is said here
	said := make(chan string, 1)
	go func() { said <- talkToDisplay() }() // one that hangs is left behind: the program ends
	select {
	case why := <-said:
		return why
	case <-time.After(displayLimit):
		return noDisplay
	}
}

func talkToDisplay() string {
	screen, err := xgb.NewConn()
	if err != nil {
		return noDisplay
	}
	defer screen.Close()
	const extension = "GLX"
	glx, err := xproto.QueryExtension(screen, uint16(len(extension)), extension).Reply()
	if err != nil || !glx.Present {
		return noOpenGL
	}
	return ""
}

// drawable reports whether a window like the toolkit's can be made, by making one
// that is not shown.
func drawable() bool {
	if glfw.Init() != nil {
		return false
	}
	glfw.WindowHint(glfw.Visible, glfw.False)
	if small := runtime.GOARCH == "arm" || runtime.GOARCH == "arm64"; small && runtime.GOOS != "darwin" { // as the toolkit does
		glfw.WindowHint(glfw.ClientAPI, glfw.OpenGLESAPI)
		glfw.WindowHint(glfw.ContextVersionMajor, 2)
	} else {
		glfw.WindowHint(glfw.ContextVersionMajor, 2)
		glfw.WindowHint(glfw.ContextVersionMinor, 1)
	}
	defer glfw.DefaultWindowHints()
	win, err := glfw.CreateWindow(1, 1, "Deskhand", nil, nil)
	if err != nil {
		return false
	}
	win.Destroy()
	return true
}
