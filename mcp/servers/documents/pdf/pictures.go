package pdf

import (
	"bytes"
	"fmt"
	"image"
	"slices"

	"github.com/deskhand/deskhand/mcp/servers/documents/picture"
)

// A Picture is a page of a file that FromPictures makes.
type Picture struct {
	// Stored are the width and height of the picture as it is stored, Orientation how
	// it is turned to be upright, as in EXIF: 1 to 8.
	Stored      image.Point
	Orientation picture.Orientation
	// Turn is by how many degrees clockwise a viewer turns the page.
	Turn int
	// Filter is how Data is packed, DCTDecode or FlateDecode; Colours are 1, 3 or 4 of
	// Bits each, the ink of four of them inverted.
	Filter        string
	Colours, Bits int
	Data          []byte
}

// paper is the longest side of a page in points, that of A4: what pictures say of their
// resolution is seldom true.
const paper = 842

// FromPictures makes a file of a page a picture.
func FromPictures(pictures []Picture) []byte {
	w := writer{}
	var kids bytes.Buffer
	for i := range pictures {
		fmt.Fprintf(&kids, "%d 0 R ", 3+3*i)
	}
	w.object("<< /Type /Catalog /Pages 2 0 R >>", nil)
	w.object(fmt.Sprintf("<< /Type /Pages /Kids [%s] /Count %d >>", kids.String(), len(pictures)), nil)
	for i, p := range pictures {
		w.page(3+3*i, p)
	}
	return w.end()
}

// writer writes the objects of a file, and remembers where they are.
type writer struct {
	bytes.Buffer
	starts []int
}

func (w *writer) object(dictionary string, stream []byte) {
	if len(w.starts) == 0 {
		w.WriteString("%PDF-1.4\n")
	}
	w.starts = append(w.starts, w.Len())
	fmt.Fprintf(w, "%d 0 obj\n%s\n", len(w.starts), dictionary)
	if stream != nil {
		w.WriteString("stream\n")
		w.Write(stream)
		w.WriteString("\nendstream\n")
	}
	w.WriteString("endobj\n")
}

// page writes a page, what it draws, and the picture: three objects from number on.
func (w *writer) page(number int, p Picture) {
	upright := p.Orientation.Size(p.Stored)
	scale := float64(paper) / float64(max(upright.X, upright.Y, 1))
	width, height := max(1, float64(upright.X)*scale), max(1, float64(upright.Y)*scale)
	content := fmt.Appendf(nil, "q %s cm /X0 Do Q", p.matrix(width, height))
	w.object(fmt.Sprintf("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 %.3f %.3f] /Rotate %d /Resources << /XObject << /X0 %d 0 R >> >> /Contents %d 0 R >>",
		width, height, (p.Turn%360+360)%360, number+2, number+1), nil)
	w.object(fmt.Sprintf("<< /Length %d >>", len(content)), content)
	space := map[int]string{1: "/DeviceGray", 3: "/DeviceRGB", 4: "/DeviceCMYK /Decode [1 0 1 0 1 0 1 0]"}[p.Colours]
	w.object(fmt.Sprintf("<< /Type /XObject /Subtype /Image /Width %d /Height %d /ColorSpace %s /BitsPerComponent %d /Filter /%s /Length %d >>",
		p.Stored.X, p.Stored.Y, space, p.Bits, p.Filter, len(p.Data)), p.Data)
}

// matrix puts the stored picture upright on a page of that size.
func (p Picture) matrix(width, height float64) string {
	across, down := [2]float64{width, 0}, [2]float64{0, -height} // where its rows and columns run to
	switch p.Orientation {
	case 2:
		across = [2]float64{-width, 0}
	case 3:
		across, down = [2]float64{-width, 0}, [2]float64{0, height}
	case 4:
		down = [2]float64{0, height}
	case 5:
		across, down = [2]float64{0, -height}, [2]float64{width, 0}
	case 6:
		across, down = [2]float64{0, -height}, [2]float64{-width, 0}
	case 7:
		across, down = [2]float64{0, height}, [2]float64{-width, 0}
	case 8:
		across, down = [2]float64{0, height}, [2]float64{width, 0}
	}
	// Where its lowest row begins, so that all of it is on the page.
	x := -min(0, across[0], -down[0], across[0]-down[0])
	y := -min(0, across[1], -down[1], across[1]-down[1])
	return fmt.Sprintf("%.3f %.3f %.3f %.3f %.3f %.3f", across[0], across[1], -down[0], -down[1], x, y)
}

// end writes the table of where the objects are.
func (w *writer) end() []byte {
	table := w.Len()
	fmt.Fprintf(w, "xref\n0 %d\n0000000000 65535 f \n", len(w.starts)+1)
	for _, at := range w.starts {
		fmt.Fprintf(w, "%010d 00000 n \n", at)
	}
	fmt.Fprintf(w, "trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(w.starts)+1, table)
	return slices.Clip(w.Bytes())
}
