package pdf

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/deskhand/deskhand/mcp/servers/documents/layout"
)

// file writes a PDF of one page that draws content and may use forms, each of
// which draws something in turn.
func file(content string, forms ...string) []byte {
	var resources strings.Builder
	for i := range forms {
		fmt.Fprintf(&resources, "/X%d %d 0 R ", i, 6+i)
	}
	shared := fmt.Sprintf("<< /Font << /F1 4 0 R >> /XObject << %s >> >>", resources.String())
	objects := []string{
		"<< /Type /Catalog /Pages 2 0 R >>",
		"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
		"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 400] /Resources " + shared + " /Contents 5 0 R >>",
		"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
		fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", len(content), content),
	}
	for _, form := range forms {
		objects = append(objects, fmt.Sprintf("<< /Type /XObject /Subtype /Form /BBox [0 0 300 400] /Resources %s /Length %d >>\nstream\n%s\nendstream", shared, len(form), form))
	}
	var b bytes.Buffer
	b.WriteString("%PDF-1.4\n")
	var table strings.Builder
	for i, object := range objects {
		fmt.Fprintf(&table, "%010d 00000 n \n", b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, object)
	}
	start := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n%strailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(objects)+1, table.String(), len(objects)+1, start)
	return b.Bytes()
}

const words = "BT /F1 20 Tf 40 300 Td (Hello world) Tj 0 -30 Td (second line) Tj ET"

func TestDamagedFilesAreToldAndOthersGoOn(t *testing.T) {
	reader := New(Config{CacheDir: t.TempDir(), Workers: 1})
	defer reader.Close()
	read := func(when string) {
		t.Helper()
		document, err := reader.Open(t.Context(), file(words))
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
	for name, data := range map[string][]byte{"nothing": nil, "no PDF": []byte("hello"), "cut off": file(words)[:60]} {
		if _, err := reader.Open(t.Context(), data); !errors.Is(err, ErrBroken) {
			t.Errorf("%s: %v", name, err)
		}
	}
	read("after damaged files")
	reader.Close()
	if _, err := reader.Open(context.Background(), file(words)); !errors.Is(err, ErrClosed) {
		t.Errorf("after Close: %v", err)
	}
}

func TestCompiledCodeThatIsDamagedIsCompiledAgain(t *testing.T) {
	folder := t.TempDir()
	read := func() {
		t.Helper()
		reader := New(Config{CacheDir: folder, Workers: 1})
		defer reader.Close()
		document, err := reader.Open(t.Context(), file(words))
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

func TestATextLayerThatIsNoTextIsNotTrusted(t *testing.T) {
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
