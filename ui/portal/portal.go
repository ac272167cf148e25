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

// ErrNone means that there is no desktop whose chooser answers.
var ErrNone = errors.New("the desktop has no file chooser")

// address is where the session's bus is told of. Where it is not, none is started.
const address = "DBUS_SESSION_BUS_ADDRESS"

const (
	service = "org.freedesktop.portal.Desktop"
	root    = "/org/freedesktop/portal/desktop"
	token   = "save" // one request a connection
)

// Save lets the person choose where a file is saved, beginning with the path file, and
// blocks until they did; empty: they cancelled. The chooser stands over parent, such as
// "x11:3a00007", which may be empty. When ctx ends the chooser is closed.
func Save(ctx context.Context, parent, title, file string) (path string, err error) {
	bus := os.Getenv(address)
	if bus == "" {
		return "", ErrNone
	}
	conn, err := dbus.Connect(bus, dbus.WithContext(ctx))
	if err != nil {
		return "", fmt.Errorf("%w: %w", ErrNone, err)
	}
	defer func() { _ = conn.Close() }() // and with it the chooser, if it is still there
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

// listen gets the answer to the request that is about to be made: before it is, so that
// none is missed.
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

// What a portal answers: that the person chose, or cancelled; any other number is that
// the chooser ended by itself.
const (
	answerChosen    = 0
	answerCancelled = 1
)

// chosen is the path in an answer; empty when the person cancelled.
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
