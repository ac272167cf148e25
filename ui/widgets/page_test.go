package widgets

import (
	"image"
	"image/color"
	"image/draw"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"pgregory.net/rapid"

	"github.com/deskhand/deskhand/ui/theme"
)

func TestAMarkColoursThePaperButNotThePrint(t *testing.T) {
	page := image.NewGray(image.Rect(0, 0, 100, 100))
	draw.Draw(page, page.Bounds(), image.White, image.Point{}, draw.Src)
	page.SetGray(50, 50, color.Gray{Y: 0})
	got := highlighted(page, []Mark{{X: 0.4, Y: 0.4, W: 0.2, H: 0.2}})
	for at, want := range map[image.Point]color.NRGBA{
		{X: 45, Y: 45}: theme.Highlight(),
		{X: 50, Y: 50}: {A: 255},
		{X: 10, Y: 10}: {R: 255, G: 255, B: 255, A: 255},
	} {
		if c := got.(*image.NRGBA).NRGBAAt(at.X, at.Y); c != want {
			t.Errorf("at %v it is %v, want %v", at, c, want)
		}
	}
	if page.GrayAt(45, 45).Y != 255 {
		t.Error("the page itself was painted on")
	}
}

func TestMarksStayInsideThePage(t *testing.T) {
	anywhere := rapid.Float32Range(-3, 3)
	rapid.Check(t, func(t *rapid.T) {
		m := Mark{X: anywhere.Draw(t, "x"), Y: anywhere.Draw(t, "y"), W: anywhere.Draw(t, "w"), H: anywhere.Draw(t, "h")}
		b := image.Rect(5, 5, 40, 60)
		if on := m.on(b); !on.In(b) {
			t.Fatalf("%v is at %v of %v", m, on, b)
		}
	})
}

func TestAPageZoomsAboutAPointAndBack(t *testing.T) {
	test.NewTempApp(t)
	p := NewPage()
	w := test.NewTempWindow(t, p)
	w.SetPadded(false)
	w.Resize(fyne.NewSize(402, 302))
	p.Open(image.NewGray(image.Rect(0, 0, 100, 140)), []Mark{{X: 0.1, Y: 0.1, W: 0.1, H: 0.1}})
	wide := p.sheet.drawn(p.sheet.Size()).Width
	at := fyne.NewPos(100, 200)
	before := p.sheet.fraction(at)
	seen := at.Subtract(p.scroll.Offset)
	p.sheet.DoubleTapped(&fyne.PointEvent{Position: at})
	if got := p.sheet.drawn(p.sheet.Size()).Width; got < 2*wide {
		t.Fatalf("it is %v wide, was %v", got, wide)
	}
	after := p.sheet.fraction(seen.Add(p.scroll.Offset))
	if dx, dy := after.X-before.X, after.Y-before.Y; dx*dx+dy*dy > 0.0004 {
		t.Errorf("under the mouse is %v, was %v", after, before)
	}
	p.sheet.DoubleTapped(&fyne.PointEvent{Position: at})
	if got := p.sheet.drawn(p.sheet.Size()).Width; got != wide {
		t.Errorf("then it is %v wide, was %v", got, wide)
	}
	for range 20 {
		p.Zoom(zoomStep, at)
	}
	if p.Zoomed() != zoomMax {
		t.Errorf("it is zoomed to %v", p.Zoomed())
	}
}
