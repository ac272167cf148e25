package main

import (
	"archive/zip"
	"bytes"
	"strings"
	"time"
)

// rentalAgreement is a text document with core properties.
func rentalAgreement(*fonts) ([]byte, error) {
	body := docxBody("Title", "Rental Agreement",
		"", "Osterfeld Housing AG, Am Markt 3, 44137 Dortmund",
		"", "Date: 12 May 2026",
		"", "Subject: Flat 4 at Birch Court",
		"", "Tenant: Ms Amara Nwosu",
		"", "The landlord lets the flat to the tenant from 1 June 2026. The rent is EUR 640.00 a month.",
		"", "Both sides have read and signed this agreement.")
	core := xmlHead + `<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" ` +
		`xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">` +
		`<dc:title>Rental Agreement</dc:title><dc:creator>Osterfeld Housing AG</dc:creator>` +
		`<dcterms:created xsi:type="dcterms:W3CDTF">2026-05-12T08:30:00Z</dcterms:created></cp:coreProperties>`
	return zipped(
		file{"[Content_Types].xml", []byte(contentTypes)},
		file{"_rels/.rels", []byte(relations)},
		file{"docProps/core.xml", []byte(core)},
		file{"word/document.xml", []byte(body)},
	)
}

const (
	xmlHead      = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>` + "\n"
	contentTypes = xmlHead + `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
		`<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
		`<Default Extension="xml" ContentType="application/xml"/>` +
		`<Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/>` +
		`<Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/></Types>`
	relations = xmlHead + `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">` +
		`<Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/>` +
		`<Relationship Id="rId2" Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties" Target="docProps/core.xml"/></Relationships>`
)

// docxBody is a document of paragraphs: style, text, style, text, ...
func docxBody(pairs ...string) string {
	var b strings.Builder
	b.WriteString(xmlHead + `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>`)
	for i := 0; i+1 < len(pairs); i += 2 {
		b.WriteString("<w:p>")
		if pairs[i] != "" {
			b.WriteString(`<w:pPr><w:pStyle w:val="` + pairs[i] + `"/></w:pPr>`)
		}
		b.WriteString(`<w:r><w:t xml:space="preserve">` + pairs[i+1] + `</w:t></w:r></w:p>`)
	}
	b.WriteString("</w:body></w:document>")
	return b.String()
}

// zipped packs the files with one fixed time.
func zipped(files ...file) ([]byte, error) {
	var buf bytes.Buffer
	z := zip.NewWriter(&buf)
	for _, f := range files {
		w, err := z.CreateHeader(&zip.FileHeader{
			Name: f.name, Method: zip.Deflate,
			Modified: time.Date(2026, 5, 12, 8, 30, 0, 0, time.UTC),
		})
		if err != nil {
			return nil, err
		}
		if _, err := w.Write(f.data); err != nil {
			return nil, err
		}
	}
	err := z.Close()
	return buf.Bytes(), err
}

func clubMinutes(*fonts) ([]byte, error) {
	return []byte(`Garden Club Spring Planning

Minutes, 9 February 2026

Present: Ada, Benno, Chiara
1. The seed order goes out this week.
2. Benno repairs the greenhouse door.
3. Next meeting on 16 March at seven.
`), nil
}

// pageSavedAsPicture is what a browser saves when the picture was gone.
func pageSavedAsPicture(*fonts) ([]byte, error) {
	return []byte(`<!doctype html>
<html><head><title>404 Not Found</title></head>
<body><h1>Not Found</h1><p>The picture is not here.</p></body></html>
`), nil
}

func emptyFile(*fonts) ([]byte, error) { return []byte{}, nil }
