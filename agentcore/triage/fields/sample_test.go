package fields

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"encoding/xml"
	"image"
	"image/color"
	"image/jpeg"
	_ "image/png"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/triage/fields/page"
	"golang.org/x/text/encoding/charmap"
)

const sampleFolder = "../../../assets/sample"

// fact is what is true of a file of the sample folder.
type fact struct {
	File     string   `json:"file"`
	Date     string   `json:"date"`
	Doubtful []string `json:"doubtful_dates"`
	Issuer   string   `json:"issuer"`
	Kind     string   `json:"kind"`
	Amount   string   `json:"amount"`
	Title    string   `json:"title"`
	Readable bool     `json:"readable"`
}

func TestNineOfTenFactsOfTheSampleFolderAreFoundAndNoneIsMadeUp(t *testing.T) {
	raw, err := os.ReadFile("../../../assets/testdata/sample_facts.json")
	if err != nil {
		t.Fatal(err)
	}
	var facts []fact
	if err := json.Unmarshal(raw, &facts); err != nil {
		t.Fatal(err)
	}
	right, all := 0, 0
	for _, f := range facts {
		if !f.Readable {
			continue
		}
		got := Extract(readSample(t, f.File))
		for _, want := range []struct{ field, value string }{
			{plan.FieldDate, f.Date},
			{plan.FieldIssuer, f.Issuer},
			{plan.FieldKind, f.Kind},
			{plan.FieldAmount, f.Amount},
			{plan.FieldTitle, f.Title},
		} {
			all++
			if isRight(f, want.field, want.value, got) {
				right++
				continue
			}
			t.Logf("%s: %s is %q, want %q", f.File, want.field, got[want.field].Value, want.value)
		}
	}
	t.Logf("%d of %d facts", right, all)
	if right*10 < all*9 {
		t.Errorf("%d of %d facts are right, want nine of ten", right, all)
	}
}

func isRight(f fact, field, value string, got map[string]plan.Field) bool {
	g := got[field]
	if field == plan.FieldDate && len(f.Doubtful) > 0 {
		return len(g.Doubts) > 0 && g.Confidence < 0.6 && slices.Contains(f.Doubtful, g.Value)
	}
	return g.Value == value
}

// readSample reads a file of the sample folder as the program does.
func readSample(t *testing.T, name string) page.Document {
	t.Helper()
	path := filepath.Join(sampleFolder, name)
	d := page.Document{Name: name, Today: time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC)}
	switch {
	case name == "DSC_1187.jpg":
		d.Kind, d.Method = "image", plan.MethodEXIF
		d.EXIFDate, d.Camera = "2025:08:17 14:05:33", "Lumora L-20"
		d.Lines = recognise(t, path, 1)
	case name == "document(7).pdf":
		d.Kind, d.Method, d.Lines = "pdf", plan.MethodText, printedLines(t, path)
	case strings.HasSuffix(name, ".pdf"):
		d.Kind, d.Method = "pdf", plan.MethodOCR
		for i, page := range scannedPages(t, path) {
			d.Lines = append(d.Lines, recognise(t, page, i+1)...)
		}
	case strings.HasSuffix(name, ".docx"):
		d.Kind, d.Method, d.Lines = "docx", plan.MethodText, paragraphs(t, path)
		d.MetaTitle, d.MetaAuthor = "Rental Agreement", "Osterfeld Housing AG"
	case strings.HasSuffix(name, ".txt"):
		d.Kind, d.Method, d.Lines = "text", plan.MethodText, textLines(string(readAll(t, path)))
	default:
		d.Kind, d.Method, d.Lines = "image", plan.MethodOCR, recognise(t, path, 1)
	}
	return d
}

func readAll(t *testing.T, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// textLines are lines of plain text.
func textLines(s string) []page.RawLine {
	var lines []page.RawLine
	for _, l := range strings.Split(s, "\n") {
		lines = append(lines, page.RawLine{Page: 1, Text: l})
	}
	return lines
}

// printedLines is the text layer of the sample PDF.
func printedLines(t *testing.T, path string) []page.RawLine {
	t.Helper()
	var lines []page.RawLine
	shown := regexp.MustCompile(`\((.*)\) Tj`)
	for _, m := range shown.FindAllSubmatch(readAll(t, path), -1) {
		s, err := charmap.Windows1252.NewDecoder().String(string(m[1]))
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, page.RawLine{Page: 1, Text: strings.NewReplacer(`\(`, "(", `\)`, ")").Replace(s)})
	}
	return lines
}

