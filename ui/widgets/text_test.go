package widgets

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// tenEach measures ten units per character.
func tenEach(s string) float32 { return 10 * float32(utf8.RuneCountInString(s)) }

func TestATextIsCutWithAnEllipsis(t *testing.T) {
	for _, row := range []struct {
		s     string
		width float32
		want  string
	}{
		{"short", 100, "short"},
		{"exactly", 70, "exactly"},
		{"too long", 50, "too…"},
		{"領収書の名前", 40, "領収書…"},
		{"any", 0, "…"},
		{"", 0, ""},
	} {
		if got := ellipsis(row.s, row.width, tenEach); got != row.want {
			t.Errorf("%q in %v is %q, want %q", row.s, row.width, got, row.want)
		}
	}
}

func TestACutTextFits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.String().Draw(t, "s")
		width := rapid.Float32Range(10, 500).Draw(t, "width")
		got := ellipsis(s, width, tenEach)
		if tenEach(got) > width+0.5 {
			t.Fatalf("%q is wider than %v", got, width)
		}
		if !strings.HasPrefix(s, strings.TrimSuffix(got, "…")) {
			t.Fatalf("%q is not the beginning of %q", got, s)
		}
	})
}

func TestWrappedLinesFitAndLoseNoWord(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOf(rapid.StringMatching(`[a-zü領]{1,30}`)).Draw(t, "words")
		width := rapid.Float32Range(10, 300).Draw(t, "width")
		s := strings.Join(words, " ")
		lines := wrapWords(s, width, tenEach)
		for _, l := range lines {
			if tenEach(l) > width && utf8.RuneCountInString(l) > 1 {
				t.Fatalf("%q is wider than %v", l, width)
			}
		}
		if got, want := strings.ReplaceAll(strings.Join(lines, ""), " ", ""), strings.Join(words, ""); got != want {
			t.Fatalf("%q became %q", want, got)
		}
	})
}

func TestANameIsCutInTheMiddleAndKeepsItsEnd(t *testing.T) {
	measure := func(s string) float32 { return float32(len([]rune(s))) }
	for _, row := range []struct {
		name  string
		width float32
		want  string
	}{
		{"2026-05-12 Alder & Finch Invoice AF-7731.pdf", 30, "2026-05-12 Alder… AF-7731.pdf"},
		{"2026-05-12 Alder & Finch Invoice AF-7731.pdf", 44, "2026-05-12 Alder & Finch Invoice AF-7731.pdf"},
		{"short but long.pdf", 10, "short but…"},
	} {
		if got := middle(row.name, row.width, measure); got != row.want {
			t.Errorf("%q in %v is %q, want %q", row.name, row.width, got, row.want)
		}
	}
}
