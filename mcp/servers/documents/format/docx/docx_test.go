package docx

import (
	"archive/zip"
	"bytes"
	"errors"
	"strings"
	"testing"
)

// docx packs a body.
func docx(t testing.TB, body string, more ...string) []byte {
	t.Helper()
	var b bytes.Buffer
	archive := zip.NewWriter(&b)
	for i, content := range append([]string{body}, more...) {
		name := mainPart
		if i > 0 {
			name = "word/footer1.xml"
		}
		w, err := archive.Create(name)
		if err == nil {
			_, err = w.Write([]byte(content))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := archive.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestParagraphsTabsAndBreaksAreKept(t *testing.T) {
	document, err := ReadDocx(docx(t, `<d><p><t>a</t><tab/><t>b</t><br/><t>c</t></p><p/><p/><p><t xml:space="preserve"> d &lt;e&gt;</t></p></d>`, `<f><p><t>foot</t></p></f>`))
	if got := strings.Join(document.Lines, "|"); err != nil || got != "a\tb|c||d <e>||foot" {
		t.Errorf("lines %q, %v", got, err)
	}
}

func TestWhatIsNoWordDocumentIsBroken(t *testing.T) {
	for name, data := range map[string][]byte{
		"nothing":         nil,
		"no archive":      []byte("hello"),
		"XML that stops":  docx(t, "<d><p><t>a</t>"),
		"entities of XML": docx(t, `<!DOCTYPE d [<!ENTITY a "aaaa">]><d><p><t>&a;</t></p></d>`),
	} {
		if _, err := ReadDocx(data); !errors.Is(err, ErrBroken) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if IsDocx([]byte("hello")) || !IsDocx(docx(t, "<d/>")) {
		t.Error("IsDocx")
	}
}

func TestABombIsNotUnpacked(t *testing.T) {
	for name, size := range map[string]int{"over the cap": maxUnpacked + 1, "over the ratio": ratioFrom + 1<<20} {
		if _, err := ReadDocx(docx(t, strings.Repeat(" ", size))); !errors.Is(err, ErrBomb) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestALongTextIsCut(t *testing.T) {
	document, err := ReadDocx(docx(t, "<d>"+strings.Repeat("<p><t>some words 0123456789</t></p>", 60_000)+"</d>"))
	if err != nil || !document.Cut || document.size() > maxText {
		t.Errorf("cut %v, %d bytes, %v", document.Cut, document.size(), err)
	}
}

func FuzzReadDocx(f *testing.F) {
	f.Add(docx(f, "<d><p><t>a</t></p></d>"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if document, err := ReadDocx(data); err == nil && document.size() > maxText {
			t.Errorf("%d bytes of text", document.size())
		}
	})
}
