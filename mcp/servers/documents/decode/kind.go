package decode

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/gabriel-vasile/mimetype"

	wire "github.com/deskhand/deskhand/agentcore/wire/documents"
	"github.com/deskhand/deskhand/mcp/servers/documents/format"
	"github.com/deskhand/deskhand/mcp/servers/documents/format/csv"
	"github.com/deskhand/deskhand/mcp/servers/documents/format/docx"
	"github.com/deskhand/deskhand/mcp/servers/documents/format/einvoice"
	"github.com/deskhand/deskhand/mcp/servers/documents/format/film"
	"github.com/deskhand/deskhand/mcp/servers/documents/format/listing"
	"github.com/deskhand/deskhand/mcp/servers/documents/format/mail"
	"github.com/deskhand/deskhand/mcp/servers/documents/format/markdown"
	"github.com/deskhand/deskhand/mcp/servers/documents/format/odf"
	"github.com/deskhand/deskhand/mcp/servers/documents/format/page"
	"github.com/deskhand/deskhand/mcp/servers/documents/format/plaintext"
	"github.com/deskhand/deskhand/mcp/servers/documents/format/pptx"
	"github.com/deskhand/deskhand/mcp/servers/documents/format/rtf"
	"github.com/deskhand/deskhand/mcp/servers/documents/format/sound"
	"github.com/deskhand/deskhand/mcp/servers/documents/format/xlsx"
)

// Binary is the type of what is no known format.
const Binary = "application/octet-stream"

// readers are asked in this order which of them knows a file; plain text is
// what is left.
func readers() []format.Reader {
	return []format.Reader{
		docx.New(),
		xlsx.New(),
		pptx.New(),
		odf.Reader{},
		rtf.Reader{},
		mail.Reader{},
		einvoice.Reader{},
		film.Reader{},
		sound.Reader{},
		listing.Reader{},
		page.Reader{},
		csv.Reader{},
		markdown.Reader{},
		plaintext.Reader{},
	}
}

// pagedFormats are those whose pages are looked at.
func pagedFormats() []format.Format {
	const pixels = "text by OCR, the way up, what the camera wrote"
	return []format.Format{
		{Name: "PDF", Kind: wire.KindPDF, MIME: "application/pdf", Extensions: []string{".pdf", ".ai"}, Gives: "the text layer where it is sound, else text by OCR; title and author; an e-invoice inside"},
		{Name: "JPEG", Kind: wire.KindImage, MIME: "image/jpeg", Extensions: []string{".jpg", ".jpeg", ".jpe", ".jfif"}, Gives: pixels},
		{Name: "PNG", Kind: wire.KindImage, MIME: "image/png", Extensions: []string{".png", ".apng"}, Gives: pixels},
		{Name: "TIFF", Kind: wire.KindImage, MIME: "image/tiff", Extensions: []string{".tif", ".tiff", ".dng", ".nef", ".cr2", ".arw"}, Gives: pixels + ", each page"},
		{Name: "WebP", Kind: wire.KindImage, MIME: "image/webp", Extensions: []string{".webp"}, Gives: pixels},
		{Name: "GIF", Kind: wire.KindImage, MIME: "image/gif", Extensions: []string{".gif"}, Gives: "text of the first picture by OCR"},
		{Name: "BMP", Kind: wire.KindImage, MIME: "image/bmp", Extensions: []string{".bmp", ".dib"}, Gives: "text by OCR"},
	}
}

// unread are formats that are recognized by their bytes, so that a wrong extension is
// noticed, and of which at most the metadata is read.
func unread() []format.Format {
	return []format.Format{
		{Name: "photos in the format HEIC", MIME: "image/heic", Extensions: []string{".heic", ".heif"}},
		{Name: "photos in the format HEIC", MIME: "image/heif", Extensions: []string{".heic", ".heif"}},
		{Name: "pictures in the format AVIF", MIME: "image/avif", Extensions: []string{".avif"}},
		{Name: "mails in Outlook's own format", MIME: "application/vnd.ms-outlook", Extensions: []string{".msg"}},
		{Name: "documents of Word before 2007", MIME: "application/msword", Extensions: []string{".doc", ".dot"}},
		{Name: "tables of Excel before 2007", MIME: "application/vnd.ms-excel", Extensions: []string{".xls", ".xlt"}},
		{Name: "slides of PowerPoint before 2007", MIME: "application/vnd.ms-powerpoint", Extensions: []string{".ppt", ".pps"}},
		{Name: "files in a format of Microsoft's from before 2007", MIME: "application/x-ole-storage", Extensions: []string{".doc", ".xls", ".ppt", ".msg", ".msi"}},
		{Name: "books", MIME: "application/epub+zip", Extensions: []string{".epub"}},
		{Name: "archives", MIME: "application/zip", Extensions: []string{".zip"}},
		{Name: "archives", MIME: "application/x-tar", Extensions: []string{".tar"}},
		{Name: "archives", MIME: "application/gzip", Extensions: []string{".gz", ".tgz"}},
		{Name: "archives", MIME: "application/x-7z-compressed", Extensions: []string{".7z"}},
		{Name: "sound recordings", MIME: "audio/mpeg", Extensions: []string{".mp3"}},
		{Name: "sound recordings", MIME: "audio/wav", Extensions: []string{".wav"}},
		{Name: "films", MIME: "video/mp4", Extensions: []string{".mp4", ".m4v", ".mov"}},
	}
}

