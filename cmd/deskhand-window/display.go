package main

import (
	"io"
	"log"
	"os"
	"runtime"
	"time"

	"github.com/go-gl/glfw/v3.3/glfw"

	"github.com/deskhand/deskhand/cmd/internal/cli"
)

// noOpenGL says what keeps a window from opening, and what works all the same.
func noOpenGL() string {
	drivers := "Install its graphics drivers"
	if runtime.GOOS == "linux" {
		drivers = "Install libgl1-mesa-dri (Fedora: mesa-dri-drivers), which also works without a graphics card"
	}
	return "The window needs OpenGL, and this display does not support it. " + drivers + ", or use the commands, such as: deskhand triage FOLDER."
}

// displayLimit is how long a display may take to answer.
const displayLimit = 1500 * time.Millisecond

// checkDisplay returns the reason why no window can be opened, before the toolkit
// ends the program in its own words. It is called on the main goroutine. Where a
// display does not answer at all it ends the program itself, after late.
func checkDisplay(late func()) error {
	if err := cli.MissingDisplay(); err != nil {
		return err
	}
	waiting := time.AfterFunc(displayLimit, func() {
		late()
		os.Exit(1)
	})
	defer waiting.Stop()
	return drawable(waiting)
}

// drawable makes a window like the toolkit's that is not shown. waiting is stopped
// once the display has answered.
func drawable(waiting *time.Timer) (err error) {
	log.SetOutput(io.Discard) // what matters of it is said here
	defer log.SetOutput(os.Stderr)
	// GLFW's calls panic where it has found no display.
	defer func() {
		if recover() != nil {
			err = cli.Fail(cli.NoDisplay)
		}
	}()
	if glfw.Init() != nil {
		return cli.Fail(cli.NoDisplay)
	}
	waiting.Stop()
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
		return cli.Fail(noOpenGL())
	}
	win.Destroy()
	return nil
}
