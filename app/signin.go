package app

import (
	"context"
	"errors"
	"slices"

	"github.com/deskhand/deskhand/mcp/signin"
)

// SignInPages are the texts that the browser shows after the sign-in.
type SignInPages = signin.Pages

// SignInError says why a sign-in failed.
type SignInError = signin.Error

// What can be wrong with signing in to a named server.
var (
	// ErrNoSignIn: it is a local program, which signs in by itself.
	ErrNoSignIn = errors.New("the server is at no address")
	// ErrSignedOut means that there is no sign-in for the server.
	ErrSignedOut = errors.New("nobody is signed in to the server")
)

// SignInServer signs the user in to an approved server at an address, and restarts it.
// show gets the page to open while the call waits; the user must see its whole address
// first. The error is a *SignInError if the sign-in failed.
func (c *Controller) SignInServer(ctx context.Context, name string, pages SignInPages, show func(page string)) error {
	p, err := c.usable(ctx, name)
	switch {
	case err != nil:
		return err
	case p.URL == "":
		return ErrNoSignIn
	case !p.trusted:
		return ErrUntrusted
	}
	if err := c.external.server(p).At.Site().SignIn(ctx, pages, show); err != nil {
		return err
	}
	return c.external.again(p)
}

// SignOutServer deletes the sign-in to a server and closes its connection. It returns
// ErrSignedOut if there is none.
func (c *Controller) SignOutServer(ctx context.Context, name string) error {
	p, err := c.usable(ctx, name)
	switch {
	case err != nil:
		return err
	case !c.external.signedIn(p):
		return ErrSignedOut
	}
	if err := c.external.signed.Drop(p.filled.URL); err != nil {
		return err
	}
	return c.external.again(p)
}

// again restarts the enabled servers at the URL of an entry, to use the new sign-in.
func (o *external) again(p placed) error {
	list, err := o.sync()
	for _, other := range list {
		if other.filled.URL != p.filled.URL || !other.runs() {
			continue
		}
		o.host.StopServer(other.Name)
		err = errors.Join(err, o.host.StartServer(other.Name))
	}
	return err
}

// signOut deletes the sign-in of a removed entry, unless another one has the same URL.
func (o *external) signOut(p placed) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	at := func(other placed) bool { return other.filled.URL == p.filled.URL }
	if p.filled.URL == "" || slices.ContainsFunc(o.last, at) {
		return nil
	}
	return o.signed.Drop(p.filled.URL)
}