// scannedPages takes the pictures out of the sample's scanned PDF.
func scannedPages(t *testing.T, path string) []string {
	t.Helper()
	var pages []string
	for _, part := range bytes.Split(readAll(t, path), []byte("stream\n"))[1:] {
		if !bytes.HasPrefix(part, []byte{0xff, 0xd8}) {
			continue
		}
		picture, _, _ := bytes.Cut(part, []byte("\nend"))
		name := filepath.Join(t.TempDir(), "page.jpg")
		if err := os.WriteFile(name, picture, 0o600); err != nil {
			t.Fatal(err)
		}
		pages = append(pages, name)
	}
	if len(pages) != 2 {
		t.Fatalf("%d pictures in %s, want 2", len(pages), path)
	}
	return pages
}

// paragraphs are those of the sample's text document.
func paragraphs(t *testing.T, path string) []page.RawLine {
	t.Helper()
	z, err := zip.OpenReader(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = z.Close() }()
	f, err := z.Open("word/document.xml")
	if err != nil {
		t.Fatal(err)
	}
	var lines []page.RawLine
	for dec := xml.NewDecoder(f); ; {
		tok, err := dec.Token()
		if err == io.EOF {
			return lines
		}
		if err != nil {
			t.Fatal(err)
		}
		if text, ok := tok.(xml.CharData); ok && strings.TrimSpace(string(text)) != "" {
			lines = append(lines, page.RawLine{Page: 1, Text: string(text)})
		}
	}
}

// recognise reads a picture with tesseract, turned upright.
func recognise(t *testing.T, path string, pageNumber int) []page.RawLine {
	t.Helper()
	if strings.HasSuffix(path, "IMG_3342.jpg") {
		path = upright(t, path)
	}
	cmd := exec.Command("tesseract", path, "-", "--psm", "1", "tsv")
	cmd.Env = append(os.Environ(), "OMP_THREAD_LIMIT=1")
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("tesseract: %v (install tesseract-ocr, tesseract-ocr-eng and tesseract-ocr-osd)", err)
	}
	return tsvLines(t, string(out), pageNumber)
}

// tsvLines puts the words of tesseract's table together to lines.
func tsvLines(t *testing.T, tsv string, pageNumber int) []page.RawLine {
	t.Helper()
	var lines []page.RawLine
	var pageW, pageH float64
	for _, row := range strings.Split(strings.TrimSpace(tsv), "\n")[1:] {
		c := strings.Split(row, "\t")
		n := make([]float64, 11)
		for i := range n {
			v, err := strconv.ParseFloat(c[i], 64)
			if err != nil {
				t.Fatal(err)
			}
			n[i] = v
		}
		box := func() []float64 { return []float64{n[6] / pageW, n[7] / pageH, n[8] / pageW, n[9] / pageH} }
		switch int(n[0]) {
		case 1:
			pageW, pageH = n[8], n[9]
		case 4:
			lines = append(lines, page.RawLine{Page: pageNumber, Box: box(), Size: n[9] / pageH, Confidence: 1})
		case 5:
			l := &lines[len(lines)-1]
			l.Words = append(l.Words, page.RawWord{Text: c[11], Box: box(), Confidence: n[10] / 100})
			l.Text = strings.TrimSpace(l.Text + " " + c[11])
			l.Confidence = min(l.Confidence, n[10]/100)
		}
	}
	return lines
}

// upright turns a picture a quarter to the left.
func upright(t *testing.T, path string) string {
	t.Helper()
	src, _, err := image.Decode(bytes.NewReader(readAll(t, path)))
	if err != nil {
		t.Fatal(err)
	}
	b := src.Bounds()
	out := image.NewGray(image.Rect(0, 0, b.Dy(), b.Dx()))
	for y := range b.Dy() {
		for x := range b.Dx() {
			out.SetGray(y, b.Dx()-1-x, color.GrayModel.Convert(src.At(x, y)).(color.Gray))
		}
	}
	var buf bytes.Buffer
	if err := jpeg.Encode(&buf, out, nil); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "upright.jpg")
	if err := os.WriteFile(name, buf.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}
