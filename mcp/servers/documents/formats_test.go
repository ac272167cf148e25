package documents

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"fmt"
	"image/gif"
	"os"
	"path"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/image/bmp"

	wire "github.com/deskhand/deskhand/agentcore/wire/documents"
	"github.com/deskhand/deskhand/mcp/servers/documents/decode"
	"github.com/deskhand/deskhand/mcp/servers/documents/format"
	"github.com/deskhand/deskhand/mcp/servers/documents/pdftest"
)

const tableOfFormats = "../../../docs/formats.md"

func TestTheTableOfFormatsMatchesTheCode(t *testing.T) {
	data, err := os.ReadFile(tableOfFormats)
	must(t, err)
	var want strings.Builder
	for _, f := range decode.Formats() {
		fmt.Fprintf(&want, "| %s | %s | %s | %s |\n", f.Name, strings.Join(f.Extensions, " "), f.Kind, f.Gives)
	}
	if !bytes.Contains(data, []byte(want.String())) {
		t.Errorf("%s has not these rows:\n%s", tableOfFormats, want.String())
	}
}

// sample is a generated file with its sender, date and heading.
type sample struct {
	name string
	data []byte
	mime string
	want []string // lines that must be there
	role wire.Role
}

const w = `xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"`

func samples(t *testing.T) []sample {
	lines := []string{"Alder Joinery Ltd", "Quotation for a staircase", "2024-05-06"}
	var bmpFile, gifFile bytes.Buffer
	page := drawText(t, receipt, 28)
	must(t, bmp.Encode(&bmpFile, page))
	must(t, gif.Encode(&gifFile, page, nil))
	odf := func(kind, body string) []byte {
		return zipOf(t, map[string]string{
			"mimetype":    "application/vnd.oasis.opendocument." + kind,
			"content.xml": `<office:document-content xmlns:office="o" xmlns:text="t" xmlns:table="a" xmlns:draw="d" xmlns:presentation="p"><office:body>` + body + `</office:body></office:document-content>`,
			"meta.xml":    `<m xmlns:dc="d"><dc:title>Quotation for a staircase</dc:title></m>`,
			"styles.xml":  `<s xmlns:style="y" xmlns:text="t"><style:header><text:p>Alder Joinery Ltd</text:p></style:header></s>`,
		})
	}
	return []sample{
		{"a.pdf", pdfOf(textPage(lines...)), "application/pdf", lines, ""},
		{"a.jpg", jpegOf(t, page), "image/jpeg", receipt[:1], ""},
		{"a.png", pngOf(t, page), "image/png", receipt[:1], ""},
		{"a.tif", tiffOf(page), "image/tiff", receipt[:1], ""},
		{"a.webp", webpOf(page), "image/webp", receipt[:1], ""},
		{"a.gif", gifFile.Bytes(), "image/gif", receipt[:1], ""},
		{"a.bmp", bmpFile.Bytes(), "image/bmp", receipt[:1], ""},
		{"a.docx", zipOf(t, map[string]string{
			"word/document.xml": `<w:document ` + w + `><w:body><w:p><w:pPr><w:pStyle w:val="berschrift1"/></w:pPr><w:r><w:t>Quotation for a staircase</w:t></w:r></w:p><w:tbl><w:tr><w:tc><w:p><w:r><w:t>Date</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>2024-05-06</w:t></w:r></w:p></w:tc></w:tr></w:tbl></w:body></w:document>`,
			"word/styles.xml":   `<w:styles ` + w + `><w:style w:styleId="berschrift1"><w:name w:val="heading 1"/></w:style></w:styles>`,
			"word/header1.xml":  `<w:hdr ` + w + `><w:p><w:r><w:t>Alder Joinery Ltd</w:t></w:r></w:p></w:hdr>`,
		}), "application/vnd.openxmlformats-officedocument.wordprocessingml.document", []string{"Alder Joinery Ltd", "Quotation for a staircase", "Date\t2024-05-06"}, wire.RoleHeading},
		{"a.xlsx", zipOf(t, map[string]string{
			"xl/workbook.xml":          `<workbook xmlns="x"><sheets><sheet name="Quotation for a staircase"/></sheets></workbook>`,
			"xl/styles.xml":            `<styleSheet xmlns="x"><numFmts><numFmt numFmtId="164" formatCode="dd\.mm\.yyyy"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>`,
			"xl/sharedStrings.xml":     `<sst xmlns="x"><si><t>Alder </t><t>Joinery Ltd</t></si><si><t>Date</t></si></sst>`,
			"xl/worksheets/sheet1.xml": `<worksheet xmlns="x"><sheetData><row><c r="A1" t="s"><v>0</v></c></row><row><c r="B2" t="s"><v>1</v></c><c r="D2" s="1"><v>45418</v></c><c><v>529.86999999999989</v></c></row></sheetData><headerFooter><oddHeader>&amp;L&amp;"Arial,Bold"&amp;12Alder &amp;&amp; Sons&amp;RPage &amp;P</oddHeader><oddFooter>&amp;CIBAN DE02</oddFooter></headerFooter></worksheet>`,
		}), "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", []string{"Quotation for a staircase", "Alder & Sons", "Alder Joinery Ltd", "Date\t2024-05-06\t529.87", "IBAN DE02"}, wire.RoleRow},
		{"a.pptx", zipOf(t, map[string]string{
			"ppt/presentation.xml":  `<p/>`,
			"ppt/slides/slide1.xml": `<p:sld xmlns:p="p" xmlns:a="a"><p:sp><a:off x="1" y="900"/><a:p><a:r><a:t>2024-05-06</a:t></a:r></a:p></p:sp><p:sp><p:ph type="ctrTitle"/><a:p><a:r><a:t>Quotation for a staircase</a:t></a:r></a:p></p:sp></p:sld>`,
			"ppt/slides/slide2.xml": `<p:sld xmlns:p="p" xmlns:a="a"><p:sp><a:p><a:r><a:t>Alder Joinery Ltd</a:t></a:r></a:p></p:sp></p:sld>`,
		}), "application/vnd.openxmlformats-officedocument.presentationml.presentation", []string{"Quotation for a staircase", "2024-05-06", "Alder Joinery Ltd"}, wire.RoleTitle},
		{"a.odt", odf("text", `<office:text><text:h>Quotation for a staircase</text:h><text:p>2024-<text:span>05-06</text:span></text:p></office:text>`), "application/vnd.oasis.opendocument.text", lines, wire.RoleHeading},
		{"a.ods", odf("spreadsheet", `<office:spreadsheet><table:table table:name="Quotation for a staircase"><table:table-row><table:table-cell table:number-columns-repeated="2"><text:p>Alder Joinery Ltd</text:p></table:table-cell><table:table-cell office:value-type="date" office:date-value="2024-05-06T00:00:00"><text:p>06.05.24</text:p></table:table-cell></table:table-row></table:table></office:spreadsheet>`), "application/vnd.oasis.opendocument.spreadsheet", []string{"Quotation for a staircase", "Alder Joinery Ltd\t2024-05-06"}, wire.RoleRow},
		{"a.odp", odf("presentation", `<office:presentation><draw:page><draw:frame presentation:class="title"><text:p>Quotation for a staircase</text:p></draw:frame></draw:page><draw:page><draw:frame><text:p>Alder Joinery Ltd</text:p></draw:frame></draw:page></office:presentation>`), "application/vnd.oasis.opendocument.presentation", []string{"Quotation for a staircase", "Alder Joinery Ltd"}, wire.RoleTitle},
		{"a.rtf", []byte(`{\rtf1\ansi\ansicpg1252{\fonttbl{\f0 Arial;}}{\info{\title Quotation}}{\header\pard Alder Joinery Ltd\par}\pard Quotation for a \'fcberdachte staircase\par \u220?ber 2024-05-06\par{\*\generator x}\trowd\intbl Date\cell 2024-05-06\cell\row}`), "text/rtf", []string{"Alder Joinery Ltd", "Quotation for a überdachte staircase", "Über 2024-05-06", "Date\t2024-05-06"}, wire.RoleMargin},
		{"a.eml", []byte("From: =?utf-8?Q?Alder_Joinery_Ltd_=C3=9C?= <office@alder.example>\r\nTo: ada@example.org\r\nDate: Mon, 06 May 2024 10:00:00 +0200\r\nSubject: =?iso-8859-1?B?UXVvdGF0aW9uIGb8ciBBZGE=?=\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: multipart/alternative; boundary=c\r\n\r\n--c\r\nContent-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\nPHA+SGlkZGVuPC9wPg==\r\n--c\r\nContent-Type: text/plain; charset=iso-8859-1\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\nGr=FC=DFe, the quotation is atta=\r\nched.\r\n--c--\r\n--b\r\nContent-Type: application/pdf\r\nContent-Disposition: attachment; filename=\"quotation.pdf\"\r\n\r\nx\r\n--b--\r\n"), "message/rfc822", []string{"From: Alder Joinery Ltd Ü <office@alder.example>", "Subject: Quotation für Ada", "Grüße, the quotation is attached.", "Attachment: quotation.pdf"}, wire.RoleHeader},
		{"a.xml", []byte(cii), "application/xml", []string{"Credit note RG-17", "Seller: Alder Joinery Ltd", "Date: 2024-05-06"}, wire.RoleTitle},
		{"a.html", []byte(`<!DOCTYPE html><html><head><title>Quotation 17</title><style>p{}</style><script>var x = "<p>Script</p>"</script></head><body><div style="display: none">Preview</div><h1>Quotation for a staircase</h1><p>Alder <b>Joinery</b> Ltd<table><tr><td>Date</td><td>2024-05-06</td></tr></table></body></html>`), "text/html", []string{"Quotation 17", "Quotation for a staircase", "Alder Joinery Ltd", "Date\t2024-05-06"}, wire.RoleHeading},
		{"a.mp4", filmOf("isom"), "video/mp4", nil, ""},
		{"a.mov", filmOf("qt  "), "video/quicktime", nil, ""},
		{"a.3gp", filmOf("3gp5"), "video/3gpp", nil, ""},
		{"a.mp3", id3Of("TIT2", "Staircase", "TPE1", "The Joiners", "TALB", "Quotations", "TYER", "2024"), "audio/mpeg", soundLines, wire.RoleTitle},
		{"a.flac", flacOf(soundTags), "audio/flac", soundLines, wire.RoleTitle},
		{"a.ogg", oggOf("\x01vorbis"+strings.Repeat("\x01", 23), "\x03vorbis"+vorbisOf(soundTags)+"\x01"), "audio/ogg", soundLines, wire.RoleTitle},
		{"a.m4a", m4aOf("\xa9nam", "Staircase", "\xa9ART", "The Joiners", "\xa9alb", "Quotations", "\xa9day", "2024"), "audio/x-m4a", soundLines, wire.RoleTitle},
		{"a.zip", zipOf(t, map[string]string{"photos/beach.jpg": "x"}), "application/zip", []string{"photos/beach.jpg"}, wire.RoleFile},
		{"a.tar", tarOf(t, "photos/beach.jpg"), "application/x-tar", []string{"photos/beach.jpg"}, wire.RoleFile},
		{"a.tgz", gzipOf(t, tarOf(t, "photos/beach.jpg")), "application/gzip", []string{"photos/beach.jpg"}, wire.RoleFile},
		{"a.csv", []byte("Date;From;Amount\n2024-05-06;\"Alder; Joinery Ltd\";12,50\n2024-05-07;Other, Ltd;3,00\n"), "text/csv", []string{"2024-05-06\tAlder; Joinery Ltd\t12,50"}, wire.RoleRow},
		{"a.md", []byte("---\ntitle: \"Quotation 17\"\n---\n# Quotation for a **staircase**\n\n[Alder Joinery Ltd](https://alder.example)\n\n| Date | 2024-05-06 |\n|---|---|\n"), "text/markdown", []string{"Quotation for a staircase", "Alder Joinery Ltd", "Date\t2024-05-06"}, wire.RoleHeading},
		{"a.txt", []byte(strings.Join(lines, "\n")), "text/plain", lines, ""},
	}
}

