//go:build shots

package main

import (
	"fmt"
	"net/url"
	"testing"
	"time"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"
)

// dragVersion is the version of the XDND protocol that we speak.
const dragVersion = 5

// drag is the source side of one drag and drop: it offers file names to the
// window as a file manager does.
type drag struct {
	conn   *xgb.Conn
	source xproto.Window
	target xproto.Window
	atoms  map[string]xproto.Atom
	data   []byte
}

// drop drops files on the middle of the window.
func (s *screen) drop(paths ...string) {
	s.t.Helper()
	conn, err := xgb.NewConnDisplay(s.display)
	if err != nil {
		s.t.Fatalf("connect to the X server: %v", err)
	}
	defer conn.Close()
	// A window that does not answer must not hold the test: closing the
	// connection ends every wait on it.
	guard := time.AfterFunc(patience, conn.Close)
	defer guard.Stop()

	d := &drag{conn: conn, atoms: map[string]xproto.Atom{}}
	var id uint32
	if _, err := fmt.Sscan(s.window, &id); err != nil {
		s.t.Fatalf("the window's id %q: %v", s.window, err)
	}
	d.target = xproto.Window(id)
	for _, p := range paths {
		d.data = append(d.data, (&url.URL{Scheme: "file", Path: p}).String()+"\r\n"...)
	}
	d.begin(s.t)
	d.perform(s.t)
}

// atom looks a name up.
func (d *drag) atom(t *testing.T, name string) xproto.Atom {
	if a, ok := d.atoms[name]; ok {
		return a
	}
	r, err := xproto.InternAtom(d.conn, false, uint16(len(name)), name).Reply()
	if err != nil {
		t.Fatalf("the X server does not know %s: %v", name, err)
	}
	d.atoms[name] = r.Atom
	return r.Atom
}

// begin makes the window that the drag comes from and lets it own the data.
func (d *drag) begin(t *testing.T) {
	root := xproto.Setup(d.conn).DefaultScreen(d.conn)
	source, err := xproto.NewWindowId(d.conn)
	if err != nil {
		t.Fatal(err)
	}
	d.source = source
	xproto.CreateWindow(d.conn, root.RootDepth, source, root.Root, 0, 0, 1, 1, 0,
		xproto.WindowClassInputOutput, root.RootVisual, 0, nil)
	xproto.SetSelectionOwner(d.conn, source, d.atom(t, "XdndSelection"), xproto.TimeCurrentTime)
}

// tell sends one message of the protocol to the window.
func (d *drag) tell(t *testing.T, kind string, data ...uint32) {
	words := make([]uint32, 5)
	words[0] = uint32(d.source)
	copy(words[1:], data)
	message := xproto.ClientMessageEvent{
		Format: 32, Window: d.target, Type: d.atom(t, kind),
		Data: xproto.ClientMessageDataUnionData32New(words),
	}
	xproto.SendEvent(d.conn, false, d.target, 0, string(message.Bytes()))
}

// perform enters the window, waits for its word, drops and hands the names over
// when it asks for them.
func (d *drag) perform(t *testing.T) {
	names := d.atom(t, "text/uri-list")
	middle := uint32(screenWidth/2)<<16 | uint32(screenHeight/2)
	d.tell(t, "XdndEnter", dragVersion<<24, uint32(names))
	d.tell(t, "XdndPosition", 0, middle, xproto.TimeCurrentTime, uint32(d.atom(t, "XdndActionCopy")))
	for {
		e, xerr := d.conn.WaitForEvent()
		if e == nil && xerr == nil {
			t.Fatal("the window did not take the drop")
		}
		switch e := e.(type) {
		case xproto.ClientMessageEvent:
			switch e.Type {
			case d.atom(t, "XdndStatus"):
				d.tell(t, "XdndDrop", 0, xproto.TimeCurrentTime)
			case d.atom(t, "XdndFinished"):
				return
			}
		case xproto.SelectionRequestEvent:
			d.handOver(e, names)
		}
	}
}

// handOver gives the file names to who asked for them.
func (d *drag) handOver(r xproto.SelectionRequestEvent, kind xproto.Atom) {
	xproto.ChangeProperty(d.conn, xproto.PropModeReplace, r.Requestor, r.Property, kind, 8, uint32(len(d.data)), d.data)
	done := xproto.SelectionNotifyEvent{
		Time: r.Time, Requestor: r.Requestor, Selection: r.Selection, Target: r.Target, Property: r.Property,
	}
	xproto.SendEvent(d.conn, false, r.Requestor, 0, string(done.Bytes()))
}
