package engine

import (
	"image"
	"math"
	"slices"
	"strings"
	"testing"

	"golang.org/x/image/draw"

	"github.com/deskhand/deskhand/mcp/servers/documents/layout"
	"github.com/deskhand/deskhand/mcp/servers/documents/picture"
)

// on lays a page on something larger of one brightness, by its middle.
func on(page *image.Gray, light byte, margin int) *image.Gray {
	all := image.NewGray(image.Rect(0, 0, page.Rect.Dx()+2*margin, page.Rect.Dy()+2*margin))
	for i := range all.Pix {
		all.Pix[i] = light
	}
	draw.Draw(all, page.Rect.Add(image.Pt(margin, margin)), page, image.Point{}, draw.Src)
	return all
}

// list is a page of rows of which both ends belong together, as on a till receipt.
func list(t *testing.T) *image.Gray {
	t.Helper()
	return pageOf(t, 1000, 32,
		"Harbour Bookshop\tOak Street 12", "Invoice number\t48213", "Date\t14.03.2026", "",
		"Paper, two packs\t12.40", "Copper kettle\t39.90", "Garden lamp\t27.15",
		"Kitchen table\t184.00", "Window frame\t96.20", "Bread board\t18.75", "Delivery\t8.00", "", "Total\t386.40",
		"", "Paid by card. Thank you for your order, and come again when you need a book.",
		"What does not please you can be brought back within fourteen days with this sheet.")
}

// count is how many of these words a reading has.
func count(words []string, read layout.Page) int {
	all := " " + strings.Join(strings.Fields(text(read)), " ") + " "
	var n int
	for _, word := range words {
		if strings.Contains(all, " "+word+" ") {
			n++
		}
	}
	return n
}

// tilted is a page photographed from below and from one side: the farther a part of it is,
// the smaller.
func tilted(page *image.Gray, below, side float64) *image.Gray {
	out := image.NewGray(page.Rect)
	w, h := float64(page.Rect.Dx()), float64(page.Rect.Dy())
	for y := range page.Rect.Dy() {
		for x := range page.Rect.Dx() {
			u, v := float64(x)/w-0.5, float64(y)/h-0.5
			far := 1 + below*v + side*u
			at := image.Pt(int((u/far+0.5)*w), int((v/far+0.5)*h))
			if out.Pix[y*out.Stride+x] = 20; at.In(page.Rect) {
				out.Pix[y*out.Stride+x] = page.GrayAt(at.X, at.Y).Y
			}
		}
	}
	return out
}

func TestASkewedPageOrOneWithDarkMarginsIsReadLikeAStraightOne(t *testing.T) {
	straight := on(list(t), 255, 60)
	pool := newPool(t, Config{Library: withTesseract, Program: "/nowhere/tesseract"})
	read := func(grey *image.Gray) layout.Page {
		t.Helper()
		got, err := pool.Read(t.Context(), of(grey), nil)
		must(t, err)
		if got.Turn != 0 || got.Width != grey.Rect.Dx() || got.Height != grey.Rect.Dy() {
			t.Errorf("it is %d×%d turned by %d, and was given as %v", got.Width, got.Height, got.Turn, grey.Rect)
		}
		return got.Page
	}
	words := strings.Fields(text(read(straight)))
	if len(words) < 30 {
		t.Fatalf("the straight page is read as %q", words)
	}
	for name, grey := range map[string]*image.Gray{
		"askew by 2":                       picture.Straight(straight, 2),
		"askew by 4":                       picture.Straight(straight, 4),
		"askew by 4 to the left":           picture.Straight(straight, -4),
		"on a dark table":                  on(straight, 20, 80),
		"askew by 3, on a dark table":      on(picture.Straight(straight, 3), 20, 80),
		"photographed from below":          tilted(on(straight, 20, 240), 0.4, 0),
		"photographed from the left":       tilted(on(straight, 20, 240), 0, 0.4),
		"photographed from a corner":       tilted(on(straight, 20, 240), 0.4, 0.4),
		"with a dark stripe at the bottom": picture.Grey(on(straight, 20, 80).SubImage(image.Rect(80, 80, 1120, 820))),
	} {
		got := read(grey)
		n := count(words, got)
		t.Logf("%s: %d of %d", name, n, len(words))
		if 10*n < 9*len(words) {
			t.Errorf("%s, %d of %d words are read:\n%s", name, n, len(words), text(got))
		}
	}
}

// Words that were read from the straightened page have their boxes on the original one.
func TestWordsOfASkewedPageHaveTheirBoxesOnTheOriginalPage(t *testing.T) {
	straight := on(list(t), 255, 60)
	pool := newPool(t, Config{Library: withTesseract, Program: "/nowhere/tesseract"})
	where := func(grey *image.Gray, word string) image.Point {
		t.Helper()
		got, err := pool.Read(t.Context(), of(grey), nil)
		must(t, err)
		for _, w := range got.Words {
			if w.Text == word {
				return image.Pt((w.Box.Min.X+w.Box.Max.X)/2, (w.Box.Min.Y+w.Box.Max.Y)/2)
			}
		}
		t.Fatalf("no %q in\n%s", word, text(got.Page))
		return image.Point{}
	}
	skewed := picture.Straight(straight, -4)
	for _, word := range []string{"Bookshop", "386.40"} {
		is, was := where(skewed, word), where(straight, word)
		middle := image.Pt(straight.Rect.Dx()/2, straight.Rect.Dy()/2)
		sin, cos := math.Sincos(4 * math.Pi / 180)
		x, y := float64(was.X-middle.X), float64(was.Y-middle.Y)
		want := image.Pt(skewed.Rect.Dx()/2+int(x*cos-y*sin), skewed.Rect.Dy()/2+int(x*sin+y*cos))
		if d := is.Sub(want); max(d.X, -d.X) > 6 || max(d.Y, -d.Y) > 6 {
			t.Errorf("%q is at %v, not at %v", word, is, want)
		}
	}
}

// The names of many shops are printed bright in a dark box at the head of their receipts.
func TestBrightPrintInADarkBoxIsRead(t *testing.T) {
	name := picture.Straight(picture.ScaleGrey(pageOf(t, 190, 36, "HALVORSEN"), 3), -2)
	for i, light := range name.Pix {
		name.Pix[i] = 255 - light
	}
	slip := on(list(t), 255, 160)
	draw.Draw(slip, image.Rect(380, 40, 380+name.Rect.Dx(), 160), name, image.Pt(0, 100), draw.Src)
	r := reading{pool: newPool(t, Config{Library: withTesseract, Program: "/nowhere/tesseract"}), languages: []string{"eng"}}
	page := layout.Page{Width: slip.Rect.Dx(), Height: slip.Rect.Dy(), Words: []layout.Word{
		{Text: "HAL", Box: image.Rect(420, 80, 500, 140), Confidence: 0.3},
		{Text: "Harbour", Box: image.Rect(200, 230, 290, 260), Confidence: 0.9, Line: 1},
	}}
	got, err := r.boxed(t.Context(), slip, page)
	must(t, err)
	if got := strings.Fields(text(got)); !slices.Equal(got, []string{"HALVORSEN", "/", "Harbour"}) && !slices.Equal(got, []string{"HALVORSEN", "Harbour"}) {
		t.Errorf("it is read as %q", got)
	}
	page.Words[0].Confidence = 0.9
	if got, err = r.boxed(t.Context(), slip, page); err != nil || len(got.Words) != 2 {
		t.Errorf("a box that was read is read again: %q, %v", text(got), err)
	}
}
