package docx

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"
	"time"
)

// What can be wrong with a document.
var (
	// ErrBroken: it is damaged, or no Word document.
	ErrBroken = errors.New("the document is damaged")
	// ErrBomb: it unpacks to far more than a document does.
	ErrBomb = errors.New("the document unpacks to too much")
)

// The caps of what is unpacked.
const (
	maxEntries  = 10_000
	maxUnpacked = 64 << 20 // bytes of one part
	maxRatio    = 400      // unpacked to packed, for parts over ratioFrom
	ratioFrom   = 4 << 20  // bytes
	maxText     = 1 << 20  // bytes of text that are kept
)

// Document is the text of a document and what it says of itself.
type Document struct {
	Lines             []string
	Title, Author     string
	Created, Modified string // as RFC 3339 has them
	Cut               bool   // there is more text
}

// IsDocx says whether an archive holds a Word document.
func IsDocx(data []byte) bool {
	archive, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil || len(archive.File) > maxEntries {
		return false
	}
	return slices.ContainsFunc(archive.File, func(f *zip.File) bool { return f.Name == mainPart })
}

const mainPart = "word/document.xml"

// ReadDocx reads a document: the headers first, where letters have their
// sender, then the body, then the footers.
func ReadDocx(data []byte) (Document, error) {
	archive, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return Document{}, fmt.Errorf("%w: %w", ErrBroken, err)
	}
	if len(archive.File) > maxEntries {
		return Document{}, fmt.Errorf("%w: %d parts", ErrBomb, len(archive.File))
	}
	var headers, footers []*zip.File
	var body, core *zip.File
	for _, file := range archive.File {
		dir, name := path.Split(file.Name)
		switch {
		case file.Name == mainPart:
			body = file
		case file.Name == "docProps/core.xml":
			core = file
		case dir == "word/" && strings.HasPrefix(name, "header") && path.Ext(name) == ".xml":
			headers = append(headers, file)
		case dir == "word/" && strings.HasPrefix(name, "footer") && path.Ext(name) == ".xml":
			footers = append(footers, file)
		}
	}
	if body == nil {
		return Document{}, fmt.Errorf("%w: no %s", ErrBroken, mainPart)
	}
	var document Document
	for _, part := range slices.Concat(headers, []*zip.File{body}, footers) {
		if err := document.addText(part); err != nil {
			return Document{}, err
		}
	}
	if core != nil {
		// What it says of itself is welcome, not needed.
		_ = document.addCore(core)
	}
	return document, nil
}

// open unpacks a part within the caps.
func open(file *zip.File) (io.ReadCloser, error) {
	packed, unpacked := file.CompressedSize64, file.UncompressedSize64
	if unpacked > maxUnpacked || unpacked > ratioFrom && unpacked > packed*maxRatio {
		return nil, fmt.Errorf("%w: %s has %d bytes", ErrBomb, path.Base(file.Name), unpacked)
	}
	reader, err := file.Open()
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrBroken, err)
	}
	return struct {
		io.Reader
		io.Closer
	}{io.LimitReader(reader, maxUnpacked), reader}, nil
}

// addText adds the paragraphs of a part.
func (d *Document) addText(file *zip.File) error {
	part, err := open(file)
	if err != nil {
		return err
	}
	defer func() { _ = part.Close() }()
	text := paragraphs{size: d.size()}
	if err := text.read(xml.NewDecoder(part)); err != nil {
		return fmt.Errorf("%w: %s: %w", ErrBroken, path.Base(file.Name), err)
	}
	if len(d.Lines) > 0 && len(text.lines) > 0 {
		d.Lines = append(d.Lines, "")
	}
	d.Lines = append(d.Lines, text.lines...)
	d.Cut = d.Cut || text.cut
	return nil
}

func (d *Document) size() int {
	size := 0
	for _, line := range d.Lines {
		size += len(line)
	}
	return size
}

// paragraphs collects text from WordprocessingML.
type paragraphs struct {
	lines []string
	size  int
	cut   bool

	line   strings.Builder
	inText int // depth in <w:t>
}

// read goes through the elements. <mc:Fallback> repeats what is beside it.
func (p *paragraphs) read(decoder *xml.Decoder) error {
	for !p.cut {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			p.endLine()
			p.trim()
			return nil
		}
		if err != nil {
			return err
		}
		switch t := token.(type) {
		case xml.StartElement:
			if t.Name.Local == "Fallback" {
				if err := decoder.Skip(); err != nil {
					return err
				}
				continue
			}
			p.start(t.Name.Local)
		case xml.EndElement:
			p.end(t.Name.Local)
		case xml.CharData:
			if p.inText > 0 {
				p.add(string(t))
			}
		}
	}
	return nil
}

func (p *paragraphs) start(name string) {
	switch name {
	case "t":
		p.inText++
	case "tab":
		p.add("\t")
	case "br", "cr":
		p.endLine()
	}
}

func (p *paragraphs) end(name string) {
	switch name {
	case "t":
		p.inText--
	case "p":
		p.endLine()
	}
}

func (p *paragraphs) add(text string) {
	if p.size += len(text); p.size > maxText {
		p.cut = true
		p.endLine()
		return
	}
	p.line.WriteString(text)
}

// endLine keeps the line, and of empty lines one between two others.
func (p *paragraphs) endLine() {
	line := strings.TrimSpace(p.line.String())
	p.line.Reset()
	if line != "" || len(p.lines) > 0 && p.lines[len(p.lines)-1] != "" {
		p.lines = append(p.lines, line)
	}
}

// trim drops empty lines at the end.
func (p *paragraphs) trim() {
	for len(p.lines) > 0 && p.lines[len(p.lines)-1] == "" {
		p.lines = p.lines[:len(p.lines)-1]
	}
}

// addCore reads the core properties.
func (d *Document) addCore(file *zip.File) error {
	part, err := open(file)
	if err != nil {
		return err
	}
	defer func() { _ = part.Close() }()
	var core struct {
		Title    string `xml:"title"`
		Creator  string `xml:"creator"`
		Created  string `xml:"created"`
		Modified string `xml:"modified"`
	}
	if err := xml.NewDecoder(part).Decode(&core); err != nil {
		return fmt.Errorf("%w: %w", ErrBroken, err)
	}
	d.Title, d.Author = strings.TrimSpace(core.Title), strings.TrimSpace(core.Creator)
	d.Created, d.Modified = instant(core.Created), instant(core.Modified)
	return nil
}

// instant keeps a time that is one.
func instant(text string) string {
	when, err := time.Parse(time.RFC3339, strings.TrimSpace(text))
	if err != nil {
		return ""
	}
	return when.Format(time.RFC3339)
}