// The tags of the sample sound files.
var (
	soundTags  = []string{"TITLE=Staircase", "ARTIST=The Joiners", "ALBUM=Quotations", "DATE=2024"}
	soundLines = []string{"Staircase", "Artist: The Joiners", "Album: Quotations", "Year: 2024"}
)

// id3Of is the head of an MP3 with frames: their names and texts.
func id3Of(frames ...string) []byte {
	body := ""
	for i := 0; i < len(frames); i += 2 {
		body += frames[i] + string(binary.BigEndian.AppendUint32(nil, uint32(1+len(frames[i+1])))) + "\x00\x00\x00" + frames[i+1]
	}
	return []byte("ID3\x03\x00\x00\x00\x00" + string([]byte{byte(len(body) >> 7), byte(len(body) & 0x7f)}) + body + "\xff\xfb\x90\x00")
}

// vorbisOf is a comment of FLAC and Ogg.
func vorbisOf(tags []string) string {
	size := func(n int) string { return string(binary.LittleEndian.AppendUint32(nil, uint32(n))) }
	list := size(4) + "test" + size(len(tags))
	for _, tag := range tags {
		list += size(len(tag)) + tag
	}
	return list
}

func flacOf(tags []string) []byte {
	comment := vorbisOf(tags)
	return []byte("fLaC\x00\x00\x00\x22" + strings.Repeat("\x00", 34) + "\x84\x00" + string([]byte{byte(len(comment) >> 8), byte(len(comment))}) + comment)
}

