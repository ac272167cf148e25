package documents

import (
	"fmt"
	"image"
	"image/color"
	"math"
	"os"
	"runtime"
	"strings"
	"testing"

	"github.com/deskhand/deskhand/agentcore/chat"
	wire "github.com/deskhand/deskhand/agentcore/wire/documents"
	"github.com/deskhand/deskhand/mcp/servers/documents/engine"
)

func TestAPictureIsReadInEveryRotation(t *testing.T) {
	h := serve(t, Config{Roots: []string{os.TempDir()}})
	page := drawText(t, receipt, 28)
	upright := page.Rect.Size()
	for _, turn := range []int{0, 90, 180, 270} {
		t.Run(fmt.Sprintf("turned by %d", turn), func(t *testing.T) {
			result := h.read(t, file(t, "scan.png", pngOf(t, turnedBy(page, turn))))
			if want := (360 - turn) % 360; result.Rotation != want {
				t.Errorf("rotation = %d, want %d", result.Rotation, want)
			}
			if got := strings.Fields(result.Text); !equalWords(got, strings.Fields(strings.Join(receipt, " "))) {
				t.Errorf("text = %q", result.Text)
			}
			if result.PageSizes[0].Width != float64(upright.X) || result.PageSizes[0].Height != float64(upright.Y) {
				t.Errorf("page = %+v, want %v", result.PageSizes, upright)
			}
			if first := result.Lines[0]; first.Box == nil || first.Box[1] > 0.2 || first.Box[0] > 0.2 || first.Size <= 0 {
				t.Errorf("first line = %+v, want it at the top left", first)
			}
			checkShape(t, result)
		})
	}
}

// equalWords tolerates one word that is read differently.
func equalWords(got, want []string) bool {
	if len(got) != len(want) {
		return false
	}
	wrong := 0
	for i := range got {
		if got[i] != want[i] {
			wrong++
		}
	}
	return wrong <= 1
}

// checkShape checks what every result promises.
func checkShape(t *testing.T, result wire.Reading) {
	t.Helper()
	if result.Confidence < 0 || result.Confidence > 1 {
		t.Errorf("confidence = %v", result.Confidence)
	}
	for _, word := range result.Words {
		if word.Line < 0 || word.Line >= len(result.Lines) {
			t.Fatalf("word %+v is on no line", word)
		}
		line := result.Lines[word.Line]
		if line.Page != word.Page || !strings.Contains(line.Text, word.Text) {
			t.Errorf("word %+v is not in its line %+v", word, line)
		}
		checkBox(t, word.Box)
		if word.Box[0] < line.Box[0]-0.001 || word.Box[1] < line.Box[1]-0.001 {
			t.Errorf("word %+v lies outside of its line %v", word, *line.Box)
		}
	}
	for _, line := range result.Lines {
		if line.Box != nil {
			checkBox(t, *line.Box)
		}
	}
}

func checkBox(t *testing.T, box [4]float64) {
	t.Helper()
	for i, f := range box {
		if f < 0 || f > 1 || math.Abs(f*10000-math.Round(f*10000)) > 1e-6 {
			t.Errorf("box %v: number %d is no fraction of 4 decimals", box, i)
		}
	}
	if box[0]+box[2] > 1.0002 || box[1]+box[3] > 1.0002 {
		t.Errorf("box %v leaves the page", box)
	}
}

func TestTheCamerasOrientationComesFirst(t *testing.T) {
	h := serve(t, Config{Roots: []string{os.TempDir()}})
	// Stored turned by 270 degrees, with the mark that says so (6: turn by 90).
	stored := jpegOf(t, turnedBy(drawText(t, receipt, 28), 270))
	result := h.read(t, file(t, "photo.jpg", withEXIF(stored, 6, "2024:07:02 14:03:22", "Canon")))
	if result.Rotation != 0 {
		t.Errorf("rotation = %d after the camera's own mark, want 0", result.Rotation)
	}
	if !strings.Contains(result.Text, "GREENFIELD MARKET") {
		t.Errorf("text = %q", result.Text)
	}
	if result.EXIF == nil || result.EXIF.Date != "2024-07-02T14:03:22" || result.EXIF.Make != "Canon" {
		t.Errorf("exif = %+v", result.EXIF)
	}
}

