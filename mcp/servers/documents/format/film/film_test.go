package film

import (
	"encoding/binary"
	"strings"
	"testing"
	"time"

	wire "github.com/deskhand/deskhand/agentcore/wire/documents"
	"github.com/deskhand/deskhand/mcp/servers/documents/format"
)

// of makes a box.
func of(name string, parts ...string) string {
	inner := strings.Join(parts, "")
	return string(binary.BigEndian.AppendUint32(nil, uint32(8+len(inner)))) + name + inner
}

func number(n uint32) string { return string(binary.BigEndian.AppendUint32(nil, n)) }

// head is the head of a film that was made at a time.
func head(made time.Time) string {
	return of("mvhd", number(0), number(uint32(made.Unix()-epoch.Unix())), strings.Repeat("\x00", 92))
}

// list is what Apple's cameras write, in the form of QuickTime.
func list(keys, values []string) string {
	names, items := number(0)+number(uint32(len(keys))), ""
	for i, key := range keys {
		names += of("mdta", key)
		items += of(number(uint32(i+1)), of("data", number(1), number(0), values[i]))
	}
	return of("keys", names) + of("ilst", items)
}

func TestTheDayOfAFilmIsRead(t *testing.T) {
	made := time.Date(2024, 5, 6, 22, 30, 0, 0, time.UTC)
	apple := list([]string{keyMake, keyModel, keyDate}, []string{"Lumora", "Lumora L-20", "2024-05-07T00:30:00+0200"})
	start := of("ftyp", "isom", number(0))
	large := number(1) + "mdat" + string(binary.BigEndian.AppendUint64(nil, 16+5)) + "films"
	for name, row := range map[string]struct {
		film string
		want wire.EXIF
	}{
		"an MP4":               {start + of("moov", head(made)), wire.EXIF{Date: "2024-05-06T22:30:00"}},
		"its head at the end":  {start + large + of("moov", head(made)), wire.EXIF{Date: "2024-05-06T22:30:00"}},
		"a head of 64 bits":    {of("moov", of("mvhd", "\x01\x00\x00\x00", string(binary.BigEndian.AppendUint64(nil, uint64(made.Unix()-epoch.Unix()))))), wire.EXIF{Date: "2024-05-06T22:30:00"}},
		"a film of QuickTime":  {start + of("moov", head(made), of("meta", apple)), wire.EXIF{Date: "2024-05-07T00:30:00", Make: "Lumora", Model: "Lumora L-20"}},
		"the same in MP4":      {start + of("moov", head(made), of("meta", number(0), apple)), wire.EXIF{Date: "2024-05-07T00:30:00", Make: "Lumora", Model: "Lumora L-20"}},
		"a clock that is zero": {start + of("moov", head(epoch)), wire.EXIF{}},
		"a time that is none":  {of("moov", of("mvhd", "\x01\x00\x00\x00", strings.Repeat("\xff", 8))), wire.EXIF{}},
		"no head":              {start + of("moov"), wire.EXIF{}},
		"nothing":              {"", wire.EXIF{}},
		"an item of no name":   {of("moov", of("meta", of("keys", number(0), number(0)), of("ilst", of(number(7), of("data", number(1), number(0), "x"))))), wire.EXIF{}},
		"a text over lines":    {of("moov", of("meta", list([]string{keyMake}, []string{"a\nb"}))), wire.EXIF{}},
	} {
		content, err := Reader{}.Read(format.File{Data: []byte(row.film)})
		var got wire.EXIF
		if content.EXIF != nil {
			got = *content.EXIF
		}
		if err != nil || got != row.want {
			t.Errorf("%s: %+v, %v, want %+v", name, got, err, row.want)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(of("moov", head(time.Date(2024, 5, 6, 0, 0, 0, 0, time.UTC)), of("meta", list([]string{keyDate}, []string{"2024-05-07T00:30:00+0200"})))))
	f.Fuzz(func(t *testing.T, data []byte) {
		content, err := Reader{}.Read(format.File{Data: data})
		if err != nil || len(content.Lines) > 0 {
			t.Errorf("%+v, %v", content, err)
		}
		if content.EXIF == nil || content.EXIF.Date == "" {
			return
		}
		if _, err := time.Parse(layout, content.EXIF.Date); err != nil {
			t.Error(err)
		}
	})
}
