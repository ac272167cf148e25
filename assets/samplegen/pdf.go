package main

import (
	"bytes"
	"fmt"
	"strings"

	"golang.org/x/text/encoding/charmap"
)

// The size of an A4 page in PDF points.
const (
	pageWidth  = 595
	pageHeight = 842
)

// pdf collects the objects of a PDF file; object numbers count from 1.
type pdf struct {
	buf     bytes.Buffer
	offsets []int
}

func newPDF() *pdf {
	p := &pdf{}
	p.buf.WriteString("%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
	return p
}

// object writes the next object.
func (p *pdf) object(body string) {
	p.offsets = append(p.offsets, p.buf.Len())
	fmt.Fprintf(&p.buf, "%d 0 obj\n%s\nendobj\n", len(p.offsets), body)
}

// stream writes the next object, a stream. dict has no length.
func (p *pdf) stream(dict string, data []byte) {
	p.object(fmt.Sprintf("<< %s /Length %d >>\nstream\n%s\nendstream", dict, len(data), data))
}

// bytes ends the file; the catalogue is object 1.
func (p *pdf) bytes() []byte {
	start := p.buf.Len()
	fmt.Fprintf(&p.buf, "xref\n0 %d\n0000000000 65535 f \n", len(p.offsets)+1)
	for _, o := range p.offsets {
		fmt.Fprintf(&p.buf, "%010d 00000 n \n", o)
	}
	fmt.Fprintf(&p.buf, "trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(p.offsets)+1, start)
	return p.buf.Bytes()
}

// scannedPDF has each sheet as a picture on a page of its own, and no text.
func scannedPDF(sheets ...*paper) ([]byte, error) {
	p := newPDF()
	p.object("<< /Type /Catalog /Pages 2 0 R >>")
	kids := make([]string, len(sheets))
	for i := range sheets {
		kids[i] = fmt.Sprintf("%d 0 R", 3+3*i)
	}
	p.object(fmt.Sprintf("<< /Type /Pages /Count %d /Kids [%s] >>", len(sheets), strings.Join(kids, " ")))
	for i, s := range sheets {
		jpg, err := asJPEG(s.img, 50)
		if err != nil {
			return nil, err
		}
		n := 3 + 3*i
		p.object(fmt.Sprintf("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 %d %d] /Contents %d 0 R /Resources << /XObject << /Im %d 0 R >> >> >>",
			pageWidth, pageHeight, n+1, n+2))
		p.stream("", fmt.Appendf(nil, "q %d 0 0 %d 0 0 cm /Im Do Q", pageWidth, pageHeight))
		p.stream(fmt.Sprintf("/Type /XObject /Subtype /Image /Width %d /Height %d /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /DCTDecode",
			sheetWidth, sheetHeight), jpg)
	}
	return p.bytes(), nil
}

// printed is one line of a PDF with a text layer.
type printed struct {
	bold bool
	size int // points
	text string
}

// utilityInvoice is a German invoice with a text layer.
func utilityInvoice(*fonts) ([]byte, error) {
	return textPDF([]printed{
		{true, 20, "Stadtwerke Lindenau GmbH"},
		{false, 10, "Mühlgasse 4 · 04177 Leipzig"},
		{false, 10, ""},
		{false, 11, "An:"},
		{false, 11, "Frau Käthe Grünwald"},
		{false, 11, "Gärtnerweg 9"},
		{false, 11, "04179 Leipzig"},
		{false, 11, ""},
		{true, 16, "Rechnung"},
		{false, 11, "Rechnungsnummer: SL-2025-0817"},
		{false, 11, "Rechnungsdatum: 1. August 2025"},
		{false, 11, "Leistungszeitraum: 01.07.2025 - 31.07.2025"},
		{false, 11, ""},
		{false, 11, "Sehr geehrte Frau Grünwald,"},
		{false, 11, "für die Lieferung von Strom berechnen wir Ihnen:"},
		{false, 11, "Grundgebühr 12,50 €"},
		{false, 11, "206 kWh zu 0,30 € 61,80 €"},
		{true, 12, "Gesamtbetrag 74,30 €"},
		{false, 11, "Zahlbar bis: 15.08.2025"},
		{false, 11, "Mit freundlichen Grüßen"},
	})
}

// textPDF prints the lines on one page, from the top down.
func textPDF(rows []printed) ([]byte, error) {
	content, err := textContent(rows)
	if err != nil {
		return nil, err
	}
	p := newPDF()
	p.object("<< /Type /Catalog /Pages 2 0 R >>")
	p.object("<< /Type /Pages /Count 1 /Kids [3 0 R] >>")
	p.object(fmt.Sprintf("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 %d %d] /Contents 6 0 R /Resources << /Font << /R 4 0 R /B 5 0 R >> >> >>",
		pageWidth, pageHeight))
	p.object("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>")
	p.object("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>")
	p.stream("", content)
	return p.bytes(), nil
}

func textContent(rows []printed) ([]byte, error) {
	var b bytes.Buffer
	y := pageHeight - 80
	escape := strings.NewReplacer(`\`, `\\`, `(`, `\(`, `)`, `\)`)
	for _, r := range rows {
		s, err := charmap.Windows1252.NewEncoder().String(r.text)
		if err != nil {
			return nil, err
		}
		font := "R"
		if r.bold {
			font = "B"
		}
		fmt.Fprintf(&b, "BT /%s %d Tf 70 %d Td (%s) Tj ET\n", font, r.size, y, escape.Replace(s))
		y -= r.size * 2
	}
	return b.Bytes(), nil
}
