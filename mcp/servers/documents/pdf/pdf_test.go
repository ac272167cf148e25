package pdf

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/deskhand/deskhand/mcp/servers/documents/layout"
	"github.com/deskhand/deskhand/mcp/servers/documents/pdftest"
)

const words = "BT /F1 20 Tf 40 300 Td (Hello world) Tj 0 -30 Td (second line) Tj ET"

func TestDamagedFilesAreReportedAndOthersStillRead(t *testing.T) {
	reader := New(Config{CacheDir: pdftest.Compiled(), Workers: 1})
	defer reader.Close()
	read := func(when string) {
		t.Helper()
		document, err := reader.Open(t.Context(), pdftest.Page(words))
		if err != nil {
			t.Fatalf("%s: %v", when, err)
		}
		defer document.Close()
		text, err := document.Text(t.Context(), 1)
		if err != nil || len(text.Words) != 4 || text.Words[3].Text != "line" || text.Words[3].Line != 1 || !text.Sane() {
			t.Errorf("%s: %+v, %v", when, text, err)
		}
	}
	read("before")
	for name, data := range map[string][]byte{"nothing": nil, "no PDF": []byte("hello"), "cut off": pdftest.Page(words)[:60]} {
		if _, err := reader.Open(t.Context(), data); !errors.Is(err, ErrBroken) {
			t.Errorf("%s: %v", name, err)
		}
	}
	read("after damaged files")
	reader.Close()
	if _, err := reader.Open(context.Background(), pdftest.Page(words)); !errors.Is(err, ErrClosed) {
		t.Errorf("after Close: %v", err)
	}
}

func TestCompiledCodeThatIsDamagedIsCompiledAgain(t *testing.T) {
	folder := t.TempDir()
	read := func() {
		t.Helper()
		reader := New(Config{CacheDir: folder, Workers: 1})
		defer reader.Close()
		document, err := reader.Open(t.Context(), pdftest.Page(words))
		if err != nil {
			t.Fatal(err)
		}
		document.Close()
	}
	read()
	kept, err := filepath.Glob(filepath.Join(folder, "*", "*"))
	if err != nil || len(kept) == 0 {
		t.Fatalf("%d files of compiled code: %v", len(kept), err)
	}
	for _, path := range kept {
		if err := os.Truncate(path, 1_000_000); err != nil {
			t.Fatal(err)
		}
	}
	read()
}

func TestDatesOfPDFAreRead(t *testing.T) {
	for text, want := range map[string]string{
		"D:20240305101112+01'00'": "2024-03-05T10:11:12", "D:202403051011": "2024-03-05T10:11:00",
		"20240305": "2024-03-05T00:00:00", "D:20241399": "", "yesterday": "", "": "",
	} {
		if got := date(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestATextLayerOfGarbageIsNotTrusted(t *testing.T) {
	for _, row := range []struct {
		name  string
		text  string
		share float64
		want  bool
	}{
		{"a sentence", "Invoice of 4 May", 0, true},
		{"nothing", "", 0, false},
		{"marks for missing letters", "\ufffd\ufffd\ufffd\ufffd abc", 0, false},
		{"letters of a private font", "\ue001\ue002\ue003 abcd", 0, false},
		{"a stamp on a scan", "Scanned with an app", 0.95, false},
		{"a scan with its text", strings.Repeat("many words ", 20), 0.95, true},
		{"Greek", "Τιμολόγιο", 0, true},
	} {
		text := Text{PictureShare: row.share}
		for _, word := range strings.Fields(row.text) {
			text.Words = append(text.Words, layout.Word{Text: word})
		}
		if text.Sane() != row.want {
			t.Errorf("%s: sane = %v", row.name, !row.want)
		}
	}
}
