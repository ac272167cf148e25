package widgets

import (
	"image"
	"image/color"
	"image/draw"
	"testing"

	"pgregory.net/rapid"

	"github.com/deskhand/deskhand/ui/theme"
)

func TestAMarkColoursThePaperAndLeavesThePrint(t *testing.T) {
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

func TestNoMarkReachesOutOfThePage(t *testing.T) {
	anywhere := rapid.Float32Range(-3, 3)
	rapid.Check(t, func(t *rapid.T) {
		m := Mark{X: anywhere.Draw(t, "x"), Y: anywhere.Draw(t, "y"), W: anywhere.Draw(t, "w"), H: anywhere.Draw(t, "h")}
		b := image.Rect(5, 5, 40, 60)
		if on := m.on(b); !on.In(b) {
			t.Fatalf("%v lies on %v of %v", m, on, b)
		}
	})
}
