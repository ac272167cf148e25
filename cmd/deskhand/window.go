package main

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"runtime"

	fyneapp "fyne.io/fyne/v2/app"
	"github.com/jezek/xgb"

	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/ui"
	"github.com/deskhand/deskhand/ui/bridge"
	_ "github.com/deskhand/deskhand/ui/locale" // before the toolkit looks at the locale
)

// appID is the program's name towards desktops.
const appID = "io.github.deskhand.deskhand"

type windowCmd struct {
	Paths []string `arg:"" optional:"" name:"path" help:"Files and folders to drop on the window."`
}

// Run opens the window and returns when it is closed.
func (w *windowCmd) Run(c *console) error {
	if err := checkDisplay(); err != nil {
		return err
	}
	keepHome()
	fyne := fyneapp.NewWithID(appID)
	asker := ui.NewAsker()
	core, err := c.open(app.Options{Confirm: asker})
	if err != nil {
		_, words := verdict(err)
		ui.ShowFailure(fyne, words)
		fyne.Run()
		return ended{exitFailed, words}
	}
	window := ui.New(fyne, desk{core}, ui.Options{Paths: w.Paths, Asker: asker})
	window.Show()
	// A signal closes the window as the person would; closing it ends Run.
	stop := context.AfterFunc(c.ctx, func() { bridge.Post(window.Close) })
	defer stop()
	fyne.Run()
	window.Wait()
	return core.Close()
}

// checkDisplay says in a sentence that there is no screen, before the toolkit
// says it in its own words.
func checkDisplay() error {
	if runtime.GOOS != "linux" {
		return nil
	}
	xgb.Logger.SetOutput(io.Discard) // what matters of it is said below
	screen, err := xgb.NewConn()
	if err != nil {
		return ended{exitFailed, "There is no display to open the window on (X11 or XWayland is needed). The verbs work without one: deskhand triage FOLDER."}
	}
	screen.Close()
	return nil
}

// keepHome makes the toolkit keep its own settings where all other state is.
func keepHome() {
	if os.Getenv(app.HomeVariable) == "" {
		return
	}
	paths := app.FindPaths()
	for variable, dir := range map[string]string{
		"XDG_CONFIG_HOME": filepath.Join(paths.Config, "toolkit"),
		"XDG_CACHE_HOME":  filepath.Join(paths.Cache, "toolkit"),
	} {
		// It fails only for names that are not these.
		_ = os.Setenv(variable, dir)
	}
}
