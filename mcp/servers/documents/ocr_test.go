package documents

import (
	"html"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	wire "github.com/deskhand/deskhand/agentcore/wire/documents"
)

// made calls the tool.
func (h host) made(t *testing.T, args map[string]any) wire.Made {
	t.Helper()
	answer := h.call(t, "ocr", args, nil)
	if answer.IsError {
		t.Fatalf("ocr %v: %s", args, textOf(answer))
	}
	var made wire.Made
	decoded(t, answer, &made)
	return made
}

// textOfPDF is the text that poppler finds in a PDF.
func textOfPDF(t *testing.T, path string) string {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), "pdftotext", "-layout", path, "-").CombinedOutput()
	if err != nil {
		t.Fatalf("pdftotext: %v\n%s", err, out)
	}
	return string(out)
}

// boxOfPage and boxOfWord are boxes in poppler's output.
var (
	boxOfPage = regexp.MustCompile(`<page width="([^"]*)" height="([^"]*)">`)
	boxOfWord = regexp.MustCompile(`<word xMin="([^"]*)" yMin="([^"]*)" xMax="([^"]*)" yMax="([^"]*)">([^<]*)</word>`)
)

// inPlace is the share of the words of a reading that poppler finds on the pages of a
// PDF, each within its box.
func inPlace(t *testing.T, reading wire.Reading, path string) float64 {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), "pdftotext", "-bbox", path, "-").CombinedOutput()
	if err != nil {
		t.Fatalf("pdftotext: %v\n%s", err, out)
	}
	number := func(text string) float64 {
		f, err := strconv.ParseFloat(text, 64)
		must(t, err)
		return f
	}
	const slack = 0.002 // of the page
	found := 0
	for page, text := range strings.Split(string(out), "<page ")[1:] {
		size := boxOfPage.FindStringSubmatch("<page " + text)
		width, height := number(size[1]), number(size[2])
		if upright := reading.PageSizes[page]; width > height != (upright.Width > upright.Height) {
			width, height = height, width // poppler writes the size before the rotation, and boxes after it
		}
		words := boxOfWord.FindAllStringSubmatch(text, -1)
		for _, w := range reading.Words {
			if w.Page == page+1 && slices.ContainsFunc(words, func(m []string) bool {
				return html.UnescapeString(m[5]) == w.Text &&
					number(m[1])/width > w.Box[0]-slack && number(m[2])/height > w.Box[1]-slack &&
					number(m[3])/width < w.Box[0]+w.Box[2]+slack && number(m[4])/height < w.Box[1]+w.Box[3]+slack
			}) {
				found++
			}
		}
	}
	return float64(found) / float64(len(reading.Words))
}

func TestAScanBecomesASearchablePDF(t *testing.T) {
	h := serve(t, Config{Roots: []string{os.TempDir()}, CacheDir: newCache(t)})
	page := drawText(t, receipt, 22)
	jpeg := jpegOf(t, page)
	for name, data := range map[string][]byte{
		"as it is.png":      pngOf(t, page),
		"on its side.png":   pngOf(t, turnedBy(page, 90)),
		"upside down.png":   pngOf(t, turnedBy(page, 180)),
		"photo.jpg":         jpeg,
		"held sideways.jpg": withEXIF(jpegOf(t, turnedBy(page, 270)), 6, "", ""),
		"scan.pdf":          pdfOf(scanPage(t, receipt)),
		"two sheets.tif":    tiffOf(page, page),
	} {
		t.Run(name, func(t *testing.T) {
			scan := file(t, name, data)
			made := h.made(t, map[string]any{"path": scan})
			if made.Read != made.Pages || made.Pages < 1 || made.Words < 5 {
				t.Fatalf("made %+v", made)
			}
			out, err := exec.CommandContext(t.Context(), "qpdf", "--check", made.File).CombinedOutput()
			if err != nil {
				t.Errorf("qpdf: %v\n%s", err, out)
			}
			found := textOfPDF(t, made.File)
			for _, word := range strings.Fields(strings.Join(receipt, " ")) {
				if n := strings.Count(found, word); n < made.Pages {
					t.Errorf("%q is found %d times in\n%s", word, n, found)
				}
			}
			share := inPlace(t, h.read(t, scan), made.File)
			if share < 0.95 {
				t.Errorf("%.1f %% of the words of OCR are found in their places", 100*share)
			}
			// Reading the result finds the same text, without OCR.
			again := h.read(t, made.File)
			if again.Method != wire.MethodText || again.Rotation != 0 {
				t.Errorf("it is read by %s, turned by %d", again.Method, again.Rotation)
			}
			raw, err := os.ReadFile(made.File)
			must(t, err)
			if filepath.Ext(name) == ".jpg" && !strings.Contains(string(raw), string(data)) {
				t.Error("the JPEG is not in it as it was")
			}
		})
	}
}

func TestAFileThatHasTextIsLeftAsItIs(t *testing.T) {
	h := serve(t, Config{Roots: []string{os.TempDir()}, CacheDir: newCache(t)})
	if made := h.made(t, map[string]any{"path": file(t, "letter.pdf", pdfOf(textPage(receipt...)))}); made.File != "" || made.Read != 0 || made.Pages != 1 {
		t.Errorf("made %+v", made)
	}
	if made := h.made(t, map[string]any{"path": file(t, "notes.txt", []byte("Receipt"))}); made.File != "" {
		t.Errorf("made %+v", made)
	}
	made := h.made(t, map[string]any{"path": file(t, "mixed.pdf", pdfOf(textPage("Annex of the receipt"), scanPage(t, receipt)))})
	if made.Read != 1 || made.Pages != 2 {
		t.Fatalf("made %+v", made)
	}
	if found := textOfPDF(t, made.File); strings.Count(found, "Annex") != 1 || !strings.Contains(found, receipt[0]) {
		t.Errorf("found\n%s", found)
	}
}

func TestAScanBecomesAText(t *testing.T) {
	h := serve(t, Config{Roots: []string{os.TempDir()}, CacheDir: newCache(t)})
	made := h.made(t, map[string]any{"path": file(t, "scan.png", pngOf(t, drawText(t, receipt, 22))), "as": "text"})
	text, err := os.ReadFile(made.File)
	must(t, err)
	if !strings.Contains(string(text), receipt[0]) {
		t.Errorf("the text is %q", text)
	}
}

func TestADamagedScanMakesNothing(t *testing.T) {
	h := serve(t, Config{Roots: []string{os.TempDir()}, CacheDir: newCache(t)})
	made := h.made(t, map[string]any{"path": file(t, "scan.png", pngOf(t, drawText(t, receipt, 22))[:200])})
	if made.File != "" || len(made.Notes) != 1 || made.Notes[0].Code != wire.NoteDamaged {
		t.Errorf("made %+v", made)
	}
}