func TestAPhotoWithoutTextIsReadByItsCameraData(t *testing.T) {
	h := serve(t, Config{Roots: []string{os.TempDir()}})
	photo := image.NewRGBA(image.Rect(0, 0, 800, 600))
	for y := range 600 {
		for x := range 800 {
			photo.Set(x, y, color.RGBA{uint8(x / 4), uint8(y / 3), 128, 255})
		}
	}
	result := h.read(t, file(t, "IMG_1.jpg", withEXIF(jpegOf(t, photo), 1, "2023:12:24 18:30:00", "NIKON")))
	if result.Method != wire.MethodEXIF || result.Text != "" || result.EXIF.Date != "2023-12-24T18:30:00" {
		t.Errorf("method %q, text %q, exif %+v", result.Method, result.Text, result.EXIF)
	}
}

func TestAPDFWithATextLayerIsNotReadAsAPicture(t *testing.T) {
	h := serve(t, Config{Roots: []string{os.TempDir()}, OCR: noOCR()})
	path := file(t, "statement.pdf", pdfOf(textPage("Statement of account", "Northern Bank plc", "Date 2024-03-05"), textPage("Second page")))
	result := h.read(t, path)
	if result.Kind != wire.KindPDF || result.Method != wire.MethodText || result.Confidence != 1 {
		t.Errorf("kind %q, method %q, confidence %v", result.Kind, result.Method, result.Confidence)
	}
	if result.PagesTotal != 2 || result.Pages != "1-2 of 2" || result.Truncated {
		t.Errorf("pages %q, truncated %v", result.Pages, result.Truncated)
	}
	texts := make([]string, 0, len(result.Lines))
	for _, line := range result.Lines {
		texts = append(texts, line.Text)
	}
	want := []string{"Statement of account", "Northern Bank plc", "Date 2024-03-05", "Second page"}
	if strings.Join(texts, "|") != strings.Join(want, "|") {
		t.Errorf("lines = %q", texts)
	}
	if box := *result.Lines[0].Box; math.Abs(box[0]-72.0/595) > 0.01 || math.Abs(box[1]-60.0/842) > 0.02 {
		t.Errorf("box of the first line = %v, want it at 72 points from the left and 60 from the top", box)
	}
	if size := result.PageSizes[0]; size.Width != 595 || size.Height != 842 {
		t.Errorf("page = %+v", size)
	}
	if m := result.Meta; m == nil || m.Title != "Quarterly statement" || m.Author != "Ada Lovelace" || m.Created != "2024-03-05T10:11:12" {
		t.Errorf("meta = %+v", m)
	}
	checkShape(t, result)
}

func TestAPDFPageThatIsMarkedAsTurnedHasUprightBoxes(t *testing.T) {
	h := serve(t, Config{Roots: []string{os.TempDir()}})
	page := textPage("This page lies on its side in the viewer", "and reads from top to bottom there")
	page.extra = "/Rotate 90"
	result := h.read(t, file(t, "turned.pdf", pdfOf(page)))
	if result.Rotation != 270 {
		t.Errorf("rotation = %d, want 270", result.Rotation)
	}
	if size := result.PageSizes[0]; size.Width != 595 || size.Height != 842 {
		t.Errorf("upright page = %+v", size)
	}
	if box := *result.Lines[0].Box; math.Abs(box[0]-72.0/595) > 0.01 || box[2] < box[3] {
		t.Errorf("box = %v", box)
	}
}

func TestAScannedPDFIsReadByOCR(t *testing.T) {
	h := serve(t, Config{Roots: []string{os.TempDir()}})
	result := h.read(t, file(t, "scan.pdf", pdfOf(scanPage(t, receipt), scanPage(t, receipt[:4]))))
	if result.Method != wire.MethodOCR || result.Confidence < 0.8 || result.Pages != "1-2 of 2" {
		t.Errorf("method %q, confidence %v, pages %q", result.Method, result.Confidence, result.Pages)
	}
	if strings.Count(result.Text, "Harbour Street") != 2 {
		t.Errorf("text = %q", result.Text)
	}
	checkShape(t, result)
}

