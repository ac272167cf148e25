package film

import (
	"bytes"
	"encoding/binary"
	"strings"
	"time"

	wire "github.com/deskhand/deskhand/agentcore/wire/documents"
	"github.com/deskhand/deskhand/mcp/servers/documents/format"
)

// Reader reads films.
type Reader struct{}

// Formats implements format.Reader.
func (Reader) Formats() []format.Format {
	const taken = "when it was taken, in the time of the place where the film tells it, else in universal time; the camera"
	return []format.Format{
		{Name: "MP4", Kind: wire.KindFilm, MIME: "video/mp4", Extensions: []string{".mp4", ".m4v"}, Gives: taken},
		{Name: "QuickTime", Kind: wire.KindFilm, MIME: "video/quicktime", Extensions: []string{".mov", ".qt", ".mp4"}, Gives: taken},
		{Name: "3GPP", Kind: wire.KindFilm, MIME: "video/3gpp", Extensions: []string{".3gp", ".mp4"}, Gives: taken},
	}
}

// Recognize implements format.Reader.
func (r Reader) Recognize(f format.File) string { return format.Known(r.Formats(), f.MIME) }

// Read implements format.Reader.
func (Reader) Read(f format.File) (format.Content, error) {
	told := camera(f.Data)
	if told == (wire.EXIF{}) {
		return format.Content{}, nil
	}
	return format.Content{EXIF: &told}, nil
}

// The names of what Apple's cameras write into the list of a film.
const (
	keyDate  = "com.apple.quicktime.creationdate"
	keyMake  = "com.apple.quicktime.make"
	keyModel = "com.apple.quicktime.model"
)

// camera returns the date and camera in a film's metadata.
func camera(data []byte) wire.EXIF {
	movie := inside(boxes(data), "moov")
	told := tags(movie)
	taken := wire.EXIF{Date: localTime(told[keyDate]), Make: told[keyMake], Model: told[keyModel]}
	if taken.Date == "" {
		taken.Date = created(body(movie, "mvhd"))
	}
	return taken
}

// layout is the form of the times in a result.
const layout = "2006-01-02T15:04:05"

// localTime is the time of the place in a time with its distance from universal
// time.
func localTime(text string) string {
	for _, form := range []string{"2006-01-02T15:04:05-0700", time.RFC3339} {
		if t, err := time.Parse(form, text); err == nil {
			return t.Format(layout)
		}
	}
	return ""
}

// epoch is where the clocks of films begin.
var epoch = time.Date(1904, 1, 1, 0, 0, 0, 0, time.UTC)

// earliest is before the first camera that writes such files; what is earlier is a
// clock that nobody set.
var earliest = time.Date(1991, 1, 1, 0, 0, 0, 0, time.UTC)

// created is the time in the head of a film.
func created(head []byte) string {
	var seconds uint64
	switch {
	case len(head) >= 8 && head[0] == 0:
		seconds = uint64(binary.BigEndian.Uint32(head[4:]))
	case len(head) >= 12 && head[0] == 1:
		seconds = binary.BigEndian.Uint64(head[4:])
	}
	if seconds > 1<<33 {
		return ""
	}
	t := time.Unix(epoch.Unix()+int64(seconds), 0).UTC() //nolint:gosec // bounded above
	if t.Before(earliest) {
		return ""
	}
	return t.Format(layout)
}

const (
	mostBoxes = 1_000 // in one place
	mostTag   = 100   // bytes of a text
)

// tags are the texts in the list of a film, by their names.
func tags(movie []box) map[string]string {
	meta := body(movie, "meta")
	inner := boxes(meta)
	if len(meta) > 4 && body(inner, "keys") == nil {
		inner = boxes(meta[4:]) // MP4 has a version before them
	}
	var names []string
	if keys := body(inner, "keys"); len(keys) > 8 {
		for _, key := range boxes(keys[8:]) {
			names = append(names, string(key.body))
		}
	}
	told := map[string]string{}
	for _, item := range inside(inner, "ilst") {
		number := binary.BigEndian.Uint32([]byte(item.name))
		value := body(boxes(item.body), "data")
		if number < 1 || int(number) > len(names) || len(value) <= 8 || len(value) > 8+mostTag {
			continue
		}
		text := strings.ToValidUTF8(string(bytes.TrimSpace(value[8:])), "")
		if strings.IndexFunc(text, func(r rune) bool { return r < ' ' }) < 0 {
			told[names[number-1]] = text
		}
	}
	return told
}

// box is a part of a film. Its name has four bytes.
type box struct {
	name string
	body []byte
}

// boxes returns the consecutive boxes in data, until one does not fit.
func boxes(data []byte) []box {
	var found []box
	for len(data) >= 8 && len(found) < mostBoxes {
		size, head := uint64(binary.BigEndian.Uint32(data)), uint64(8)
		switch {
		case size == 1 && len(data) >= 16:
			size, head = binary.BigEndian.Uint64(data[8:]), 16
		case size == 0:
			size = uint64(len(data))
		}
		if size < head || size > uint64(len(data)) {
			break
		}
		found = append(found, box{string(data[4:8]), data[head:size]})
		data = data[size:]
	}
	return found
}

// body is what is in the first box of a name, or nil.
func body(in []box, name string) []byte {
	for _, b := range in {
		if b.name == name {
			return b.body
		}
	}
	return nil
}

// inside are the boxes in the first box of a name.
func inside(in []box, name string) []box { return boxes(body(in, name)) }
