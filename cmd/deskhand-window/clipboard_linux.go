package main

import (
	"errors"
	"time"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"
)

// clipboardLimit is how long the program that holds the clipboard may take between
// two parts of its picture.
const clipboardLimit = 3 * time.Second

// clipboardPNG returns the picture in the clipboard as PNG, nil where there is none.
// The toolkit reads text alone from it.
func clipboardPNG() ([]byte, error) {
	conn, err := xgb.NewConn()
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	guard := time.AfterFunc(clipboardLimit, conn.Close) // ends every wait on the connection
	defer guard.Stop()
	s := &selection{conn: conn, wait: func() { guard.Reset(clipboardLimit) }}
	if err := s.open(); err != nil {
		return nil, err
	}
	return s.read()
}

// selection asks for the clipboard as ICCCM, section 2, has it.
type selection struct {
	conn                 *xgb.Conn
	window               xproto.Window
	clipboard, png, incr xproto.Atom
	property             xproto.Atom
	wait                 func() // another part may take as long again
}

// open makes the window that the picture is handed to.
func (s *selection) open() (err error) {
	for name, atom := range map[string]*xproto.Atom{"CLIPBOARD": &s.clipboard, "image/png": &s.png, "INCR": &s.incr, "DESKHAND_PICTURE": &s.property} {
		r, err := xproto.InternAtom(s.conn, false, uint16(len(name)), name).Reply()
		if err != nil {
			return err
		}
		*atom = r.Atom
	}
	if s.window, err = xproto.NewWindowId(s.conn); err != nil {
		return err
	}
	root := xproto.Setup(s.conn).DefaultScreen(s.conn).Root
	return xproto.CreateWindowChecked(s.conn, 0, s.window, root, 0, 0, 1, 1, 0, xproto.WindowClassInputOnly, 0,
		xproto.CwEventMask, []uint32{xproto.EventMaskPropertyChange}).Check()
}

// read returns the picture, nil where the clipboard has none.
func (s *selection) read() ([]byte, error) {
	xproto.ConvertSelection(s.conn, s.window, s.clipboard, s.png, s.property, xproto.TimeCurrentTime)
	for {
		event, err := s.next()
		if err != nil {
			return nil, err
		}
		if told, is := event.(xproto.SelectionNotifyEvent); is {
			if told.Property == xproto.AtomNone {
				return nil, nil
			}
			break
		}
	}
	whole, kind, err := s.take()
	if err != nil || kind != s.incr {
		return whole, err
	}
	return s.parts()
}

// parts returns a picture that is handed over in parts: each is in the property once
// that was deleted, and an empty one is the end.
func (s *selection) parts() (whole []byte, err error) {
	for {
		event, err := s.next()
		if err != nil {
			return nil, err
		}
		changed, is := event.(xproto.PropertyNotifyEvent)
		if !is || changed.State != xproto.PropertyNewValue || changed.Atom != s.property {
			continue
		}
		part, _, err := s.take()
		if err != nil || len(part) == 0 {
			return whole, err
		}
		if whole = append(whole, part...); len(whole) > maxPasted {
			return nil, errPictureTooLarge
		}
	}
}

// take reads the property and deletes it.
func (s *selection) take() ([]byte, xproto.Atom, error) {
	r, err := xproto.GetProperty(s.conn, true, s.window, s.property, xproto.GetPropertyTypeAny, 0, maxPasted/4).Reply()
	if err != nil {
		return nil, 0, err
	}
	if r.BytesAfter > 0 {
		return nil, 0, errPictureTooLarge
	}
	s.wait()
	return r.Value, r.Type, nil
}

// next waits for an event.
func (s *selection) next() (xgb.Event, error) {
	event, failed := s.conn.WaitForEvent()
	switch {
	case failed != nil:
		return nil, failed
	case event == nil:
		return nil, errors.New("the clipboard does not answer")
	}
	return event, nil
}