func TestOnlyThePagesThatAreAskedForAreRead(t *testing.T) {
	h := serve(t, Config{Roots: []string{os.TempDir()}})
	pages := make([]pdfPage, 6)
	for i := range pages {
		pages[i] = textPage(fmt.Sprintf("This is page number %d", i+1))
	}
	path := file(t, "long.pdf", pdfOf(pages...))
	for _, row := range []struct {
		pages any
		want  string
		text  string
	}{
		{nil, "1-3 of 6", "number 3"},
		{"2", "2-2 of 6", "number 2"},
		{2, "2-2 of 6", "number 2"},
		{"4-5", "4-5 of 6", "number 5"},
		{"5-99", "5-6 of 6", "number 6"},
	} {
		t.Run(fmt.Sprint(row.pages), func(t *testing.T) {
			more := []any{}
			if row.pages != nil {
				more = []any{"pages", row.pages}
			}
			result := h.read(t, path, more...)
			if string(result.Pages) != row.want || !strings.Contains(result.Text, row.text) || !result.Truncated {
				t.Errorf("pages %q, text %q, truncated %v", result.Pages, result.Text, result.Truncated)
			}
		})
	}
	for _, bad := range []string{"0", "7", "3-2", "x", "1-", "-2"} {
		if kind := h.failureOf(t, "read", map[string]any{"path": path, "pages": bad}, nil).Class; kind != chat.ErrInvalidArgs {
			t.Errorf("pages %q: error type %q", bad, kind)
		}
	}
}

func TestAWordDocumentIsReadWithItsHeaderAndProperties(t *testing.T) {
	h := serve(t, Config{Roots: []string{os.TempDir()}})
	result := h.read(t, file(t, "letter.docx", letter(t)))
	if result.Kind != wire.KindDocx || result.Method != wire.MethodText || !result.ExtensionOK {
		t.Errorf("kind %q, method %q", result.Kind, result.Method)
	}
	if want := "Hollis & Partners\n\nDear Ms Jones,\nyour invoice of 4 May 2024\tis paid."; result.Text != want {
		t.Errorf("text = %q, want %q", result.Text, want)
	}
	if m := result.Meta; m == nil || m.Title != "Letter to Ms Jones" || m.Author != "R. Hollis" || m.Created != "2024-05-06T08:00:00Z" {
		t.Errorf("meta = %+v", m)
	}
	if len(result.Lines) == 0 || result.Lines[0].Box != nil || len(result.Words) != 0 {
		t.Errorf("lines of a document have no box: %+v", result.Lines)
	}
}

func TestATextFileGivesItsLines(t *testing.T) {
	h := serve(t, Config{Roots: []string{os.TempDir()}})
	for name, data := range map[string][]byte{
		"UTF-8":       []byte("Grüße\nzweite Zeile\n"),
		"with a mark": []byte("\xef\xbb\xbfGrüße\r\nzweite Zeile\r\n"),
		"UTF-16":      []byte("\xff\xfeG\x00r\x00\xfc\x00\xdf\x00e\x00\n\x00z\x00w\x00e\x00i\x00t\x00e\x00 \x00Z\x00e\x00i\x00l\x00e\x00"),
		"Latin-1":     []byte("Gr\xfc\xdfe\nzweite Zeile"),
	} {
		t.Run(name, func(t *testing.T) {
			result := h.read(t, file(t, "note.txt", data))
			if result.Text != "Grüße\nzweite Zeile" || len(result.Lines) != 2 || result.Kind != wire.KindText {
				t.Errorf("%q: kind %q, text %q, %d lines", data, result.Kind, result.Text, len(result.Lines))
			}
			if result.Lines[1].Page != 1 || result.Lines[1].Box != nil {
				t.Errorf("line = %+v", result.Lines[1])
			}
		})
	}
}

