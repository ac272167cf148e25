package picture

import (
	"bytes"
	"encoding/binary"
	"errors"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"strings"
	"testing"

	"golang.org/x/image/bmp"
	"golang.org/x/image/tiff"
	"pgregory.net/rapid"
)

// sample is a picture whose corners differ.
func sample() *image.RGBA {
	p := image.NewRGBA(image.Rect(0, 0, 12, 8))
	for i := range p.Pix {
		p.Pix[i] = 255
	}
	p.Set(0, 0, color.Black)
	p.Set(11, 0, color.RGBA{100, 100, 100, 255})
	return p
}

func encoded(t testing.TB, encode func(*bytes.Buffer) error) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := encode(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func samples(t testing.TB) map[string][]byte {
	t.Helper()
	return map[string][]byte{
		"image/png":  encoded(t, func(b *bytes.Buffer) error { return png.Encode(b, sample()) }),
		"image/jpeg": encoded(t, func(b *bytes.Buffer) error { return jpeg.Encode(b, sample(), &jpeg.Options{Quality: 100}) }),
		"image/gif":  encoded(t, func(b *bytes.Buffer) error { return gif.Encode(b, sample(), nil) }),
		"image/bmp":  encoded(t, func(b *bytes.Buffer) error { return bmp.Encode(b, sample()) }),
		"image/tiff": encoded(t, func(b *bytes.Buffer) error { return tiff.Encode(b, sample(), nil) }),
	}
}

func TestEachFormatIsDecodedToTheSamePicture(t *testing.T) {
	for mime, data := range samples(t) {
		file, err := Open(data, mime)
		if err != nil {
			t.Fatal(err)
		}
		decoded, err := file.Decode(1)
		if err != nil {
			t.Fatalf("%s: %v", mime, err)
		}
		grey := Grey(decoded)
		if grey.Rect != image.Rect(0, 0, 12, 8) || grey.GrayAt(0, 0).Y > 60 || grey.GrayAt(6, 5).Y < 240 {
			t.Errorf("%s: %v, corner %v, middle %v", mime, grey.Rect, grey.GrayAt(0, 0), grey.GrayAt(6, 5))
		}
		if _, err := file.Decode(2); !errors.Is(err, ErrPage) {
			t.Errorf("%s: page 2: %v", mime, err)
		}
	}
}

func TestACutPictureIsAnErrorNotAPanic(t *testing.T) {
	for mime, data := range samples(t) {
		for cut := range len(data) {
			file, err := Open(data[:cut], mime)
			if err != nil {
				continue
			}
			if _, err := file.Decode(1); err != nil && !errors.Is(err, ErrBroken) && !errors.Is(err, ErrTooLarge) {
				t.Errorf("%s cut at %d: %v", mime, cut, err)
			}
		}
	}
}

func TestAHugePictureIsRefusedByItsHeader(t *testing.T) {
	for _, size := range [][2]uint32{{60_000, 60_000}, {40_000, 10}, {20_000, 20_000}} {
		header := make([]byte, 54)
		copy(header, "BM")
		binary.LittleEndian.PutUint32(header[2:], 54)
		binary.LittleEndian.PutUint32(header[10:], 54)
		binary.LittleEndian.PutUint32(header[14:], 40)
		binary.LittleEndian.PutUint32(header[18:], size[0])
		binary.LittleEndian.PutUint32(header[22:], size[1])
		binary.LittleEndian.PutUint16(header[26:], 1)
		binary.LittleEndian.PutUint16(header[28:], 24)
		file, err := Open(header, "image/bmp")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := file.Decode(1); !errors.Is(err, ErrTooLarge) {
			t.Errorf("%v: %v", size, err)
		}
	}
}

func TestOtherFormatsAreNotDecoded(t *testing.T) {
	if _, err := Open([]byte("x"), "image/heic"); !errors.Is(err, ErrFormat) {
		t.Errorf("err = %v", err)
	}
}

func TestALoopInATIFFEnds(t *testing.T) {
	data := append([]byte("II*\x00\x08\x00\x00\x00"), 0, 0, 8, 0, 0, 0) // a directory that is its own next
	if pages := tiffPages(data); len(pages) != 1 {
		t.Errorf("pages = %v", pages)
	}
}

func TestOrientationsAreUndoneByTheirInverse(t *testing.T) {
	inverse := map[Orientation]Orientation{1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 8, 7: 7, 8: 6}
	for orientation, back := range inverse {
		turned := OrientColour(sample(), orientation)
		if turned.Rect.Max != orientation.Size(image.Pt(12, 8)) {
			t.Errorf("%d: size %v", orientation, turned.Rect.Max)
		}
		if again := OrientColour(turned, back); !bytes.Equal(again.Pix, sample().Pix) {
			t.Errorf("%d and %d do not undo each other", orientation, back)
		}
		if grey := OrientGrey(Grey(sample()), orientation); !bytes.Equal(grey.Pix, Grey(turned).Pix) {
			t.Errorf("%d: grey differs from colour", orientation)
		}
	}
	if p := TurnColour(sample(), 90); p.RGBAAt(7, 0).R != 0 || p.RGBAAt(7, 11).R != 100 {
		t.Error("a turn by 90 degrees does not go clockwise")
	}
}

func TestAStoredBoxHasThePixelsOfTheUprightOne(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		stored := image.NewRGBA(image.Rect(0, 0, rapid.IntRange(1, 9).Draw(t, "w"), rapid.IntRange(1, 9).Draw(t, "h")))
		for i := range stored.Pix {
			stored.Pix[i] = byte(i * 7)
		}
		o := Orientation(rapid.IntRange(1, 8).Draw(t, "orientation"))
		upright := OrientColour(stored, o)
		size := upright.Rect.Max
		x, y := rapid.IntRange(0, size.X-1).Draw(t, "x"), rapid.IntRange(0, size.Y-1).Draw(t, "y")
		box := image.Rect(x, y, rapid.IntRange(x+1, size.X).Draw(t, "x1"), rapid.IntRange(y+1, size.Y).Draw(t, "y1"))
		part := Colour(stored, o.StoredBox(box, stored.Rect.Max), 1)
		got := OrientColour(part, o)
		if got.Rect.Max != box.Size() {
			t.Fatalf("size %v, want %v", got.Rect.Max, box.Size())
		}
	})
}

