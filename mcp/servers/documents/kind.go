package documents

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/gabriel-vasile/mimetype"

	wire "github.com/deskhand/deskhand/agentcore/wire/documents"
	"github.com/deskhand/deskhand/mcp/servers/documents/format/docx"
	"github.com/deskhand/deskhand/mcp/servers/documents/format/plaintext"
)

const (
	docxMIME   = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
	binaryMIME = "application/octet-stream"
)

// detect tells a file's kind and MIME type by its content.
func detect(data []byte) (wire.Kind, string) {
	found := mimetype.Detect(data)
	mime, _, _ := strings.Cut(found.String(), ";")
	switch {
	case mime == docxMIME, found.Is("application/zip") && docx.IsDocx(data):
		return wire.KindDocx, docxMIME
	case mime == "application/pdf":
		return wire.KindPDF, mime
	case mime == "image/svg+xml", isText(found):
		return wire.KindText, mime
	case strings.HasPrefix(mime, "image/"):
		return wire.KindImage, mime
	case mime == binaryMIME && !plaintext.Binary(data):
		return wire.KindText, "text/plain"
	default:
		return wire.KindOther, mime
	}
}

// isText says that a type is a form of text.
func isText(found *mimetype.MIME) bool {
	for m := found; m != nil; m = m.Parent() {
		if m.Is("text/plain") {
			return true
		}
	}
	return false
}

// extensions has, for each kind that is told by its bytes, the extensions that
// go with it. Two entries may share one.
func extensions() map[string][]string {
	return map[string][]string{
		"image/jpeg":                  {".jpg", ".jpeg", ".jpe", ".jfif"},
		"image/png":                   {".png", ".apng"},
		"image/vnd.mozilla.apng":      {".png", ".apng"},
		"image/gif":                   {".gif"},
		"image/webp":                  {".webp"},
		"image/bmp":                   {".bmp", ".dib"},
		"image/tiff":                  {".tif", ".tiff", ".dng", ".nef", ".cr2", ".arw"},
		"image/heic":                  {".heic", ".heif"},
		"image/heif":                  {".heic", ".heif"},
		"image/avif":                  {".avif"},
		"application/pdf":             {".pdf", ".ai"},
		docxMIME:                      {".docx", ".docm", ".dotx", ".dotm"},
		"application/zip":             {".zip"},
		"application/gzip":            {".gz", ".tgz"},
		"application/x-7z-compressed": {".7z"},
		"audio/mpeg":                  {".mp3"},
		"video/mp4":                   {".mp4", ".m4v", ".mov"},
		"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet":         {".xlsx", ".xlsm"},
		"application/vnd.openxmlformats-officedocument.presentationml.presentation": {".pptx", ".pptm"},
	}
}

// extensionAgrees says whether a file's name fits its content. A name without
// an extension claims nothing. Text goes by many extensions: any but those of
// the other kinds.
func extensionAgrees(path string, kind wire.Kind, mime string) bool {
	extension := strings.ToLower(filepath.Ext(path))
	if extension == "" || extension == strings.ToLower(filepath.Base(path)) {
		return true
	}
	known := extensions()
	if fitting, ok := known[mime]; ok {
		return slices.Contains(fitting, extension)
	}
	if kind == wire.KindImage {
		found := mimetype.Lookup(mime)
		return found != nil && found.Extension() == extension
	}
	for _, others := range known {
		if slices.Contains(others, extension) {
			return false
		}
	}
	return true
}
