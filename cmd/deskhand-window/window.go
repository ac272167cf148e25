package main

import (
	"cmp"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	fyneapp "fyne.io/fyne/v2/app"

	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/app/holder"
	"github.com/deskhand/deskhand/ui"
	"github.com/deskhand/deskhand/ui/bridge"
	_ "github.com/deskhand/deskhand/ui/locale" // before the toolkit looks at the locale
)

// appID is the program's name towards desktops.
const appID = "io.github.deskhand.deskhand"

type windowCmd struct {
	Paths []path `arg:"" optional:"" name:"path" help:"Files and folders to drop on the window."`
}

// Run opens the window and returns when it is closed. Where there is a window
// already, that one is shown and gets the paths.
func (w *windowCmd) Run(c *console) error {
	if c.holder != nil {
		return c.holder.show(c.ctx, pathTexts(w.Paths))
	}
	said := c.overhear()
	err := c.handOver()
	if handedOver(err) {
		return err
	}
	if shown := checkDisplay(); shown != nil {
		return c.unshown(shown)
	}
	keepHome()
	fyne := fyneapp.NewWithID(appID)
	asker := ui.NewAsker()
	on := &onScreen{closed: make(chan struct{})}
	var h *holding
	if errors.Is(err, holder.ErrNone) {
		h, err = c.open(app.Options{Confirm: asker}, on.raise)
	}
	if handedOver(err) {
		return err
	}
	if err != nil {
		_, words := verdict(err)
		ui.ShowFailure(fyne, cmp.Or(words, strings.TrimSpace(said.String())))
		fyne.Run()
		return err
	}
	on.window = ui.New(fyne, desk{h.core}, ui.Options{Paths: pathTexts(w.Paths), Asker: asker})
	on.window.Show()
	// A signal closes the window as the person would; closing it ends Run.
	stop := context.AfterFunc(c.ctx, func() { bridge.Post(on.window.Close) })
	defer stop()
	fyne.Run()
	close(on.closed)
	on.window.Wait()
	return h.close(c)
}

// overhear keeps what is said on standard error.
func (c *console) overhear() *strings.Builder {
	var said strings.Builder
	c.errs = io.MultiWriter(c.errs, &said)
	return &said
}

// handedOver reports whether a command was done by another Deskhand, and well.
func handedOver(err error) bool {
	var e ended
	return errors.As(err, &e) && e.code == exitDone
}

// unshown is the error of a window that cannot open. Where nobody sees standard
// error it is said on the desktop too.
func (c *console) unshown(err error) error {
	if !c.asks && !c.shows {
		_, words := verdict(err)
		announce(words)
	}
	return err
}

// onScreen is the window as a second start finds it.
type onScreen struct {
	window *ui.Window    // of the UI goroutine
	closed chan struct{} // closed with the window
}

// raiseLimit is how long a window that is just opening may take.
const raiseLimit = 10 * time.Second

// raise shows the window above the others and drops paths on it.
func (o *onScreen) raise(ctx context.Context, paths []string) error {
	raised := make(chan struct{})
	bridge.Post(func() {
		o.window.Raise(paths)
		close(raised)
	})
	select {
	case <-raised:
		return nil
	case <-o.closed:
		return errNoWindow
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(raiseLimit):
		return app.ErrAlreadyRunning
	}
}

// errNoWindow means that the Deskhand that runs has no window to show.
var errNoWindow = ended{exitFailed, "Deskhand is at work for a command just now. Open the window when that is done."}

// show shows the window to a second start, where there is one.
func (h *holding) show(ctx context.Context, paths []string) error {
	if h.raise == nil {
		return errNoWindow
	}
	return h.raise(ctx, paths)
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
