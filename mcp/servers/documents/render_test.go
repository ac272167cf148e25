package documents

import (
	"bytes"
	"encoding/base64"
	"image"
	"image/png"
	"os"
	"strings"
	"testing"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/deskhand/deskhand/agentcore/chat"
	wire "github.com/deskhand/deskhand/agentcore/wire/documents"
)

// render calls the tool and decodes the picture.
func (h host) render(t *testing.T, args map[string]any) (image.Image, wire.Rendering) {
	t.Helper()
	answer := h.call(t, "render", args, nil)
	if answer.IsError {
		t.Fatalf("render %v: %s", args, textOf(answer))
	}
	content, ok := mcp.AsImageContent(answer.Content[0])
	if !ok || content.MIMEType != "image/png" {
		t.Fatalf("content = %+v", answer.Content[0])
	}
	data, err := base64.StdEncoding.DecodeString(content.Data)
	must(t, err)
	picture, err := png.Decode(bytes.NewReader(data))
	must(t, err)
	var rendering wire.Rendering
	decoded(t, answer, &rendering)
	if size := picture.Bounds().Size(); size.X != rendering.Width || size.Y != rendering.Height {
		t.Errorf("the picture has %v pixels, the result says %+v", size, rendering)
	}
	return picture, rendering
}

// marked is a receipt with a black square near its top right corner.
func marked(t *testing.T) *image.RGBA {
	t.Helper()
	page := drawText(t, receipt, 22)
	for y := 10; y < 50; y++ {
		for x := page.Rect.Max.X - 50; x < page.Rect.Max.X-10; x++ {
			page.Set(x, y, image.Black)
		}
	}
	return page
}

// dark is the share of dark pixels in a part of a picture, given in fractions.
func dark(p image.Image, x, y, w, h float64) float64 {
	size := p.Bounds().Size()
	count, total := 0, 0
	for py := int(y * float64(size.Y)); py < int((y+h)*float64(size.Y)); py++ {
		for px := int(x * float64(size.X)); px < int((x+w)*float64(size.X)); px++ {
			total++
			if r, _, _, _ := p.At(px, py).RGBA(); r < 0x8000 {
				count++
			}
		}
	}
	return float64(count) / float64(total)
}

func TestRenderShowsTheUprightPage(t *testing.T) {
	h := serve(t, Config{Roots: []string{os.TempDir()}})
	page := marked(t)
	size := page.Rect.Size()
	x, y := float64(size.X-50)/float64(size.X), 10/float64(size.Y)
	w, hh := 40/float64(size.X), 40/float64(size.Y)
	for _, turn := range []int{0, 90, 180, 270} {
		path := file(t, "scan.png", pngOf(t, turnedBy(page, turn)))
		shown, rendering := h.render(t, map[string]any{"path": path, "max_px": 400})
		if max(rendering.Width, rendering.Height) != 400 || rendering.Pages != 1 || rendering.Rotation != (360-turn)%360 {
			t.Errorf("turned by %d: %+v", turn, rendering)
		}
		if share := dark(shown, x, y, w, hh); share < 0.8 {
			t.Errorf("turned by %d: the mark is not at the top right (%v dark)", turn, share)
		}
		crop, _ := h.render(t, map[string]any{"path": path, "crop": []float64{x, y, w, hh}})
		if share := dark(crop, 0, 0, 1, 1); share < 0.9 {
			t.Errorf("turned by %d: the crop shows something else than the mark (%v dark)", turn, share)
		}
	}
}

func TestRenderShowsWhatTheBoxesOfReadSay(t *testing.T) {
	if raced {
		t.Skip("a page of a PDF takes more memory than a worker has under the race detector")
	}
	h := serve(t, Config{Roots: []string{os.TempDir()}})
	for name, path := range map[string]string{
		"a photo with the camera's mark": file(t, "p.jpg", withEXIF(jpegOf(t, turnedBy(marked(t), 270)), 6, "2024:01:01 00:00:00", "x")),
		"a PDF with a text layer":        file(t, "t.pdf", pdfOf(textPage("Some words", "Total 14.85"))),
		"a PDF that lies on its side": file(t, "r.pdf", func() []byte {
			page := textPage("Some words that are long enough", "Total 14.85")
			page.extra = "/Rotate 270 /CropBox [20 30 560 800]"
			return pdfOf(page)
		}()),
		"a scan in a PDF": file(t, "s.pdf", pdfOf(scanPage(t, receipt))),
	} {
		t.Run(name, func(t *testing.T) {
			result := h.read(t, path)
			found := false
			for _, word := range result.Words {
				if word.Text != "Total" {
					continue
				}
				found = true
				crop, _ := h.render(t, map[string]any{"path": path, "crop": word.Box[:], "max_px": 800})
				if share := dark(crop, 0, 0, 1, 1); share < 0.1 || share > 0.7 {
					t.Errorf("the crop of the word is %v dark", share)
				}
				adjacent := []float64{0, word.Box[1], word.Box[0] * 0.9, word.Box[3]}
				margin, _ := h.render(t, map[string]any{"path": path, "crop": adjacent})
				if share := dark(margin, 0, 0, 1, 1); share > 0.01 {
					t.Errorf("the margin next to the word is %v dark", share)
				}
			}
			if !found {
				t.Errorf("text = %q", result.Text)
			}
		})
	}
}