// Name returns the name for files of a type that is not read.
func Name(mime string) string {
	for _, f := range unread() {
		if f.MIME == mime {
			return f.Name
		}
	}
	switch family, _, _ := strings.Cut(mime, "/"); family {
	case "image":
		return "pictures in this format"
	case "audio":
		return "sound recordings"
	case "video":
		return "films"
	case "font":
		return "fonts"
	}
	return "files of this kind"
}

// known is what a file turned out to be.
type known struct {
	format.File
	kind wire.Kind
	// reader reads the file; nil where its pages are looked at, and where it is
	// not read at all.
	reader format.Reader
}

// detect determines what a file is by its content; between forms of plain text the name
// decides.
func detect(path string, data []byte) known {
	found := mimetype.Detect(data)
	file := format.File{Data: data, MIME: plainMIME(found), Extension: extensionOf(path)}
	switch {
	case file.MIME == "application/pdf":
		return known{File: file, kind: wire.KindPDF}
	case file.MIME == "image/svg+xml" || !strings.HasPrefix(file.MIME, "image/"):
	default:
		return known{File: file, kind: wire.KindImage}
	}
	binary := file.MIME != Binary && !isText(found)
	for _, reader := range readers() {
		mime := reader.Recognize(file)
		if _, last := reader.(plaintext.Reader); mime == "" || last && binary {
			continue
		} else if last && isText(found) {
			mime = file.MIME
		}
		file.MIME = mime
		return known{File: file, kind: kindOf(reader, mime), reader: reader}
	}
	return known{File: file, kind: wire.KindOther}
}

// plainMIME returns the type without parameters, and PNG for its animated form.
func plainMIME(found *mimetype.MIME) string {
	mime, _, _ := strings.Cut(found.String(), ";")
	if mime == "image/vnd.mozilla.apng" {
		return "image/png"
	}
	return mime
}

func kindOf(reader format.Reader, mime string) wire.Kind {
	rows := reader.Formats()
	if i := slices.IndexFunc(rows, func(f format.Format) bool { return f.MIME == mime }); i >= 0 {
		return rows[i].Kind
	}
	return rows[0].Kind
}

// isText reports whether a type is a form of text.
func isText(found *mimetype.MIME) bool {
	for m := found; m != nil; m = m.Parent() {
		if m.Is("text/plain") {
			return true
		}
	}
	return false
}

// extensionOf is the extension of a name, in lower case; a name that begins with
// its only dot has none.
func extensionOf(path string) string {
	extension := strings.ToLower(filepath.Ext(path))
	if extension == strings.ToLower(filepath.Base(path)) {
		return ""
	}
	return extension
}

// Formats are the formats that are read, as docs/formats.md has them.
func Formats() []format.Format {
	rows := pagedFormats()
	for _, reader := range readers() {
		rows = append(rows, reader.Formats()...)
	}
	return rows
}

// extensionAgrees reports whether a file's name fits its content. A name without
// an extension claims nothing. Text goes by many extensions: any but those of
// formats that are not text.
func (k known) extensionAgrees() bool {
	if k.Extension == "" {
		return true
	}
	var own, others bool // whether the type, and a type that is no text, has a row
	for _, f := range slices.Concat(Formats(), unread()) {
		fits := slices.Contains(f.Extensions, k.Extension)
		if f.MIME == k.MIME {
			if fits {
				return true
			}
			own = own || !textual(f)
		}
		others = others || fits && !textual(f)
	}
	if k.kind == wire.KindImage && !own {
		found := mimetype.Lookup(k.MIME)
		return found != nil && found.Extension() == k.Extension
	}
	return !own && !others
}

// textual reports whether a format is a form of text, which any text may be
// called.
func textual(f format.Format) bool {
	return strings.HasPrefix(f.MIME, "text/") && f.MIME != "text/rtf" || f.MIME == "application/xml" || f.MIME == "message/rfc822"
}
