package ui_test

import (
	"net"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"
)

// TestUntrustedTextNeverReachesTheNetwork shows pictures and links in an answer, a result, a
// file name and a title, and clicks everything.
func TestUntrustedTextNeverReachesTheNetwork(t *testing.T) {
	var visits listening
	address := visits.start(t)
	evil := "![pixel](http://" + address + "/p.png) [press me](http://" + address + "/a) <img src=\"http://" + address + "/i\"> \x1b]8;;http://" + address + "\x07x\x1b]8;;\x07"
	d := receipts()
	dir := folder(t, "Traps", "![p](http:x).png")
	d.script.answers(
		calls(evil, "files_list", map[string]any{"path": dir}),
		calls("", evil, map[string]any{"path": evil}),
		moves(dir, "![p](http:x).png"),
		tells("# "+evil+"\n\n- "+evil+"\n> "+evil+"\n\n| "+evil+" |"))
	h := chatting(t, d)
	h.ask(evil)
	h.untilSaid("Move 1 file?")
	h.mustSay("![p](http:x).png")
	h.press("No")
	h.idle()
	h.mustSay("[picture: pixel]", "press me")
	for _, o := range h.all() {
		switch o := o.(type) {
		case *widget.Hyperlink:
			t.Errorf("there is a link %q", o.Text)
		case *widget.RichText:
			for _, s := range o.Segments {
				if _, plain := s.(*widget.TextSegment); !plain {
					t.Errorf("there is a %T", s)
				}
			}
		case *canvas.Image:
			if o.File != "" || o.Resource != nil && !strings.HasSuffix(o.Resource.Name(), ".svg") {
				t.Errorf("there is a picture %v", o.File)
			}
		}
	}
	h.unfold(0)
	h.unfold(1)
	h.window.Fyne().Canvas().Capture()
	h.pressAround()
	if len(h.opened) > 0 || visits.any() {
		t.Errorf("%q was opened; the network was reached: %v", h.opened, visits.any())
	}
}

// pressAround clicks every place of the conversation with text.
func (h *fixture) pressAround() {
	c := h.window.Fyne().Canvas()
	for y := float32(30); y < 660; y += 14 {
		for x := float32(370); x < 900; x += 60 {
			test.TapCanvas(c, fyne.NewPos(x, y))
		}
	}
	h.drain()
}

// listening is a server that counts connections.
type listening struct{ came chan struct{} }

func (l *listening) start(t *testing.T) (address string) {
	t.Helper()
	server, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Close() })
	l.came = make(chan struct{}, 1<<10)
	go func() { // until the server is closed
		for {
			conn, err := server.Accept()
			if err != nil {
				return
			}
			l.came <- struct{}{}
			_ = conn.Close()
		}
	}()
	return server.Addr().String()
}

// any reports whether there was a connection; pending ones are in the queue.
func (l *listening) any() bool { return len(l.came) > 0 }
