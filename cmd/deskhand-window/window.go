package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	fynelib "fyne.io/fyne/v2"
	fyneapp "fyne.io/fyne/v2/app"

	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/app/config"
	"github.com/deskhand/deskhand/app/holder"
	"github.com/deskhand/deskhand/assets"
	"github.com/deskhand/deskhand/cmd/internal/cli"
	"github.com/deskhand/deskhand/ui"
	"github.com/deskhand/deskhand/ui/bridge"
	"github.com/deskhand/deskhand/ui/locale" // before the toolkit looks at the locale
)

// appID is the program's name towards desktops.
const appID = "io.github.deskhand.deskhand"

// openWindow opens the window and returns when it is closed. Where there is a
// window already, that one is shown and gets the paths.
func openWindow(c *cli.Console, paths []string) error {
	said := c.KeepErrors()
	err := c.HandOver()
	if cli.Done(err) {
		return err
	}
	silent := func() { fmt.Fprintln(os.Stderr, c.Notify(cli.Fail(cli.NoDisplay))) }
	if missing := checkDisplay(silent); missing != nil {
		return c.Notify(missing)
	}
	keepHome()
	fyne := fyneapp.NewWithID(appID)
	fyne.SetIcon(fynelib.NewStaticResource("icon.png", assets.Icon))
	asker := ui.NewAsker()
	on := &onScreen{closed: make(chan struct{})}
	var instance *cli.Instance
	if errors.Is(err, holder.ErrNone) {
		instance, err = c.Open(app.Options{Confirm: asker}, on.raise)
	}
	if cli.Done(err) {
		return err
	}
	if err != nil {
		_, words := cli.Verdict(err)
		ui.ShowFailure(fyne, cmp.Or(words, strings.TrimSpace(said.String())))
		fyne.Run()
		return err
	}
	appearance, language, monthsFirst := instance.Core.Window()
	locale.Speak(language)
	locale.MonthsFirst(monthsFirst)
	places := config.FindPaths()
	kept, _ := places.Window() // without it the window opens as the first time
	on.window = ui.New(fyne, instance.Core, ui.Options{
		Paths: paths, Asker: asker, Version: version, Appearance: appearance, Picture: pastedPicture,
		Kept: kept, Keep: places.KeepWindow,
	})
	on.window.Show()
	// A signal closes the window as the person would; closing it ends Run.
	stop := context.AfterFunc(c.Context(), func() { bridge.Post(on.window.Close) })
	defer stop()
	fyne.Run()
	close(on.closed)
	on.window.Wait()
	return instance.Close()
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
		return cli.ErrNoWindow
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(raiseLimit):
		return app.ErrAlreadyRunning
	}
}

// keepHome makes the toolkit keep its own settings where all other state is.
func keepHome() {
	if os.Getenv(config.HomeVariable) == "" {
		return
	}
	paths := config.FindPaths()
	for variable, dir := range map[string]string{
		"XDG_CONFIG_HOME": filepath.Join(paths.Config, "toolkit"),
		"XDG_CACHE_HOME":  filepath.Join(paths.Cache, "toolkit"),
	} {
		// It fails only for names that are not these.
		_ = os.Setenv(variable, dir)
	}
}
