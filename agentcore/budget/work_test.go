package budget

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/deskhand/deskhand/agentcore/chat"
)

type none struct{}

func (none) Ratio(string) (float64, int, bool)    { return 0, 0, false }
func (none) KeepRatio(string, float64, int) error { return nil }

// watched returns an Estimator that records what its tokenizer is given.
func watched() (e *Estimator, given *[]string) {
	given = &[]string{}
	e = NewEstimator(none{})
	e.encode = func(piece string) int {
		*given = append(*given, piece)
		return utf8.RuneCountInString(piece)
	}
	return e, given
}

func TestTheTokenizerGetsWholeTextsInPiecesThatBeginAtWhiteSpace(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(
			rapid.StringOfN(rapid.RuneFrom([]rune("ab ä\n世")), 0, 5000, -1),
			rapid.Map(rapid.IntRange(0, 5000), func(n int) string { return strings.Repeat("a", n) }),
			rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) string { return strings.Repeat(string(b), 50) }),
		).Draw(t, "text")
		e, given := watched()
		count := e.For("").Tokenizer()
		if got := count.Prose(text); got != utf8.RuneCountInString(text) {
			t.Fatalf("%d characters counted of %d", got, utf8.RuneCountInString(text))
		}
		if strings.Join(*given, "") != text {
			t.Fatal("the pieces are not the text")
		}
		for i, piece := range *given {
			if n := utf8.RuneCountInString(piece); n > pieceRunes || n == 0 {
				t.Fatalf("a piece of %d characters", n)
			}
			first, _ := utf8.DecodeRuneInString(piece)
			if i > 0 && !unicode.IsSpace(first) && strings.ContainsFunc((*given)[i-1][1:], unicode.IsSpace) {
				t.Fatalf("a word is cut at %q though there was white space before", piece[:min(10, len(piece))])
			}
		}
	})
}

func TestAMessageIsCountedOnceHoweverOftenItIsAsked(t *testing.T) {
	e, given := watched()
	m := chat.Message{Role: chat.RoleTool, Text: strings.Repeat("word ", 1000), Calls: []chat.ToolCall{{Name: "a", Args: []byte(`{}`)}}}
	first := e.For("").Message(m)
	work := len(*given)
	for range 10 {
		if got := e.For("other").Message(m); got != first {
			t.Fatalf("%d tokens, before %d", got, first)
		}
	}
	if len(*given) != work {
		t.Fatalf("counted again: %d pieces, then %d", work, len(*given))
	}
}

func TestOldCountsAreForgottenAndThoseInUseAreNot(t *testing.T) {
	e, given := watched()
	count := e.For("")
	counted := 0
	for i := range 3 * generation {
		count.Prose(string(rune(i + 0x10000)))
		count.Prose("in use all the time")
		counted++
		if n := len(e.sizes.young) + len(e.sizes.old); n > 2*generation {
			t.Fatalf("%d texts are remembered", n)
		}
	}
	if len(*given) != counted+1 {
		t.Fatalf("%d texts were counted %d times", counted+1, len(*given))
	}
}

func TestDigitsOfOtherScriptsAreTokensOfTheirOwn(t *testing.T) {
	w := newWords()
	for _, text := range []string{"1³", "1³2", "12³", "1٣", "³1", "1²³", "x1³", "7é"} {
		if got, want := w.count(text), encode(text); got != want {
			t.Errorf("%q has %d tokens, word by word %d", text, want, got)
		}
	}
}

func TestPropertyWordByWordATextHasAsManyTokensAsInOnePiece(t *testing.T) {
	w := newWords()
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(
			rapid.StringN(0, 300, -1),
			rapid.StringOfN(rapid.RuneFrom([]rune("ab 'sS1290³٣. ,\n\r\té世\u00a0\u2003-_/")), 0, 300, -1),
		).Draw(t, "text")
		if got, want := w.count(text), encode(text); got != want {
			t.Fatalf("%q has %d tokens, word by word %d", text, want, got)
		}
	})
}
