package portal_test

import (
	"bufio"
	"context"
	"errors"
	"os/exec"
	"strings"
	"testing"

	"github.com/godbus/dbus/v5"

	"github.com/deskhand/deskhand/ui/portal"
)

// desktop is a fake portal on its own bus.
type desktop struct {
	conn *dbus.Conn
	code uint32
	uri  string
	told chan map[string]dbus.Variant // the options of each call
	mute bool                         // it never answers
}

// SaveFile implements the portal's method.
func (d *desktop) SaveFile(sender dbus.Sender, _, _ string, options map[string]dbus.Variant) (dbus.ObjectPath, *dbus.Error) {
	token, _ := options["handle_token"].Value().(string)
	name := strings.ReplaceAll(strings.TrimPrefix(string(sender), ":"), ".", "_")
	path := dbus.ObjectPath("/org/freedesktop/portal/desktop/request/" + name + "/" + token)
	d.told <- options
	if !d.mute {
		results := map[string]dbus.Variant{"uris": dbus.MakeVariant([]string{d.uri})}
		_ = d.conn.Emit(path, "org.freedesktop.portal.Request.Response", d.code, results) // before the call returns: the response must not be missed
	}
	return path, nil
}

// start starts a bus with the portal.
func start(t *testing.T, d *desktop) {
	t.Helper()
	bus := exec.CommandContext(t.Context(), "dbus-daemon", "--session", "--nofork", "--print-address")
	out, err := bus.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := bus.Start(); err != nil {
		t.Fatalf("Install dbus-daemon: %v", err)
	}
	t.Cleanup(func() {
		_ = bus.Process.Kill()
		_ = bus.Wait()
	})
	address, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", strings.TrimSpace(address))
	d.told = make(chan map[string]dbus.Variant, 1)
	if d.conn, err = dbus.Connect(strings.TrimSpace(address)); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.conn.Close() })
	if err := d.conn.Export(d, "/org/freedesktop/portal/desktop", "org.freedesktop.portal.FileChooser"); err != nil {
		t.Fatal(err)
	}
	if _, err := d.conn.RequestName("org.freedesktop.portal.Desktop", dbus.NameFlagDoNotQueue); err != nil {
		t.Fatal(err)
	}
}

func TestTheDesktopsChooserPicksTheFile(t *testing.T) {
	for _, row := range []struct {
		name string
		desktop
		want string
		err  error
	}{
		{"it is chosen", desktop{uri: "file:///home/ada/A%20plan+b%C3%A9.json"}, "/home/ada/A plan+bé.json", nil},
		{"it is cancelled", desktop{code: 1}, "", nil},
		{"the chooser ended by itself", desktop{code: 2}, "", portal.ErrNone},
		{"it is no file of this computer", desktop{uri: "sftp://elsewhere/plan.json"}, "", portal.ErrNone},
	} {
		t.Run(row.name, func(t *testing.T) {
			start(t, &row.desktop)
			got, err := portal.Save(t.Context(), "", "Save plan as", "/home/ada/Plan.json")
			if got != row.want || !errors.Is(err, row.err) {
				t.Errorf("it is %q, %v", got, err)
			}
			options := <-row.told
			if options["current_name"].Value() != "Plan.json" || string(options["current_folder"].Value().([]byte)) != "/home/ada\x00" {
				t.Errorf("it was asked with %v", options)
			}
		})
	}
}

func TestCancellingTheContextClosesTheChooser(t *testing.T) {
	d := desktop{mute: true}
	start(t, &d)
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		<-d.told
		cancel()
	}()
	if got, err := portal.Save(ctx, "", "Save plan as", "/home/ada/Plan.json"); got != "" || !errors.Is(err, context.Canceled) {
		t.Errorf("it is %q, %v", got, err)
	}
}

func TestWithoutADesktopThereIsNoChooser(t *testing.T) {
	for _, address := range []string{"", "unix:path=/nowhere/bus"} {
		t.Setenv("DBUS_SESSION_BUS_ADDRESS", address)
		if _, err := portal.Save(t.Context(), "", "Save plan as", "/home/ada/Plan.json"); !errors.Is(err, portal.ErrNone) {
			t.Errorf("at %q: %v", address, err)
		}
	}
}
