package filename_test

import (
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/deskhand/deskhand/agentcore/filename"
)

func TestANameThatIsNoTextIsSpelled(t *testing.T) {
	for path, want := range map[string]string{
		"/x/a.pdf": "/x/a.pdf", "/x/caf\xe9.pdf": `/x/caf\xe9.pdf`, "/x/\xff\xfe": `/x/\xff\xfe`,
		`/x/a\b`: `/x/a\b`, "/x/a\\b\xff": `/x/a\\b\xff`, "/x/\ufffd": "/x/\ufffd",
	} {
		if got := filename.Spell(path); got != want {
			t.Errorf("%q is spelled %s, want %s", path, got, want)
		}
	}
	for _, text := range []string{"/x/a.pdf", `/x/\x41`, `/x/\xzz`, `/x/\x`, `/x/\q\xff`, `\\xff`} {
		if path, ok := filename.Unspell(text); ok {
			t.Errorf("%s is taken for the spelling of %q", text, path)
		}
	}
}

func TestWhatIsSpelledIsReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		path := string(rapid.SliceOfN(rapid.SampledFrom([]byte("ab/\\x0f\xff\xe9\xc3\xa9")), 0, 12).Draw(t, "path"))
		text := filename.Spell(path)
		if !utf8.ValidString(text) {
			t.Fatalf("%q is no text", text)
		}
		back, ok := filename.Unspell(text)
		if utf8.ValidString(path) { // a name of text may read like the spelling of another
			if text != path || ok && filename.Spell(back) != path {
				t.Fatalf("%q is spelled %s and read back as %q, %t", path, text, back, ok)
			}
			return
		}
		if !ok || back != path {
			t.Fatalf("%q is spelled %s and read back as %q, %t", path, text, back, ok)
		}
	})
}
