package plaintext

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
)

// MaxBytes is how much of a file is read.
const MaxBytes = 1 << 20

// Text is the text of a file.
type Text struct {
	Lines    []string // without line ends
	Encoding string   // "UTF-8", "UTF-16" or "Windows-1252"
	Cut      bool     // the file goes on
}

// Read decodes a file: UTF-8 where that fits, UTF-16 with its mark or where
// every other byte is zero, else Windows-1252, the common superset of Latin-1
// in which every byte is something.
func Read(data []byte) Text {
	cut := len(data) > MaxBytes
	if cut {
		data = data[:MaxBytes]
	}
	text, encoding := decode(data, cut)
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\x00", "").Replace(text)
	text = strings.TrimRight(text, "\n")
	if text == "" {
		return Text{Encoding: encoding, Cut: cut}
	}
	return Text{Lines: strings.Split(text, "\n"), Encoding: encoding, Cut: cut}
}

func decode(data []byte, cut bool) (text, encoding string) {
	if order, ok := utf16Order(data); ok {
		decoded, err := unicode.UTF16(order, unicode.UseBOM).NewDecoder().Bytes(data)
		if err == nil {
			return string(decoded), "UTF-16"
		}
	}
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	if cut {
		data = wholeRunes(data)
	}
	if utf8.Valid(data) {
		return string(data), "UTF-8"
	}
	decoded, err := charmap.Windows1252.NewDecoder().Bytes(data)
	if err != nil {
		return strings.ToValidUTF8(string(data), ""), "UTF-8"
	}
	return string(decoded), "Windows-1252"
}

// wholeRunes drops a character that the cut went through.
func wholeRunes(data []byte) []byte {
	for i := 1; i <= utf8.UTFMax && i <= len(data); i++ {
		if tail := data[len(data)-i:]; utf8.RuneStart(tail[0]) {
			if !utf8.FullRune(tail) {
				return data[:len(data)-i]
			}
			return data
		}
	}
	return data
}

// sample is how many bytes are looked at to detect UTF-16 without a byte order mark.
const sample = 512

// utf16Order detects UTF-16 by its byte order mark, or by its zeros.
func utf16Order(data []byte) (unicode.Endianness, bool) {
	switch {
	case bytes.HasPrefix(data, []byte{0xff, 0xfe}):
		return unicode.LittleEndian, true
	case bytes.HasPrefix(data, []byte{0xfe, 0xff}):
		return unicode.BigEndian, true
	}
	head := data[:min(len(data), sample)&^1]
	var even, odd int
	for i, b := range head {
		if b == 0 && i%2 == 0 {
			even++
		} else if b == 0 {
			odd++
		}
	}
	pairs := len(head) / 2
	switch {
	case pairs >= 4 && odd*10 > pairs*7 && even == 0:
		return unicode.LittleEndian, true
	case pairs >= 4 && even*10 > pairs*7 && odd == 0:
		return unicode.BigEndian, true
	default:
		return unicode.LittleEndian, false
	}
}

// Binary says that data is no text in any of these encodings: it has control
// characters that no text has.
func Binary(data []byte) bool {
	head := data[:min(len(data), 8*sample)]
	if _, ok := utf16Order(head); ok {
		return false
	}
	return slices.ContainsFunc(head, func(b byte) bool {
		return b < 0x20 && b != '\n' && b != '\r' && b != '\t' && b != '\f' && b != '\b' && b != 0x1b
	})
}