func TestALongTextIsHandedOutInParts(t *testing.T) {
	h := serve(t, Config{Roots: []string{os.TempDir()}})
	path := file(t, "long.txt", []byte(strings.Repeat("0123456789\n", 4_000)))
	first := textOf(h.call(t, "read", map[string]any{"path": path}, nil))
	if !strings.Contains(first, "read again with offset 20000") || len(first) > pageChars+500 {
		t.Errorf("the first part has %d characters and ends %q", len(first), first[len(first)-60:])
	}
	last := textOf(h.call(t, "read", map[string]any{"path": path, "offset": 40_000}, nil))
	if strings.Contains(last, "read again") || !strings.HasSuffix(last, "0123456789") {
		t.Errorf("the last part ends %q", last[len(last)-60:])
	}
	for _, offset := range []int{-1, 43_999, 1_000_000} {
		f := h.failureOf(t, "read", map[string]any{"path": path, "offset": offset}, nil)
		if f.Class != chat.ErrInvalidArgs || !strings.Contains(f.Message, "The text has 43999 characters") {
			t.Errorf("from %d on it is answered %+v", offset, f)
		}
	}
}

func TestAScreenshotOnTransparencyIsReadAsOnPaper(t *testing.T) {
	h := serve(t, Config{Roots: []string{os.TempDir()}})
	opaque := drawText(t, receipt, 28)
	clear := image.NewNRGBA(opaque.Rect)
	for y := range opaque.Rect.Dy() {
		for x := range opaque.Rect.Dx() {
			clear.SetNRGBA(x, y, color.NRGBA{A: 255 - opaque.RGBAAt(x, y).R})
		}
	}
	if result := h.read(t, file(t, "shot.png", pngOf(t, clear))); !strings.Contains(result.Text, "Harbour Street") {
		t.Errorf("text = %q", result.Text)
	}
}

func TestEveryPageOfATIFFIsRead(t *testing.T) {
	h := serve(t, Config{Roots: []string{os.TempDir()}})
	path := file(t, "fax.tiff", tiffOf(drawText(t, receipt[:5], 30), drawText(t, receipt[5:], 30)))
	result := h.read(t, path)
	if result.PagesTotal != 2 || !strings.Contains(result.Text, "GREENFIELD") || !strings.Contains(result.Text, "thank you") {
		t.Errorf("pages %q, text %q", result.Pages, result.Text)
	}
}

func TestMissingLanguagesAreReportedAndTheOthersUsed(t *testing.T) {
	h := serve(t, Config{Roots: []string{os.TempDir()}})
	result := h.read(t, file(t, "scan.png", pngOf(t, drawText(t, receipt, 28))), "languages", []string{"tlh", "eng"})
	if !strings.Contains(result.Note, "not installed: tlh") || !strings.Contains(result.Text, "Harbour") {
		t.Errorf("note %q, text %q", result.Note, result.Text)
	}
}

func TestWithoutTesseractPicturesAreNotReadAndTheNoteSaysWhatToInstall(t *testing.T) {
	h := serve(t, Config{Roots: []string{os.TempDir()}, OCR: noOCR()})
	result := h.read(t, file(t, "scan.png", pngOf(t, drawText(t, receipt, 28))))
	if result.Method != wire.MethodNone || result.Broken || !strings.Contains(result.Note, "Install the package tesseract-ocr") {
		t.Errorf("method %q, broken %v, note %q", result.Method, result.Broken, result.Note)
	}
	var status wire.Status
	decoded(t, h.call(t, "status", nil, nil), &status)
	if status.OCR != engine.None || status.Advice == "" || !status.PDF || status.Confined != (runtime.GOOS == "linux") {
		t.Errorf("status = %+v", status)
	}
}

// noOCR is the configuration of a machine without any tesseract.
func noOCR() engine.Config {
	return engine.Config{Library: "/nowhere/deskhand-ocr", Program: "/nowhere/tesseract"}
}

func TestABlankPageHasNoText(t *testing.T) {
	h := serve(t, Config{Roots: []string{os.TempDir()}})
	blank := image.NewGray(image.Rect(0, 0, 1000, 1400))
	for i := range blank.Pix {
		blank.Pix[i] = 255
	}
	result := h.read(t, file(t, "blank.png", pngOf(t, blank)))
	if len(result.Words) != 0 || result.Broken || !strings.Contains(result.Note, "No text") {
		t.Errorf("words %v, broken %v, note %q", result.Words, result.Broken, result.Note)
	}
}
