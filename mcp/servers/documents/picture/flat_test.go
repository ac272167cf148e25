package picture

import (
	"image"
	"testing"
)

// tilted is a bright sheet with a dark mark on a dark table, photographed from below and
// from one side, and the box of the mark.
func tilted(below, side float64) (*image.Gray, image.Rectangle) {
	p := image.NewGray(image.Rect(0, 0, 900, 1200))
	var mark image.Rectangle
	for y := range 1200 {
		for x := range 900 {
			u, v := float64(x)/900-0.5, float64(y)/1200-0.5
			far := 1 + below*v + side*u
			u, v = u/far, v/far
			light := byte(20)
			switch {
			case u > 0.1 && u < 0.2 && v > 0.2 && v < 0.25:
				light, mark = 60, mark.Union(image.Rect(x, y, x+1, y+1))
			case u > -0.4 && u < 0.4 && v > -0.4 && v < 0.4:
				light = 230
			}
			p.Pix[y*p.Stride+x] = light
		}
	}
	return p, mark
}

func TestASheetPhotographedAtAnAngleIsMadeFlat(t *testing.T) {
	for _, angle := range [][2]float64{{0.3, 0}, {-0.3, 0}, {0, 0.3}, {0, -0.3}, {0.2, -0.2}} {
		p, mark := tilted(angle[0], angle[1])
		flat, slant := Flat(p)
		if flat == nil {
			t.Errorf("%v: it is taken for flat", angle)
			continue
		}
		// On the sheet the mark begins at 5/8 of the width and 3/4 of the height.
		size := flat.Rect.Size()
		box := image.Rect(size.X*5/8, size.Y*3/4, size.X*3/4, size.Y*13/16)
		middle := box.Min.Add(box.Max).Div(2)
		if flat.GrayAt(middle.X, middle.Y).Y > 100 || flat.GrayAt(size.X/100, size.Y/100).Y < 200 || flat.GrayAt(size.X*99/100, size.Y*99/100).Y < 200 {
			t.Errorf("%v: the sheet is not where it should be", angle)
		}
		got := slant.Box(box)
		for _, d := range []int{got.Min.X - mark.Min.X, got.Min.Y - mark.Min.Y, got.Max.X - mark.Max.X, got.Max.Y - mark.Max.Y} {
			if max(d, -d) > 12 {
				t.Errorf("%v: the mark is at %v, and %v was said", angle, mark, got)
				break
			}
		}
	}
}

func TestOtherPicturesAreNotMadeFlat(t *testing.T) {
	sheet, _ := tilted(0, 0)
	beyond, _ := tilted(0.3, 0)
	noise := image.NewGray(image.Rect(0, 0, 300, 200))
	for i := range noise.Pix {
		noise.Pix[i] = byte(i * 7919 >> 4) //nolint:gosec // any
	}
	for name, p := range map[string]*image.Gray{
		"a sheet seen from above": sheet, "the same askew": Straight(sheet, 4), "noise": noise,
		"a sheet that reaches beyond the picture": Grey(beyond.SubImage(image.Rect(0, 200, 900, 1000))),
		"a plain page": printed20(600, 800), "a dark picture": image.NewGray(image.Rect(0, 0, 500, 500)), "a dot": image.NewGray(image.Rect(0, 0, 1, 1)),
	} {
		if flat, _ := Flat(p); flat != nil {
			t.Errorf("%s is made flat", name)
		}
	}
}
