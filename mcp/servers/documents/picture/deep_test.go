package picture

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"math/rand/v2"
	"testing"
)

// A PNG of 16 bits gives the upper eight bits of what the standard library reads.
func TestAPNGOf16BitsIsDecodedRowByRow(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2)) //nolint:gosec // for a test
	bounds := image.Rect(0, 0, 37, 23)
	for name, canvas := range map[string]draw.Image{
		"grey": image.NewGray16(bounds), "colour": image.NewRGBA64(bounds), "with alpha": image.NewNRGBA64(bounds),
	} {
		for y := range bounds.Dy() {
			for x := range bounds.Dx() {
				alpha := uint16(0xffff)
				if name == "with alpha" {
					alpha = uint16(random.Uint32()) //nolint:gosec // any
				}
				slope := uint16(1000*x + 777*y)                                                                       //nolint:gosec // any
				canvas.Set(x, y, color.NRGBA64{R: slope, G: slope / 3, B: uint16(random.Uint32()) | slope, A: alpha}) //nolint:gosec // any
			}
		}
		data := encoded(t, func(b *bytes.Buffer) error { return png.Encode(b, canvas) })
		want, err := png.Decode(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		file, err := Open(data, "image/png")
		if err != nil {
			t.Fatal(err)
		}
		got, err := file.Decode(1)
		if err != nil {
			t.Fatal(err)
		}
		if file.deep == nil || got.Bounds() != bounds {
			t.Fatalf("%s: deep %v, %v", name, file.deep != nil, got.Bounds())
		}
		for y := range bounds.Dy() {
			for x := range bounds.Dx() {
				w, g := color.NRGBA64Model.Convert(want.At(x, y)).(color.NRGBA64), color.NRGBAModel.Convert(got.At(x, y)).(color.NRGBA)
				if (color.NRGBA{byte(w.R >> 8), byte(w.G >> 8), byte(w.B >> 8), byte(w.A >> 8)}) != g && g.A > 0 {
					t.Fatalf("%s at %d, %d: %v, want %v", name, x, y, g, w)
				}
			}
		}
		cut, err := Open(data[:len(data)*2/3], "image/png")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := cut.Decode(1); !errors.Is(err, ErrBroken) {
			t.Errorf("%s, cut off: %v", name, err)
		}
	}
}

func TestAPNGOf16BitsMayBeAsLargeAsAnyOther(t *testing.T) {
	for _, row := range []struct {
		side       uint32
		interlaced byte
		want       error
	}{{10_000, 0, nil}, {10_001, 0, ErrTooLarge}, {7_000, 1, nil}, {7_100, 1, ErrTooDeep}} {
		data := encoded(t, func(b *bytes.Buffer) error { return png.Encode(b, image.NewNRGBA64(image.Rect(0, 0, 8, 8))) })
		binary.BigEndian.PutUint32(data[16:], row.side)
		binary.BigEndian.PutUint32(data[20:], row.side)
		data[28] = row.interlaced
		binary.BigEndian.PutUint32(data[29:], crc32.ChecksumIEEE(data[12:29]))
		file, err := Open(data, "image/png")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := file.Size(1); !errors.Is(err, row.want) {
			t.Errorf("%+v: %v", row, err)
		}
	}
}
