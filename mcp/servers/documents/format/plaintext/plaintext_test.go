package plaintext

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestACutInTheMiddleOfACharacterStaysUTF8(t *testing.T) {
	for shift := range 3 {
		text := Read([]byte(strings.Repeat("x", shift) + strings.Repeat("€", MaxBytes/2)))
		if text.Encoding != "UTF-8" || !text.Cut || strings.ContainsRune(text.Lines[0], utf8.RuneError) {
			t.Errorf("shift %d: %s, cut %v", shift, text.Encoding, text.Cut)
		}
	}
}

func TestBinaryDataIsDetected(t *testing.T) {
	for data, want := range map[string]bool{
		"plain text\r\n\tmore\f": false, "Gr\xfc\xdfe": false, "": false,
		"\xff\xfea\x00b\x00": false, "a\x00b": true, "\x7fELF\x02\x01": true,
	} {
		if got := Binary([]byte(data)); got != want {
			t.Errorf("%q: %v", data, got)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte("a\r\nb\rc\n"))
	f.Add([]byte("\xfe\xff\x00a\xd8\x00"))
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, line := range Read(data).Lines {
			if !utf8.ValidString(line) || strings.ContainsAny(line, "\r\n\x00") {
				t.Errorf("line %q of %q", line, data)
			}
		}
	})
}
