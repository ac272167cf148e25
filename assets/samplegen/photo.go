package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"image"
	"image/color"
)

// landscapePhoto is a picture without words that knows when it was taken.
func landscapePhoto(*fonts) ([]byte, error) {
	jpg, err := asJPEG(landscape(900, 600), 80)
	if err != nil {
		return nil, err
	}
	return withEXIF(jpg, "Lumora", "Lumora L-20", "2025:08:17 14:05:33")
}

// landscape is hills under a sky, in whole numbers so that every machine
// draws the same.
func landscape(w, h int) image.Image {
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			img.SetRGBA(x, y, landscapeAt(x, y, w, h))
		}
	}
	return img
}

func landscapeAt(x, y, w, h int) color.RGBA {
	far := h*55/100 - tent(x, w/3, h/5)
	near := h*75/100 - tent(x+w/7, w/2, h/6)
	dx, dy := x-w*3/4, y-h/5
	switch {
	case y > near:
		return color.RGBA{R: 58, G: clamp(120 - (y-near)/6), B: 62, A: 255}
	case y > far:
		return color.RGBA{R: 96, G: clamp(140 - (y-far)/5), B: 122, A: 255}
	case dx*dx+dy*dy < (h/14)*(h/14):
		return color.RGBA{R: 255, G: 244, B: 200, A: 255}
	default:
		return color.RGBA{R: clamp(120 + y/4), G: clamp(170 + y/6), B: 235, A: 255}
	}
}

// tent is a row of peaks, one every period pixels, height pixels high.
func tent(x, period, height int) int {
	x %= period
	if x > period/2 {
		x = period - x
	}
	return x * 2 * height / period
}

// The EXIF tags that are written.
const (
	tagMake             = 0x010f
	tagModel            = 0x0110
	tagOrientation      = 0x0112
	tagDateTime         = 0x0132
	tagExifIFD          = 0x8769
	tagExifVersion      = 0x9000
	tagDateTimeOriginal = 0x9003
)

// The EXIF types that are written.
const (
	typeASCII     = 2
	typeShort     = 3
	typeLong      = 4
	typeUndefined = 7
)

// tag is one entry of an image file directory.
type tag struct {
	id, kind uint16
	count    uint32
	value    []byte // longer than 4 bytes: stored after the directory
}

func asciiTag(id uint16, s string) tag {
	v := append([]byte(s), 0)
	return tag{id, typeASCII, uint32(len(v)), v}
}

func longTag(id uint16, n uint32) tag {
	return tag{id, typeLong, 1, binary.LittleEndian.AppendUint32(nil, n)}
}

// withEXIF puts an APP1 segment right after the start of a JPEG.
func withEXIF(jpg []byte, maker, model, taken string) ([]byte, error) {
	if !bytes.HasPrefix(jpg, []byte{0xff, 0xd8}) {
		return nil, errors.New("not a JPEG")
	}
	tiff := tiffHeader(maker, model, taken)
	out := append([]byte{}, jpg[:2]...)
	out = append(out, 0xff, 0xe1)
	out = binary.BigEndian.AppendUint16(out, uint16(2+6+len(tiff)))
	out = append(out, "Exif\x00\x00"...)
	out = append(out, tiff...)
	return append(out, jpg[2:]...), nil
}

// tiffHeader is the little-endian TIFF structure of the segment.
func tiffHeader(maker, model, taken string) []byte {
	main := func(exifAt uint32) []byte {
		return directory(8, []tag{
			asciiTag(tagMake, maker),
			asciiTag(tagModel, model),
			{tagOrientation, typeShort, 1, []byte{1, 0, 0, 0}},
			asciiTag(tagDateTime, taken),
			longTag(tagExifIFD, exifAt),
		})
	}
	exifAt := uint32(8 + len(main(0)))
	out := append([]byte("II*\x00"), 8, 0, 0, 0)
	out = append(out, main(exifAt)...)
	return append(out, directory(exifAt, []tag{
		{tagExifVersion, typeUndefined, 4, []byte("0232")},
		asciiTag(tagDateTimeOriginal, taken),
	})...)
}

// directory is an image file directory that starts at offset at, with its
// long values behind it.
func directory(at uint32, tags []tag) []byte {
	out := binary.LittleEndian.AppendUint16(nil, uint16(len(tags)))
	var values []byte
	valuesAt := at + uint32(2+12*len(tags)+4)
	for _, t := range tags {
		out = binary.LittleEndian.AppendUint16(out, t.id)
		out = binary.LittleEndian.AppendUint16(out, t.kind)
		out = binary.LittleEndian.AppendUint32(out, t.count)
		if len(t.value) > 4 {
			out = binary.LittleEndian.AppendUint32(out, valuesAt+uint32(len(values)))
			values = append(values, t.value...)
			continue
		}
		out = append(out, append(t.value, 0, 0, 0, 0)[:4]...)
	}
	out = append(out, 0, 0, 0, 0) // no next directory
	return append(out, values...)
}