func TestTransparentPixelsAreWhite(t *testing.T) {
	clear := image.NewNRGBA(image.Rect(0, 0, 2, 1))
	clear.SetNRGBA(1, 0, color.NRGBA{0, 0, 0, 255})
	paletted := image.NewPaletted(clear.Rect, color.Palette{color.Transparent, color.Black})
	paletted.Pix[1] = 1
	wide := image.NewNRGBA64(clear.Rect)
	wide.Set(1, 0, color.Black)
	for _, p := range []image.Image{clear, paletted, wide} {
		if grey := Grey(p); grey.Pix[0] != 255 || grey.Pix[1] != 0 {
			t.Errorf("%T: %v", p, grey.Pix)
		}
	}
}

func TestAPictureIsScaledDownToFit(t *testing.T) {
	p := image.NewGray(image.Rect(0, 0, 400, 300))
	if fit := Fit(p, 30_000); fit.Rect.Dx() != 200 || fit.Rect.Dy() != 150 {
		t.Errorf("size %v", fit.Rect)
	}
	if Fit(p, 120_000) != p {
		t.Error("a picture that fits is copied")
	}
}

func TestInvalidDatesAreLeftOut(t *testing.T) {
	for text, want := range map[string]string{
		"2024:07:02 14:03:22": "2024-07-02T14:03:22",
		"0000:00:00 00:00:00": "", "    :  :     :  :  ": "", "2024-07-02": "", "1801:01:01 00:00:00": "", "": "",
	} {
		if got := tagDate(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestACamerasWordsAreCutAndCleaned(t *testing.T) {
	got := tagText("Ca\u202enon\x00\n" + strings.Repeat("é", 80))
	if len(got) > maxTagText || strings.ContainsAny(got, "\u202e\x00\n") || !strings.HasPrefix(got, "Canon") {
		t.Errorf("%q", got)
	}
}

func FuzzDecode(f *testing.F) {
	for mime, data := range samples(f) {
		f.Add(mime, data)
	}
	f.Fuzz(func(t *testing.T, mime string, data []byte) {
		_ = ReadCamera(data, mime)
		file, err := Open(data, mime)
		if err != nil {
			return
		}
		if size, err := file.Size(1); err == nil && size.X*size.Y < 1_000_000 {
			if decoded, err := file.Decode(1); err == nil {
				Grey(decoded)
			}
		}
	})
}