// oggOf is an Ogg with a packet a page.
func oggOf(packets ...string) []byte {
	var data []byte
	for i, packet := range packets {
		page := append([]byte("OggS\x00\x00"+strings.Repeat("\x00", 12)), byte(i), 0, 0, 0, 0, 0, 0, 0, 1, byte(len(packet)))
		page = append(page, packet...)
		var sum uint32
		for _, b := range page {
			sum ^= uint32(b) << 24
			for range 8 {
				carry := sum >> 31
				sum = sum<<1 ^ carry*0x04c11db7
			}
		}
		binary.LittleEndian.PutUint32(page[22:], sum)
		data = append(data, page...)
	}
	return data
}

// m4aOf is the head of a sound file with items: their names and texts.
func m4aOf(items ...string) []byte {
	list := ""
	for i := 0; i < len(items); i += 2 {
		list += box(items[i], box("data", "\x00\x00\x00\x01\x00\x00\x00\x00"+items[i+1]))
	}
	return []byte(box("ftyp", "M4A \x00\x00\x02\x00M4A ") + box("moov", box("udta", box("meta", "\x00\x00\x00\x00"+box("ilst", list)))))
}

// box is a part of a film.
func box(name, inner string) string {
	return string(binary.BigEndian.AppendUint32(nil, uint32(8+len(inner)))) + name + inner
}

