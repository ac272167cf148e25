package library

import (
	"bytes"
	"compress/flate"
	"io"
	"strings"
	"time"

	"github.com/deskhand/deskhand/agentcore/library/words"
)

// daysOf returns the first day of a date, which may be a month or a year, and the
// day behind its last; empty where it is no date.
func daysOf(date string) (since, until string) {
	for _, l := range []struct {
		layout    string
		y, mo, dy int
	}{{time.DateOnly, 0, 0, 1}, {"2006-01", 0, 1, 0}, {"2006", 1, 0, 0}} {
		if at, err := time.Parse(l.layout, date); err == nil {
			return at.Format(time.DateOnly), at.AddDate(l.y, l.mo, l.dy).Format(time.DateOnly)
		}
	}
	return "", ""
}

// senderKey is a name as it is compared: the keys of its words, a blank round each.
func senderKey(k *words.Keys, name string) string {
	var b strings.Builder
	k.Join(&b, name)
	if b.Len() == 0 {
		return ""
	}
	return " " + b.String()
}

// packing makes texts small. One goroutine uses it.
type packing struct {
	writer *flate.Writer
	packed bytes.Buffer
}

func (p *packing) pack(text string) []byte {
	p.packed.Reset()
	if p.writer == nil {
		p.writer, _ = flate.NewWriter(&p.packed, flate.BestSpeed) // the level is one that there is
	} else {
		p.writer.Reset(&p.packed)
	}
	// A buffer takes everything.
	_, _ = io.WriteString(p.writer, text)
	_ = p.writer.Close()
	return bytes.Clone(p.packed.Bytes())
}

func unpack(packed []byte) (string, error) {
	text, err := io.ReadAll(flate.NewReader(bytes.NewReader(packed)))
	return string(text), err
}
