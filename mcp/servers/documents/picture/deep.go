package picture

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"fmt"
	"image"
	"io"
)

// deepPNG is a PNG of 16 bits a colour. The standard library decodes it to eight
// bytes a pixel; here it is decoded row by row, and of each colour the upper eight
// bits are kept, so that it takes no more than any other picture.
type deepPNG struct {
	width, height int
	colours       int    // of a pixel, with the alpha
	parts         []byte // the compressed rows
}

// openDeepPNG reports whether a file is such a PNG, rows from the top.
func openDeepPNG(data []byte) (deepPNG, bool) {
	const head = 8 + 8 + 13 + 4 // the signature, and a chunk of 13 bytes
	if len(data) < head || string(data[:8]) != "\x89PNG\r\n\x1a\n" || string(data[12:16]) != "IHDR" {
		return deepPNG{}, false
	}
	p := deepPNG{width: int(binary.BigEndian.Uint32(data[16:])), height: int(binary.BigEndian.Uint32(data[20:]))}
	depth, kind, interlaced := data[24], data[25], data[28]
	p.colours = map[byte]int{0: 1, 2: 3, 4: 2, 6: 4}[kind]
	if depth != 16 || interlaced != 0 || p.colours == 0 || p.width < 1 || p.height < 1 {
		return deepPNG{}, false
	}
	for rest := data[head:]; len(rest) >= 12; {
		length := int64(binary.BigEndian.Uint32(rest))
		if length > int64(len(rest)-12) {
			length = int64(len(rest) - 12) // it is cut off, which the rows will show
		}
		if string(rest[4:8]) == "IDAT" {
			p.parts = append(p.parts, rest[8:8+length]...)
		}
		rest = rest[12+length:]
	}
	return p, true
}

// decode returns the picture; its size was checked.
func (p deepPNG) decode() (image.Image, error) {
	unpacked, err := zlib.NewReader(bytes.NewReader(p.parts))
	if err != nil {
		return nil, err
	}
	bounds := image.Rect(0, 0, p.width, p.height)
	var grey *image.Gray
	var colour *image.NRGBA
	if p.colours == 1 {
		grey = image.NewGray(bounds)
	} else {
		colour = image.NewNRGBA(bounds)
	}
	pixel := 2 * p.colours
	row, above := make([]byte, 1+pixel*p.width), make([]byte, 1+pixel*p.width)
	for y := range p.height {
		if _, err := io.ReadFull(unpacked, row); err != nil {
			return nil, err
		}
		if err := unfilter(row[0], row[1:], above[1:], pixel); err != nil {
			return nil, err
		}
		for x := range p.width {
			from := row[1+x*pixel : 1+(x+1)*pixel]
			if grey != nil {
				grey.Pix[y*grey.Stride+x] = from[0]
				continue
			}
			to := colour.Pix[y*colour.Stride+4*x:][:4]
			switch p.colours {
			case 2:
				to[0], to[1], to[2], to[3] = from[0], from[0], from[0], from[2]
			case 3:
				to[0], to[1], to[2], to[3] = from[0], from[2], from[4], 255
			default:
				to[0], to[1], to[2], to[3] = from[0], from[2], from[4], from[6]
			}
		}
		row, above = above, row
	}
	if grey != nil {
		return grey, nil
	}
	return colour, nil
}

// unfilter turns the differences that a row is stored as into its bytes, by those
// of the row above and of the pixel before.
func unfilter(filter byte, row, above []byte, pixel int) error {
	for i := range row {
		var left, corner byte
		if i >= pixel {
			left, corner = row[i-pixel], above[i-pixel]
		}
		switch filter {
		case 0:
			return nil
		case 1:
			row[i] += left
		case 2:
			row[i] += above[i]
		case 3:
			row[i] += byte((int(left) + int(above[i])) / 2) //nolint:gosec // the mean of two bytes
		case 4:
			row[i] += nearest(int(left), int(above[i]), int(corner))
		default:
			return fmt.Errorf("%w: filter %d", ErrBroken, filter)
		}
	}
	return nil
}

// nearest is that of three bytes which is nearest to left + above - corner.
func nearest(left, above, corner int) byte {
	toLeft, toAbove, toCorner := distance(above, corner), distance(left, corner), distance(left+above, 2*corner)
	switch {
	case toLeft <= toAbove && toLeft <= toCorner:
		return byte(left) //nolint:gosec // a byte
	case toAbove <= toCorner:
		return byte(above) //nolint:gosec // a byte
	default:
		return byte(corner) //nolint:gosec // a byte
	}
}

func distance(a, b int) int { return max(a-b, b-a) }