func TestRenderDrawsTextAsAPage(t *testing.T) {
	h := serve(t, Config{Roots: []string{os.TempDir()}})
	for _, path := range []string{file(t, "a.txt", []byte("Shopping list\nmilk\n")), file(t, "b.docx", letter(t))} {
		shown, rendering := h.render(t, map[string]any{"path": path, "max_px": 300})
		if rendering.Height != 300 || rendering.Pages != 1 {
			t.Errorf("%s: %+v", path, rendering)
		}
		if top, bottom := dark(shown, 0, 0, 1, 0.2), dark(shown, 0, 0.5, 1, 0.5); top == 0 || bottom != 0 {
			t.Errorf("%s: %v dark at the top, %v at the bottom", path, top, bottom)
		}
	}
}

func TestRenderRefusesWhatItCannotShow(t *testing.T) {
	h := serve(t, Config{Roots: []string{os.TempDir()}})
	png := file(t, "a.png", pngOf(t, drawText(t, receipt[:1], 28)))
	for _, row := range []struct {
		name string
		args map[string]any
		want chat.ErrorType
	}{
		{"no path", map[string]any{}, chat.ErrInvalidArgs},
		{"an empty file", map[string]any{"path": file(t, "e.png", nil)}, chat.ErrExecution},
		{"a damaged picture", map[string]any{"path": file(t, "d.png", []byte("\x89PNG\r\n\x1a\n"))}, chat.ErrExecution},
		{"a program", map[string]any{"path": file(t, "p", []byte("\x7fELF\x02\x01\x01\x00\x00"))}, chat.ErrExecution},
		{"a page that is not there", map[string]any{"path": png, "page": 2}, chat.ErrInvalidArgs},
		{"a negative page", map[string]any{"path": png, "page": -1}, chat.ErrInvalidArgs},
		{"a crop of three numbers", map[string]any{"path": png, "crop": []float64{0, 0, 1}}, chat.ErrInvalidArgs},
		{"a crop outside of the page", map[string]any{"path": png, "crop": []float64{1.5, 0, 1, 1}}, chat.ErrInvalidArgs},
		{"a crop without width", map[string]any{"path": png, "crop": []float64{0, 0, 0, 1}}, chat.ErrInvalidArgs},
	} {
		t.Run(row.name, func(t *testing.T) {
			if got := h.failureOf(t, "render", row.args, nil); got.Class != row.want || got.Message == "" {
				t.Errorf("failure = %+v, want %s", got, row.want)
			}
		})
	}
}

func TestTheWordsOfATextHaveTheBoxesInWhichTheyAreDrawn(t *testing.T) {
	h := serve(t, Config{Roots: []string{os.TempDir()}})
	path := file(t, "note.txt", []byte("Hollow Tree Garden\n\n\tTotal   12.60\n"))
	shown, rendering := h.render(t, map[string]any{"path": path, "words": true, "max_px": 1684})
	var texts []string
	for _, w := range rendering.Words {
		texts = append(texts, w.Text)
		if share := dark(shown, w.Box[0], w.Box[1], w.Box[2], w.Box[3]); share < 0.05 {
			t.Errorf("%q is not at %v: %.3f is dark", w.Text, w.Box, share)
		}
		const blank = 0.004 // of the width: less than between two words
		if share := dark(shown, w.Box[0]-blank, w.Box[1], blank, w.Box[3]); share > 0.01 {
			t.Errorf("before %q there is something", w.Text)
		}
		if share := dark(shown, w.Box[0]+w.Box[2]+0.001, w.Box[1], blank-0.001, w.Box[3]); share > 0.01 {
			t.Errorf("behind %q there is something", w.Text)
		}
	}
	if got := strings.Join(texts, " "); got != "Hollow Tree Garden Total 12.60" {
		t.Errorf("the words are %q", got)
	}
	if _, plain := h.render(t, map[string]any{"path": path}); len(plain.Words) > 0 {
		t.Errorf("without the request the words are %v", plain.Words)
	}
}
