package docx

import (
	"archive/zip"
	"bytes"
	"errors"
	"strings"
	"testing"

	wire "github.com/deskhand/deskhand/agentcore/wire/documents"
	"github.com/deskhand/deskhand/mcp/servers/documents/format"
	"github.com/deskhand/deskhand/mcp/servers/documents/format/archive"
)

// docx packs a body, and a footer.
func docx(t testing.TB, body string, more ...string) []byte {
	t.Helper()
	var b bytes.Buffer
	writer := zip.NewWriter(&b)
	for i, content := range append([]string{body}, more...) {
		name := mainPart
		if i > 0 {
			name = "word/footer1.xml"
		}
		w, err := writer.Create(name)
		if err == nil {
			_, err = w.Write([]byte(content))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := writer.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func read(data []byte) (format.Content, error) { return New().Read(format.File{Data: data}) }

func texts(c format.Content) string {
	lines := make([]string, len(c.Lines))
	for i, l := range c.Lines {
		lines[i] = l.Text
	}
	return strings.Join(lines, "|")
}

func TestParagraphsTabsAndBreaksAreKept(t *testing.T) {
	content, err := read(docx(t, `<d><p><t>a</t><tab/><t>b</t><br/><t>c</t></p><p/><p/><p><t xml:space="preserve"> d &lt;e&gt;</t></p></d>`, `<f><p><t>foot</t></p></f>`))
	if got := texts(content); err != nil || got != "a\tb|c||d <e>||foot" {
		t.Errorf("lines %q, %v", got, err)
	}
	if last := content.Lines[len(content.Lines)-1]; last.Role != wire.RoleMargin {
		t.Errorf("the footer is a %q", last.Role)
	}
}

func TestARowOfATableHasItsCells(t *testing.T) {
	content, err := read(docx(t, `<d><tbl><tr><tc><p><t>Date</t></p></tc><tc><p><t>5 May</t></p></tc></tr></tbl></d>`))
	if err != nil || len(content.Lines) != 1 || content.Lines[0].Role != wire.RoleRow || strings.Join(content.Lines[0].Cells, "|") != "Date|5 May" {
		t.Errorf("%+v, %v", content.Lines, err)
	}
}

func TestOtherFilesAreBrokenWordDocuments(t *testing.T) {
	for name, data := range map[string][]byte{
		"nothing":         nil,
		"no archive":      []byte("hello"),
		"XML that stops":  docx(t, "<d><p><t>a</t>"),
		"entities of XML": docx(t, `<!DOCTYPE d [<!ENTITY a "aaaa">]><d><p><t>&a;</t></p></d>`),
	} {
		if _, err := read(data); !errors.Is(err, format.ErrBroken) {
			t.Errorf("%s: %v", name, err)
		}
	}
	zip := format.File{MIME: "application/zip"}
	if zip.Data = []byte("hello"); New().Recognize(zip) != "" {
		t.Error("hello is taken for Word")
	}
	if zip.Data = docx(t, "<d/>"); New().Recognize(zip) != New().Row.MIME {
		t.Error("Word is not recognized")
	}
}

func TestABombIsNotUnpacked(t *testing.T) {
	for name, size := range map[string]int{"over the cap": archive.MaxUnpacked + 1, "over the ratio": archive.RatioFrom + 1<<20} {
		if _, err := read(docx(t, strings.Repeat(" ", size))); !errors.Is(err, format.ErrBomb) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestALongTextIsCut(t *testing.T) {
	content, err := read(docx(t, "<d>"+strings.Repeat("<p><t>some words 0123456789</t></p>", 60_000)+"</d>"))
	if err != nil || !content.Cut || len(texts(content)) > format.MaxText {
		t.Errorf("cut %v, %d bytes, %v", content.Cut, len(texts(content)), err)
	}
}

func FuzzReadDocx(f *testing.F) {
	f.Add(docx(f, "<d><p><t>a</t></p></d>"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if content, err := read(data); err == nil && len(texts(content)) > 2*format.MaxText {
			t.Errorf("%d bytes of text", len(texts(content)))
		}
	})
}