// filmOf is the head of a film of a brand, taken on 6 May 2024.
func filmOf(brand string) []byte {
	taken := time.Date(2024, 5, 6, 12, 0, 0, 0, time.UTC).Sub(time.Date(1904, 1, 1, 0, 0, 0, 0, time.UTC))
	made := string(binary.BigEndian.AppendUint32(nil, uint32(taken/time.Second)))
	return []byte(box("ftyp", brand+"\x00\x00\x02\x00"+brand) + box("moov", box("mvhd", "\x00\x00\x00\x00"+made+strings.Repeat("\x00", 92))))
}

// tarOf is a TAR with one file and its folder.
func tarOf(t *testing.T, name string) []byte {
	t.Helper()
	var data bytes.Buffer
	list := tar.NewWriter(&data)
	must(t, list.WriteHeader(&tar.Header{Name: path.Dir(name) + "/", Typeflag: tar.TypeDir, Mode: 0o700}))
	must(t, list.WriteHeader(&tar.Header{Name: name, Typeflag: tar.TypeReg, Mode: 0o600}))
	must(t, list.Close())
	return data.Bytes()
}

func gzipOf(t *testing.T, data []byte) []byte {
	t.Helper()
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	_, err := w.Write(data)
	must(t, errors.Join(err, w.Close()))
	return packed.Bytes()
}

// cii is a small invoice as ZUGFeRD and Factur-X have it.
const cii = `<?xml version="1.0" encoding="UTF-8"?>
<!-- made for a test -->
<rsm:CrossIndustryInvoice xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100" xmlns:ram="r" xmlns:udt="u"><rsm:ExchangedDocument><ram:ID>RG-17</ram:ID><ram:TypeCode>381</ram:TypeCode><ram:IssueDateTime><udt:DateTimeString format="102">20240506</udt:DateTimeString></ram:IssueDateTime></rsm:ExchangedDocument><rsm:SupplyChainTradeTransaction><ram:IncludedSupplyChainTradeLineItem><ram:ID>9</ram:ID></ram:IncludedSupplyChainTradeLineItem><ram:ApplicableHeaderTradeAgreement><ram:SellerTradeParty><ram:Name>Alder Joinery Ltd</ram:Name></ram:SellerTradeParty><ram:BuyerTradeParty><ram:Name>Ada</ram:Name></ram:BuyerTradeParty></ram:ApplicableHeaderTradeAgreement><ram:ApplicableHeaderTradeSettlement><ram:InvoiceCurrencyCode>EUR</ram:InvoiceCurrencyCode><ram:SpecifiedTradeSettlementHeaderMonetarySummation><ram:GrandTotalAmount>119.00</ram:GrandTotalAmount></ram:SpecifiedTradeSettlementHeaderMonetarySummation></ram:ApplicableHeaderTradeSettlement></rsm:SupplyChainTradeTransaction></rsm:CrossIndustryInvoice>`

