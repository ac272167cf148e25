package plaintext

import (
	wire "github.com/deskhand/deskhand/agentcore/wire/documents"
	"github.com/deskhand/deskhand/mcp/servers/documents/format"
)

// Reader reads plain text: what no other format claims and is no binary data.
type Reader struct{}

// Formats implements format.Reader.
func (Reader) Formats() []format.Format {
	return []format.Format{{
		Name: "plain text", Kind: wire.KindText, MIME: "text/plain", Extensions: []string{".txt", ".text", ".log"},
		Gives: "UTF-8, UTF-16 and Windows-1252",
	}}
}

// Recognize implements format.Reader.
func (Reader) Recognize(f format.File) string {
	if Binary(f.Data) {
		return ""
	}
	return "text/plain"
}

// Read implements format.Reader. Each line is kept as it is.
func (Reader) Read(f format.File) (format.Content, error) {
	text := Read(f.Data)
	content := format.Content{Pages: 1, Cut: text.Cut}
	for i, line := range text.Lines {
		if i == format.MaxLines {
			content.Cut = true
			break
		}
		content.Lines = append(content.Lines, wire.Line{Page: 1, Text: line, Confidence: 1})
	}
	return content, nil
}
