package ui_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"github.com/deskhand/deskhand/agentcore/wire/entry"
	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/ui/widgets"
)

// signInPage is a sign-in address of realistic length.
var signInPage = "https://login.example.org/authorize?client_id=deskhand&code_challenge=" + strings.Repeat("kJ3x", 12) +
	"&redirect_uri=http%3A%2F%2F127.0.0.1%3A41573%2F&response_type=code&state=" + strings.Repeat("v8Qz", 8)

// withSignIn returns a backend with a remote server that requires a sign-in.
func withSignIn() *backend {
	d := withServers()
	d.entries = []app.ServerEntry{{Name: "tracker", URL: "https://example.org/mcp"}}
	d.trusted["tracker"] = d.hash("tracker")
	d.infos["tracker"] = app.ServerInfo{State: app.ServerQuarantined, SignIn: true}
	d.signInGate = make(chan struct{})
	return d
}

// signingIn returns a window that shows the sign-in address and waits.
func signingIn(t *testing.T, d *backend) *fixture {
	t.Helper()
	h := atServers(t, d)
	h.mustSay("It asks you to sign in.", "Stopped")
	h.mustNotSay("repeated crashes")
	h.on("tracker", "Sign in")
	h.untilSaid(signInPage)
	return h
}

// untilGivenUp waits until n sign-ins were cancelled.
func (h *fixture) untilGivenUp(n int) {
	h.t.Helper()
	h.until("the sign-in is given up", func() bool {
		h.backend.mu.Lock()
		defer h.backend.mu.Unlock()
		return h.backend.givenUp == n
	})
}

func TestTheSignInAddressIsShownInFullAndOpensOnClick(t *testing.T) {
	d := withSignIn()
	h := signingIn(t, d)
	h.mustSay("Sign in to tracker on the page below")
	h.mustNotSay("[Sign in]", "[Sign out]")
	if len(h.opened) != 0 {
		t.Fatalf("it opened %v without a click", h.opened)
	}
	if b, ok := h.window.Fyne().Canvas().Focused().(*widgets.Button); !ok || b.Text() != "Cancel" {
		t.Errorf("Cancel does not have the focus, but %v", h.window.Fyne().Canvas().Focused())
	}
	h.press("Copy the address")
	if got := fyne.CurrentApp().Clipboard().Content(); got != signInPage {
		t.Errorf("it copied %q", got)
	}
	h.press("Open in the browser")
	if !slices.Equal(h.opened, []string{signInPage}) {
		t.Errorf("it opened %v", h.opened)
	}
	h.mustSay(signInPage, "[Cancel]") // it still waits

	close(d.signInGate)
	h.untilSaid("[Sign out]")
	h.mustSay("Starting…")
	h.mustNotSay(signInPage, "[Cancel]", "[Sign in]", "It asks you to sign in.", "It ended")
	d.change(func(d *backend) { d.infos["tracker"] = app.ServerInfo{SignedIn: true} })
	h.until("it runs", func() bool { return !h.says("Starting…") })
	h.mustNotSay("[Sign in]")
	h.on("tracker", "Sign out")
	h.untilSaid("[Sign in]")
	h.mustNotSay("[Sign out]")
}

func TestASignInCanBeCancelled(t *testing.T) {
	h := signingIn(t, withSignIn())
	for i, give := range []func(){
		func() { h.key(fyne.KeyReturn) }, // Cancel has the focus
		func() {
			h.window.Fyne().Canvas().Unfocus()
			h.key(fyne.KeyEscape)
		},
	} {
		give()
		h.untilGivenUp(i + 1)
		h.mustNotSay(signInPage, "[Cancel]")
		h.drain()
		h.mustNotSay("Couldn't sign in")
		h.on("tracker", "Sign in")
		h.untilSaid(signInPage)
	}
	h.on("tracker", "Remove…")
	h.untilGivenUp(3)
	h.mustNotSay(signInPage)
	h.mustSay("Stop tracker and remove it from mcp.json?")
}

func TestASignInThatFailsSaysWhyAndCanBeTriedAgain(t *testing.T) {
	d := withSignIn()
	d.fail["SignInServer"] = &app.SignInError{Why: app.ServerEnd{Code: entry.EndRefusedSignIn, Detail: "access_denied"}}
	h := signingIn(t, d)
	close(d.signInGate)
	h.untilSaid("Couldn't sign in to tracker: the sign-in was refused.")
	h.mustNotSay(signInPage, "[Cancel]")
	h.mustSay("[Sign in]")
	d.change(func(d *backend) { delete(d.fail, "SignInServer") })
	h.press("Try again")
	h.untilSaid("[Sign out]")
	h.mustNotSay("Couldn't sign in")
}

func TestAFailedSignOutIsReported(t *testing.T) {
	d := withSignIn()
	d.infos["tracker"] = app.ServerInfo{SignedIn: true}
	d.fail["SignOutServer"] = errors.New("EROFS")
	h := atServers(t, d)
	h.on("tracker", "Sign out")
	h.untilSaid("Couldn't sign out of tracker. Try again in a moment.")
	h.mustSay("[Sign out]")
}

func TestTheFocusStaysOnTheCardAfterSignOut(t *testing.T) {
	d := withSignIn()
	d.infos["tracker"] = app.ServerInfo{SignedIn: true}
	h := atServers(t, d)
	h.window.Fyne().Canvas().Focus(h.button("Sign out"))
	h.key(fyne.KeyReturn)
	h.untilSaid("[Sign in]")
	if i, ok := h.window.Fyne().Canvas().Focused().(*widgets.Item); !ok || i.Name() != "tracker" {
		t.Errorf("the focus is on %v", h.window.Fyne().Canvas().Focused())
	}
}

func TestTheSignInAddressFitsANarrowWindow(t *testing.T) {
	h := signingIn(t, withSignIn())
	h.mustFit("a sign-in")
	mustLookLike(t, "server-signin-light.png", h.picture(narrow))
	close(h.backend.signInGate)
	h.untilSaid("[Sign out]")
	h.mustFit("a server that is signed in to")
}
