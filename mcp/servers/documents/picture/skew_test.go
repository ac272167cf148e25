package picture

import (
	"image"
	"math"
	"math/rand/v2"
	"testing"
)

// printed20 is a picture of paper with 20 rows of marks, like words, from 50 on.
func printed20(w, h int) *image.Gray {
	p := filled(w, h, 230)
	random := rand.New(rand.NewPCG(1, 2)) //nolint:gosec // for a test
	for row := range 20 {
		y := 50 + row*(h-100)/20
		for x := 60; x < w-100; {
			width := 8 + random.IntN(14)
			if random.IntN(5) > 0 {
				fill(p, image.Rect(x, y-random.IntN(6), x+width, y+14), 40)
			}
			x += width + 5
		}
	}
	return p
}

func filled(w, h int, light byte) *image.Gray {
	p := image.NewGray(image.Rect(0, 0, w, h))
	fill(p, p.Rect, light)
	return p
}

func fill(p *image.Gray, box image.Rectangle, light byte) {
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			p.Pix[y*p.Stride+x] = light
		}
	}
}

func TestSkewIsDetectedAndStraightened(t *testing.T) {
	for _, size := range []image.Point{{800, 1100}, {1654, 2339}} {
		page := printed20(size.X, size.Y)
		for _, degrees := range []float64{-5, -3, -1, 0, 0.8, 2, 4} {
			// Straight turns against the clock, so that lines rise.
			turned := Straight(page, -degrees)
			if got := Skew(turned); math.Abs(got-degrees) > 0.2 {
				t.Errorf("%v askew by %.1f is taken for %.1f", size, degrees, got)
			}
			if got := Skew(Straight(turned, degrees)); math.Abs(got) > 0.2 {
				t.Errorf("%v askew by %.1f is still so by %.1f when made straight", size, degrees, got)
			}
		}
	}
}

func TestNoSkewIsDetectedWithoutPrint(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4)) //nolint:gosec // for a test
	noise := filled(700, 900, 0)
	for i := range noise.Pix {
		noise.Pix[i] = byte(random.IntN(256)) //nolint:gosec // a byte
	}
	for name, p := range map[string]*image.Gray{"noise": noise, "paper": filled(700, 900, 240), "a dot": filled(1, 1, 0), "a line": filled(3000, 1, 0), "a wide one": filled(5000, 3, 9)} {
		if got := Skew(p); got != 0 {
			t.Errorf("%s is askew by %.1f", name, got)
		}
		Straight(p, 3)
	}
}

// Each place of the straightened picture is found in the skewed one.
func TestAPlaceOfTheStraightPictureIsFoundInTheSkewedOne(t *testing.T) {
	page := filled(600, 800, 250)
	mark := image.Rect(420, 130, 450, 150)
	fill(page, mark, 0)
	for _, degrees := range []float64{-4, 1, 3} {
		straight := Straight(page, degrees)
		var found image.Rectangle
		for y := range straight.Rect.Dy() {
			for x := range straight.Rect.Dx() {
				if straight.GrayAt(x, y).Y < 60 {
					found = found.Union(image.Rect(x, y, x+1, y+1))
				}
			}
		}
		got := Askew(found, page.Rect.Size(), degrees)
		if !mark.Inset(-4).In(got.Inset(-6)) || got.Dx() > 40 || got.Dy() > 30 {
			t.Errorf("turned by %.0f it is at %v, so %v in the picture, not %v", degrees, found, got, mark)
		}
	}
}

func TestDarkMarginsBecomePaper(t *testing.T) {
	page := printed20(800, 1100)
	framed := filled(960, 1200, 15)
	for y := range 1100 {
		copy(framed.Pix[(60+y)*960+90:], page.Pix[y*800:(y+1)*800])
	}
	clean := WithoutEdges(framed)
	var wrong int
	for y := range 1200 {
		for x := range 960 {
			want := byte(230)
			if inside := image.Pt(x-90, y-60); inside.In(page.Rect) {
				want = page.GrayAt(inside.X, inside.Y).Y
			}
			if clean.GrayAt(x, y).Y != want {
				wrong++
			}
		}
	}
	if wrong > 0 {
		t.Errorf("%d pixels are not as they were on the page, or paper", wrong)
	}
}

func TestDarkPartsThatAreNoMarginStay(t *testing.T) {
	plain := printed20(800, 1100)
	banner := printed20(800, 1100)
	fill(banner, image.Rect(0, 0, 800, 160), 20)
	for x := 100; x < 600; x += 24 { // white letters
		fill(banner, image.Rect(x, 50, x+10, 100), 240)
	}
	night := filled(800, 1100, 10)
	fill(night, image.Rect(100, 100, 500, 130), 240)
	for name, p := range map[string]*image.Gray{"a plain page": plain, "white print on a banner": banner, "a dark picture": night, "black": filled(300, 300, 0), "one pixel": filled(1, 1, 0)} {
		if WithoutEdges(p) != p {
			t.Errorf("%s is painted over", name)
		}
	}
}

// A sheet that was torn off has bright teeth in the dark below it, as print would be.
func TestATornEdgeIsTakenForPrintUnlessNothingElseIsLeft(t *testing.T) {
	torn := printed20(800, 1100)
	fill(torn, image.Rect(0, 1050, 800, 1100), 0)
	for x := 0; x < 800; x += 16 {
		fill(torn, image.Rect(x, 1050, x+8, 1092), 230)
	}
	if WithoutEdges(torn) != torn {
		t.Error("what may be print is painted over")
	}
	clean := WithoutAnyEdges(torn)
	if got := clean.GrayAt(12, 1070).Y; got != 230 {
		t.Errorf("between the teeth it is %d bright", got)
	}
}

func TestDarkBoxesWithBrightPrintAreFound(t *testing.T) {
	box := image.Rect(200, 60, 600, 140)
	page := func(in func(p *image.Gray)) *image.Gray {
		p := printed20(800, 1100)
		fill(p, image.Rect(0, 40, 800, 160), 230)
		in(p)
		return p
	}
	letters := func(p *image.Gray, box image.Rectangle) {
		for x := box.Min.X + 20; x < box.Max.X-20; x += 24 {
			fill(p, image.Rect(x, box.Min.Y+20, x+10, box.Max.Y-20), 240)
		}
	}
	for name, row := range map[string]struct {
		p    *image.Gray
		want int
	}{
		"print":                 {page(func(*image.Gray) {}), 0},
		"a box":                 {page(func(p *image.Gray) { fill(p, box, 20); letters(p, box) }), 1},
		"a black box":           {page(func(p *image.Gray) { fill(p, box, 20) }), 0},
		"a frame":               {page(func(p *image.Gray) { fill(p, box, 20); fill(p, box.Inset(8), 230) }), 0},
		"a banner":              {page(func(p *image.Gray) { b := image.Rect(0, 0, 800, 160); fill(p, b, 20); letters(p, b) }), 0},
		"a picture of one tint": {filled(300, 300, 90), 0},
	} {
		if got := Boxes(row.p); len(got) != row.want || row.want == 1 && !box.In(got[0].Inset(-8)) {
			t.Errorf("%s: %v", name, got)
		}
	}
}
