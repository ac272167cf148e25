package portal

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/godbus/dbus/v5"
)

// ErrNone reports that no desktop portal answers.
var ErrNone = errors.New("the desktop has no file chooser")

// address is the variable with the address of the session's bus; without it, none is
// started.
const address = "DBUS_SESSION_BUS_ADDRESS"

const (
	service = "org.freedesktop.portal.Desktop"
	root    = "/org/freedesktop/portal/desktop"
	token   = "save" // one request per connection
)

// Save lets the user choose where to save a file, starting at the path file, and blocks until
// they have; empty if they cancelled. parent is the window below the dialog, such as
// "x11:3a00007", and may be empty. The dialog is closed when ctx ends.
func Save(ctx context.Context, parent, title, file string) (path string, err error) {
	bus := os.Getenv(address)
	if bus == "" {
		return "", ErrNone
	}
	conn, err := dbus.Connect(bus, dbus.WithContext(ctx))
	if err != nil {
		return "", fmt.Errorf("%w: %w", ErrNone, err)
	}
	defer func() { _ = conn.Close() }() // closes the dialog too
	answers, err := listen(conn)
	if err != nil {
		return "", fmt.Errorf("%w: %w", ErrNone, err)
	}
	call := conn.Object(service, root).CallWithContext(ctx, "org.freedesktop.portal.FileChooser.SaveFile", 0, parent, title, map[string]dbus.Variant{
		"handle_token":   dbus.MakeVariant(token),
		"current_name":   dbus.MakeVariant(filepath.Base(file)),
		"current_folder": dbus.MakeVariant(append([]byte(filepath.Dir(file)), 0)),
	})
	if call.Err != nil && ctx.Err() == nil {
		return "", fmt.Errorf("%w: %w", ErrNone, call.Err)
	}
	select {
	case <-ctx.Done():
		return "", ctx.Err()
	case answer, open := <-answers:
		if !open {
			return "", errors.Join(ErrNone, ctx.Err())
		}
		return chosen(answer)
	}
}

// listen subscribes to the response, before the request is made so that it cannot be missed.
func listen(conn *dbus.Conn) (<-chan *dbus.Signal, error) {
	sender := strings.ReplaceAll(strings.TrimPrefix(conn.Names()[0], ":"), ".", "_")
	err := conn.AddMatchSignal(
		dbus.WithMatchObjectPath(dbus.ObjectPath(root+"/request/"+sender+"/"+token)),
		dbus.WithMatchInterface("org.freedesktop.portal.Request"), dbus.WithMatchMember("Response"),
	)
	answers := make(chan *dbus.Signal, 1)
	conn.Signal(answers)
	return answers, err
}

// The responses of a portal: the user chose, or cancelled; any other number means that the
// dialog ended by itself.
const (
	answerChosen    = 0
	answerCancelled = 1
)

// chosen returns the path in a response; empty if the user cancelled.
func chosen(answer *dbus.Signal) (string, error) {
	var code uint32
	var results map[string]dbus.Variant
	if err := dbus.Store(answer.Body, &code, &results); err != nil {
		return "", fmt.Errorf("%w: %w", ErrNone, err)
	}
	switch code {
	case answerCancelled:
		return "", nil
	case answerChosen:
	default:
		return "", ErrNone
	}
	var uris []string
	if err := results["uris"].Store(&uris); err != nil || len(uris) == 0 {
		return "", ErrNone
	}
	u, err := url.Parse(uris[0])
	if err != nil || u.Scheme != "file" || !filepath.IsAbs(u.Path) {
		return "", ErrNone
	}
	return u.Path, nil
}
