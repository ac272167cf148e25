package pdftest

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// File numbers the objects, the first of which is the catalogue, and writes the table
// of where they are. info is the number of the object with the title and author; 0:
// none.
func File(objects []string, info int) []byte {
	var b, table bytes.Buffer
	b.WriteString("%PDF-1.4\n")
	for i, object := range objects {
		fmt.Fprintf(&table, "%010d 00000 n \n", b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, object)
	}
	about := ""
	if info > 0 {
		about = fmt.Sprintf("/Info %d 0 R ", info)
	}
	start, size := b.Len(), len(objects)+1
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n%strailer\n<< /Size %d /Root 1 0 R %s>>\nstartxref\n%d\n%%%%EOF\n", size, table.String(), size, about, start)
	return b.Bytes()
}

// Page is a file of one page that draws content and may use forms, each of which draws
// something in turn.
func Page(content string, forms ...string) []byte {
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
	return File(objects, 0)
}

// Compiled returns the folder in which all tests keep the compiled code of PDFium: it
// takes seconds to make.
func Compiled() string { return filepath.Join(os.TempDir(), "deskhand-test-pdfium") }

// ShareCompiled makes a folder of a cache in which the documents server finds that code.
func ShareCompiled(cache string) error {
	return errors.Join(
		os.MkdirAll(Compiled(), 0o700),
		os.MkdirAll(cache, 0o700),
		os.Symlink(Compiled(), filepath.Join(cache, "pdfium")))
}
