package documents

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"image"
	"testing"

	"github.com/deskhand/deskhand/mcp/servers/documents/pdftest"
)

func crc(data []byte) uint32 { return crc32.ChecksumIEEE(data) }

// zipOf packs parts, in any order.
func zipOf(t *testing.T, parts map[string]string) []byte {
	t.Helper()
	var b bytes.Buffer
	archive := zip.NewWriter(&b)
	for name, content := range parts {
		w, err := archive.Create(name)
		must(t, err)
		_, err = w.Write([]byte(content))
		must(t, err)
	}
	must(t, archive.Close())
	return b.Bytes()
}

// letter is a Word document with a letterhead and a text box, which Word
// writes twice.
func letter(t *testing.T) []byte {
	t.Helper()
	const space = `xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"`
	return zipOf(t, map[string]string{
		"[Content_Types].xml": `<Types/>`,
		"word/header1.xml":    `<w:hdr ` + space + `><mc:AlternateContent><mc:Choice><w:p><w:r><w:t>Hollis &amp; Partners</w:t></w:r></w:p></mc:Choice><mc:Fallback><w:p><w:r><w:t>Hollis &amp; Partners</w:t></w:r></w:p></mc:Fallback></mc:AlternateContent><w:p/></w:hdr>`,
		"word/document.xml":   `<w:document ` + space + `><w:body><w:p><w:r><w:t>Dear Ms Jones,</w:t><w:br/><w:t>your invoice of </w:t></w:r><w:r><w:t>4 May 2024</w:t><w:tab/><w:delText>not </w:delText><w:t>is paid.</w:t></w:r></w:p></w:body></w:document>`,
		"docProps/core.xml":   `<cp:coreProperties xmlns:cp="a" xmlns:dc="b" xmlns:dcterms="c"><dc:title>Letter to Ms Jones</dc:title><dc:creator>R. Hollis</dc:creator><dcterms:created>2024-05-06T08:00:00Z</dcterms:created></cp:coreProperties>`,
	})
}

// tiffOf writes pages as one uncompressed grey TIFF.
func tiffOf(pages ...*image.RGBA) []byte {
	var b bytes.Buffer
	b.WriteString("II*\x00\x00\x00\x00\x00")
	link := 4 // where the place of the next directory goes
	data := func() []byte { return b.Bytes() }
	for _, page := range pages {
		size := page.Rect.Size()
		strip := b.Len()
		for i := 0; i < len(page.Pix); i += 4 {
			b.WriteByte(page.Pix[i])
		}
		if b.Len()%2 == 1 {
			b.WriteByte(0)
		}
		binary.LittleEndian.PutUint32(data()[link:], uint32(b.Len()))
		entries := [][3]int{
			{256, 4, size.X},
			{257, 4, size.Y},
			{258, 3, 8},
			{259, 3, 1},
			{262, 3, 1},
			{273, 4, strip},
			{277, 3, 1},
			{278, 4, size.Y},
			{279, 4, size.X * size.Y},
		}
		_ = binary.Write(&b, binary.LittleEndian, uint16(len(entries)))
		for _, e := range entries {
			_ = binary.Write(&b, binary.LittleEndian, []uint16{uint16(e[0]), uint16(e[1])})
			_ = binary.Write(&b, binary.LittleEndian, []uint32{1, uint32(e[2])})
		}
		link = b.Len()
		_ = binary.Write(&b, binary.LittleEndian, uint32(0))
	}
	return data()
}

// millionPages is a PDF whose page tree names one page a million times.
func millionPages() []byte {
	var kids bytes.Buffer
	for range 1_000_000 {
		kids.WriteString("3 0 R ")
	}
	content := "BT /F1 14 Tf 72 770 Td (One page of a million) Tj ET"
	return pdftest.File([]string{
		"<< /Type /Catalog /Pages 2 0 R >>",
		fmt.Sprintf("<< /Type /Pages /Kids [%s] /Count 1000000 >>", kids.String()),
		"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 4 0 R >> >> /Contents 5 0 R >>",
		"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
		fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", len(content), content),
		"<< >>",
	}, 6)
}
