package cli

import (
	"errors"
	"fmt"

	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/cmd/internal/cli/serverwords"
	"github.com/deskhand/deskhand/cmd/internal/cli/termtext"
)

// signInPages is what the browser shows in the end.
var signInPages = app.SignInPages{
	Done:   "You are signed in. You can close this page and return to Deskhand.",
	Failed: "The sign-in failed. Return to Deskhand to see why.",
}

type loginServer struct {
	Name string `arg:"" help:"The server's name in mcp.json."`
}

// Run prints the sign-in page and waits until the user was there.
func (l *loginServer) Run(c *Console) error {
	return c.did(func(core *app.Controller) error {
		err := core.SignInServer(c.ctx, l.Name, signInPages, func(page string) {
			_, _ = fmt.Fprintf(c.out, "Open this page in a browser on this computer and sign in to %s:\n\n    %s\n\nWaiting. Ctrl+C cancels.\n", visible(l.Name), serverwords.Visible(page))
		})
		var failed *app.SignInError
		if errors.As(err, &failed) {
			return ended{exitFailed, "The sign-in failed at " + l.Name + ": " + termtext.Plain(serverwords.End(failed.Why)) + "."}
		}
		return named(l.Name, err)
	}, "You are signed in to %s. Sign out with: deskhand servers logout %s", l.Name, l.Name)
}

type logoutServer struct {
	Name string `arg:"" help:"The server's name in mcp.json."`
}

// Run deletes the sign-in.
func (l *logoutServer) Run(c *Console) error {
	return c.did(func(core *app.Controller) error { return named(l.Name, core.SignOutServer(c.ctx, l.Name)) },
		"You are signed out of %s, and the token on this computer is deleted. The server may still list Deskhand as an allowed app.", l.Name)
}
