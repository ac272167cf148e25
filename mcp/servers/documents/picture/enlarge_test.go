package picture

import (
	"bytes"
	"image"
	"math/rand/v2"
	"testing"

	"golang.org/x/image/draw"
)

func TestAPictureIsEnlargedAsTheLibraryDoes(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2)) //nolint:gosec // for a test
	for _, size := range []image.Point{{1, 1}, {1, 9}, {7, 2}, {61, 43}, {200, 90}} {
		whole := image.NewGray(image.Rect(0, 0, size.X+5, size.Y+3))
		for i := range whole.Pix {
			whole.Pix[i] = byte(random.IntN(2) * random.IntN(256)) //nolint:gosec // a byte
		}
		p := whole.SubImage(image.Rect(3, 2, 3+size.X, 2+size.Y)).(*image.Gray)
		for _, factor := range []float64{1, 1.3, 1.5, 2, 3} {
			got := ScaleGrey(p, factor)
			want := image.NewGray(got.Rect)
			draw.CatmullRom.Scale(want, want.Rect, p, p.Rect, draw.Src, nil)
			if !bytes.Equal(got.Pix, want.Pix) {
				t.Errorf("%v at %v times its size is another picture", size, factor)
			}
		}
	}
}

// BenchmarkEnlarged is what a receipt takes at twice its size.
func BenchmarkEnlarged(b *testing.B) {
	p := image.NewGray(image.Rect(0, 0, 700, 1500))
	b.ReportAllocs()
	for b.Loop() {
		ScaleGrey(p, 2)
	}
}
