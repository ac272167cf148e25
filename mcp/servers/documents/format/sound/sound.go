package sound

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/dhowden/tag"

	"github.com/deskhand/deskhand/agentcore/excerpt"
	wire "github.com/deskhand/deskhand/agentcore/wire/documents"
	"github.com/deskhand/deskhand/mcp/servers/documents/format"
)

// Reader reads sound files.
type Reader struct{}

// Formats implements format.Reader.
func (Reader) Formats() []format.Format {
	const gives = "title, artist, album and year; it keeps its own name"
	return []format.Format{
		{Name: "MP3", Kind: wire.KindSound, MIME: "audio/mpeg", Extensions: []string{".mp3"}, Gives: gives},
		{Name: "FLAC", Kind: wire.KindSound, MIME: "audio/flac", Extensions: []string{".flac"}, Gives: gives},
		{Name: "Ogg", Kind: wire.KindSound, MIME: "audio/ogg", Extensions: []string{".ogg", ".oga", ".opus"}, Gives: gives},
		{Name: "MPEG-4 sound", Kind: wire.KindSound, MIME: "audio/x-m4a", Extensions: []string{".m4a", ".m4b"}, Gives: gives},
	}
}

// Recognize implements format.Reader.
func (r Reader) Recognize(f format.File) string { return format.Known(r.Formats(), f.MIME) }

// Read implements format.Reader. A file without a tag has no lines.
func (Reader) Read(f format.File) (format.Content, error) {
	told := tagOf(f.Data)
	if told == nil {
		return format.Content{}, nil
	}
	var b format.Builder
	b.Content.Meta = wire.Meta{Title: short(told.Title()), Author: short(told.Artist())}
	b.As(wire.RoleTitle)
	b.Write(short(told.Title()))
	b.Break()
	b.As(wire.RoleHeader)
	year := ""
	if told.Year() > 0 {
		year = strconv.Itoa(told.Year())
	}
	for _, field := range [][2]string{{"Artist", told.Artist()}, {"Album", told.Album()}, {"Year", year}} {
		if text := short(field[1]); text != "" {
			b.Write(field[0] + ": " + text)
			b.Break()
		}
	}
	return b.Done(), nil
}

// tagOf is the tag; nil if there is none that can be read, though the
// sound may be intact. The library does not expect all that a damaged file may hold.
func tagOf(data []byte) (told tag.Metadata) {
	defer func() {
		if recover() != nil {
			told = nil
		}
	}()
	told, err := tag.ReadFrom(bytes.NewReader(data))
	if err != nil {
		return nil
	}
	return told
}

// longest is how much of a field is kept, in characters.
const longest = 200

// short is the text of a field, on one line.
func short(text string) string {
	return excerpt.First(strings.Join(strings.Fields(strings.ToValidUTF8(text, "")), " "), longest)
}