func TestAFileOfEachFormatIsRead(t *testing.T) {
	h := serve(t, Config{Roots: []string{os.TempDir()}})
	left := decode.Formats()
	for _, s := range samples(t) {
		t.Run(s.name, func(t *testing.T) {
			result := h.read(t, file(t, s.name, s.data))
			if result.MIME != s.mime || !result.ExtensionOK || result.Broken || (result.Method == wire.MethodNone) != (result.Kind == wire.KindArchive || result.Kind == wire.KindSound) {
				t.Errorf("%s, extension ok %v, broken %v, %s", result.MIME, result.ExtensionOK, result.Broken, result.Note)
			}
			var texts []string
			role := s.role == ""
			for _, line := range result.Lines {
				texts = append(texts, line.Text)
				role = role || line.Role == s.role
			}
			for _, want := range s.want {
				if !slices.Contains(texts, want) {
					t.Errorf("%q is not among %q", want, texts)
				}
			}
			if !role || strings.ContainsAny(result.Text, "{}\\") || strings.Contains(result.Text, "</") {
				t.Errorf("no line is a %q, or there is markup: %+v", s.role, result.Lines)
			}
		})
		left = slices.DeleteFunc(left, func(f format.Format) bool { return f.MIME == s.mime })
	}
	if len(left) > 0 {
		t.Errorf("no file of these was read: %+v", left)
	}
}

func TestFactsAreTakenFromInvoicesAndMails(t *testing.T) {
	h := serve(t, Config{Roots: []string{os.TempDir()}, OCR: noOCR()})
	ubl := `<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2" xmlns:b="b"><b:ID>RG-17</b:ID><b:IssueDate>2024-05-06</b:IssueDate><b:DueDate>2024-06-05</b:DueDate><b:InvoiceTypeCode>380</b:InvoiceTypeCode><b:DocumentCurrencyCode>EUR</b:DocumentCurrencyCode><AccountingSupplierParty><Party><PartyLegalEntity><RegistrationName>Alder Joinery Ltd</RegistrationName></PartyLegalEntity></Party></AccountingSupplierParty><AccountingCustomerParty><Party><PartyName><Name>Ada</Name></PartyName></Party></AccountingCustomerParty><LegalMonetaryTotal><TaxInclusiveAmount>119.00</TaxInclusiveAmount><PayableAmount>19.00</PayableAmount></LegalMonetaryTotal></Invoice>`
	invoice := wire.Facts{Source: wire.SourceInvoice, Sender: "Alder Joinery Ltd", Recipient: "Ada", Date: "2024-05-06", Number: "RG-17", Amount: "119.00", Currency: "EUR", Type: "381"}
	plain := invoice
	plain.Type, plain.Due = "380", "2024-06-05"
	mail := wire.Facts{Source: wire.SourceMail, Sender: "Ada", Address: "ada@example.org", Recipient: "Bo Berg", Date: "2024-05-06", Subject: "Hello"}
	for name, row := range map[string]struct {
		data []byte
		want wire.Facts
	}{
		"cii.xml":     {[]byte(cii), invoice},
		"ubl.xml":     {[]byte(ubl), plain},
		"facturx.pdf": {pdfWith(t, "factur-x.xml", cii), invoice},
		"mail.eml":    {[]byte("From: Ada <ada@example.org>\nTo: \"Bo Berg\" <bo@example.org>\nDate: Mon, 6 May 2024 23:30:00 -0500\nSubject: Hello\n\nHi\n"), mail},
	} {
		t.Run(name, func(t *testing.T) {
			result := h.read(t, file(t, name, row.data))
			if result.Facts == nil || *result.Facts != row.want {
				t.Errorf("facts %+v, want %+v", result.Facts, row.want)
			}
		})
	}
}

// pdfWith is a PDF with a file inside.
func pdfWith(t *testing.T, name, content string) []byte {
	t.Helper()
	return pdftest.File([]string{
		"<< /Type /Catalog /Pages 2 0 R /Names << /EmbeddedFiles << /Names [(" + name + ") 4 0 R] >> >> >>",
		"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
		"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>",
		"<< /Type /Filespec /F (" + name + ") /UF (" + name + ") /EF << /F 5 0 R >> >>",
		fmt.Sprintf("<< /Type /EmbeddedFile /Length %d >>\nstream\n%s\nendstream", len(content), content),
		"<< >>",
	}, 6)
}

