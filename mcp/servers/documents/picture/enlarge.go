package picture

import (
	"image"
	"math"
)

// enlarged returns a grey picture at w×h pixels, each of which is blended of the four
// by four around its place by the kernel of Catmull and Rom. It gives what x/image
// gives, which takes 32 bytes for each pixel of a picture as wide as this one and
// as high as p; here a few rows are kept.
func enlarged(p *image.Gray, w, h int) *image.Gray {
	grey := image.NewGray(image.Rect(0, 0, w, h))
	columns, rows := blends(p.Rect.Dx(), w), blends(p.Rect.Dy(), h)
	var kept [8][]float64 // the rows of p last blended, at their number modulo 8
	for i := range kept {
		kept[i] = make([]float64, w)
	}
	next := 0 // the first row of p that is not blended yet
	for y, across := range rows {
		for ; next < across.first+len(across.weights); next++ {
			widen(kept[next%len(kept)], p.Pix[next*p.Stride:], columns)
		}
		to := grey.Pix[y*grey.Stride:][:w]
		for x := range to {
			var light, total float64
			for i, weight := range across.weights {
				light += float64(kept[(across.first+i)%len(kept)][x] * weight)
				total += weight
			}
			to[x] = byte(uint32(math.Max(0, float64(math.Min(light, total)*across.inverse*math.MaxUint16)+0.5)) >> 8) //nolint:gosec // under 1<<16
		}
	}
	return grey
}

// widen blends the pixels of a row, to between 0 and 1 and a little beyond.
func widen(to []float64, row []byte, columns []blend) {
	for x, down := range columns {
		var light float64
		for i, weight := range down.weights {
			light += float64(float64(uint32(row[down.first+i])*0x101) * weight)
		}
		to[x] = light * (down.inverse / math.MaxUint16)
	}
}

// blend is the pixels that one is made of, from first on, each with its weight.
type blend struct {
	first   int
	weights []float64
	inverse float64 // of the sum of the weights
}

// blends are those of a length of pixels that becomes longer, or stays.
func blends(from, to int) []blend {
	all := make([]blend, to)
	scale := float64(from) / float64(to)
	for i := range all {
		center := float64((float64(i)+0.5)*scale) - 0.5
		b := blend{first: max(0, int(math.Floor(center-2)))}
		var total float64
		for at := b.first; at < min(from, int(math.Ceil(center+2))); at++ {
			weight := catmullRom(math.Abs(center - float64(at)))
			b.weights, total = append(b.weights, weight), total+weight
		}
		b.inverse = 1 / total
		all[i] = b
	}
	return all
}

func catmullRom(t float64) float64 {
	switch {
	case t >= 2:
		return 0
	case t < 1:
		return float64((float64(1.5*t)-2.5)*t*t) + 1
	}
	return float64((float64(float64(float64(-0.5*t)+2.5)*t)-4)*t) + 2
}
