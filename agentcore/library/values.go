package library

import (
	"bytes"
	"compress/flate"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/deskhand/deskhand/agentcore/library/words"
)

// hundredths reads an amount of a field, such as -12.60; false where it has none.
func hundredths(amount string) (int64, bool) {
	whole, part, _ := strings.Cut(amount, ".")
	const digits = 2
	part = strings.TrimRight(part, "0")
	if whole == "" || len(part) > digits {
		return 0, false
	}
	n, err := strconv.ParseInt(whole+(part + "00")[:digits], 10, 64)
	return n, err == nil
}

// Amount is an amount of hundredths as a table has it: 1234.50.
func Amount(hundredths int64) string {
	const unit = 100
	sign := ""
	if hundredths < 0 {
		sign, hundredths = "-", -hundredths
	}
	rest := strconv.FormatInt(hundredths%unit+unit, 10)[1:]
	return sign + strconv.FormatInt(hundredths/unit, 10) + "." + rest
}

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
