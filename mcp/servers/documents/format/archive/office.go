package archive

import "github.com/deskhand/deskhand/mcp/servers/documents/format"

// Office is a format of Microsoft's: an archive with a main part.
type Office struct {
	Row  format.Format
	Main string
}

// Formats implements format.Reader.
func (o Office) Formats() []format.Format { return []format.Format{o.Row} }

// Recognize implements format.Reader.
func (o Office) Recognize(f format.File) string {
	if f.MIME == o.Row.MIME || f.MIME == "application/zip" && Is(f.Data, o.Main) {
		return o.Row.MIME
	}
	return ""
}