// raced says that the race detector is in this program, which then takes 2 to 20 times
// the CPU time.
var raced bool

func TestFilesThatUnpackToFarMoreAreRefusedSoon(t *testing.T) {
	if raced {
		t.Skip("the limits of a worker's work are for a program without the race detector")
	}
	h := serve(t, Config{Roots: []string{os.TempDir()}, OCR: noOCR()})
	parts := map[string]string{"word/document.xml": "<d/>"}
	for i := range 1_000 {
		parts[fmt.Sprintf("word/header%d.xml", i)] = "<d>" + strings.Repeat(" ", 3<<20) + "</d>"
	}
	word := func(body string) []byte { return zipOf(t, map[string]string{"word/document.xml": body}) }
	for name, data := range map[string][]byte{
		"a thousand parts.docx": zipOf(t, parts),
		"deep.docx":             word(strings.Repeat("<a>", 2_000_000)),
		"wide.docx":             word("<a>" + strings.Repeat("<b/>", 10_000_000) + "</a>"),
		"attributes.docx":       word("<a" + strings.Repeat(" b=''", 10_000_000) + "/>"),
		"entities.docx":         word(`<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]><a>&b;</a>`),
		"cells.ods":             zipOf(t, map[string]string{"mimetype": "application/vnd.oasis.opendocument.spreadsheet", "content.xml": `<d xmlns:t="t">` + strings.Repeat(`<t:table-row><t:table-cell t:number-columns-repeated="16384"/><t:table-cell><t:p>x</t:p></t:table-cell></t:table-row>`, 300_000) + `</d>`}),
		"deep.html":             []byte("<!DOCTYPE html>" + strings.Repeat("<div><table><tr><td>", 1_000_000)),
		"attributes.html":       []byte("<!DOCTYPE html><p" + strings.Repeat(" a=b", 5_000_000) + ">x"),
		"deep.rtf":              []byte(`{\rtf1` + strings.Repeat("{", 10_000_000)),
		"parts.eml":             []byte("From: a@b.c\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n" + strings.Repeat("--b\nContent-Type: text/plain\n\nx\n", 500_000)),
		"nested.eml":            []byte(nestedMail(5_000)),
		"attributes.xml":        []byte(strings.Replace(cii, "<ram:ID>", "<ram:ID"+strings.Repeat(" a=''", 5_000_000)+">", 1)),
		"a line.csv":            []byte(strings.Repeat(";", 20_000_000)),
		"quotes.csv":            []byte(strings.Repeat("\"a;", 7_000_000)),
		"marks.md":              []byte(strings.Repeat("*_[", 5_000_000)),
	} {
		t.Run(name, func(t *testing.T) {
			before := computed(t)
			result := h.read(t, file(t, name, data))
			took := computed(t) - before
			if took > 20*time.Second {
				t.Errorf("took %v of computing", took)
			}
			if len(result.Text) > 2*format.MaxText || len(result.Lines) > format.MaxLines {
				t.Errorf("%d bytes in %d lines were kept", len(result.Text), len(result.Lines))
			}
			t.Logf("%v: %s, %d bytes of text, %s", took, result.MIME, len(result.Text), result.Note)
		})
	}
}

// nestedMail is a mail with parts nested that deep.
func nestedMail(depth int) string {
	var b strings.Builder
	b.WriteString("From: a@b.c\nMIME-Version: 1.0\n")
	for i := range depth {
		fmt.Fprintf(&b, "Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n", i, i)
	}
	return b.String()
}

func TestAFilmIsReadByTheDayOnWhichItWasTakenAlone(t *testing.T) {
	h := serve(t, Config{Roots: []string{os.TempDir()}, OCR: noOCR()})
	film := filmOf("isom")
	dated := h.read(t, file(t, "VID_4711.mp4", film))
	if dated.Kind != wire.KindFilm || dated.Method != wire.MethodEXIF || dated.EXIF == nil || dated.EXIF.Date != "2024-05-06T12:00:00" || dated.Note != "" {
		t.Errorf("%+v", dated)
	}
	head := bytes.Index(film, []byte("mvhd"))
	undated := h.read(t, file(t, "clip.mp4", film[:head-4]))
	if undated.Method != wire.MethodNone || undated.EXIF != nil || len(undated.Notes) != 1 || undated.Notes[0].Code != wire.NoteFormat {
		t.Errorf("%+v", undated)
	}
}
