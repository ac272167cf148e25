package worker

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
)

// compiled is a folder for compiled code that the tests share: it takes seconds
// to make.
var compiled = sync.OnceValue(func() string {
	return filepath.Join(os.TempDir(), "deskhand-test-pdfium")
})

// pdfOf writes a PDF of one page that draws content and may use forms, each of
// which draws something in turn.
func pdfOf(content string, forms ...string) []byte {
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

// bomb is a page that would draw for hours: each form draws the next one many
// times.
func bomb() []byte {
	forms := make([]string, 12)
	for i := range forms {
		forms[i] = strings.Repeat(fmt.Sprintf("/X%d Do ", i+1), 60)
	}
	forms[len(forms)-1] = "0 0 300 400 re f 10 10 m 200 300 l S"
	return pdfOf("/X0 Do", forms...)
}
