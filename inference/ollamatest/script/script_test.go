package script

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// failer is a test or a property.
type failer interface {
	Helper()
	Fatalf(format string, args ...any)
}

// speak computes what a model writes after a token, as a runner does: the token with the highest logit follows.
func speak(t failer, c *chain, at, most int) (pieces []string, ended bool) {
	t.Helper()
	codes := randomCodes(len(c.tokens))
	for range most {
		embedded := codes[c.next[at]]
		best, second := -1, -1.0
		logit := -1.0
		for i, code := range codes {
			switch l := dot(embedded, code); {
			case l > logit:
				best, logit, second = i, l, logit
			case l > second:
				second = l
			}
		}
		if logit-second < minMargin {
			t.Fatalf("after %q the margin is %.0f", c.tokens[at], logit-second)
		}
		if best == eos {
			return pieces, true
		}
		pieces = append(pieces, strings.TrimRight(asText(c.tokens[best]), "\x00"))
		at = best
	}
	return pieces, false
}

// asText reads the letters of a byte-level vocabulary.
func asText(token string) string {
	var b strings.Builder
	for _, r := range token {
		for i := range 256 {
			if letter(byte(i)) == r {
				b.WriteByte(byte(i))
			}
		}
	}
	return b.String()
}

func TestAModelWritesItsScriptWordForWord(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		piece := rapid.OneOf(rapid.StringN(1, 8, -1), rapid.SampledFrom([]string{" ", "\n", "é", "a", "<tool_call>", "{\"path\":"})).
			Filter(func(s string) bool { return !strings.HasSuffix(s, "\x00") })
		scripts := rapid.SliceOfN(rapid.SliceOfN(piece, 0, 6), 1, 5).Draw(t, "scripts")
		var answers []Answer
		for _, pieces := range scripts {
			answers = append(answers, Answer{Pieces: pieces})
		}
		last := answers[len(answers)-1]
		c, err := newChain(Script{Steps: answers, Apart: last})
		if err != nil {
			t.Fatal(err)
		}
		n := rapid.IntRange(0, Depth-1).Draw(t, "assistant messages")
		want := scripts[min(n, len(scripts)-1)]
		if got, ended := speak(t, c, starts+n, 10); !ended || !slices.Equal(got, want) {
			t.Fatalf("after %d messages %q, not %q", n, got, want)
		}
		if got, ended := speak(t, c, apart, 10); !ended || !slices.Equal(got, last.Pieces) {
			t.Fatalf("apart from that %q, not %q", got, last.Pieces)
		}
	})
}

func TestAVocabularyHasEachTokenOnce(t *testing.T) {
	c, err := newChain(Script{Steps: []Answer{{Pieces: []string{"la", "la", "la", "a"}}, {Pieces: []string{"la", "a"}}}})
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, token := range c.tokens {
		if seen[token] || !utf8.ValidString(token) {
			t.Errorf("%q is there twice or no text", token)
		}
		seen[token] = true
	}
	if len(c.kinds) != len(c.tokens) || len(c.next) != len(c.tokens) {
		t.Errorf("%d tokens, %d kinds, %d successors", len(c.tokens), len(c.kinds), len(c.next))
	}
}

func TestAnEndlessAnswerBeginsAgain(t *testing.T) {
	c, err := newChain(Script{Steps: []Answer{{Pieces: []string{"tick ", "tock "}, Endless: true}}})
	if err != nil {
		t.Fatal(err)
	}
	if got, ended := speak(t, c, starts, 5); ended || strings.Join(got, "") != "tick tock tick tock tick " {
		t.Errorf("wrote %q, ended: %v", got, ended)
	}
}

func TestBytesAreWrittenAsTheLettersOfAByteLevelVocabulary(t *testing.T) {
	if got := asToken("a \n\x00é~"); got != "aĠĊĀÃ©~" {
		t.Errorf("got %q", got)
	}
}

func TestAModelThatCannotBeBuiltIsAnError(t *testing.T) {
	rows := []struct {
		what    string
		answers []Answer
		want    error
	}{
		{"no answer", nil, errNoAnswer},
		{"an empty piece", []Answer{{Pieces: []string{""}}}, errEmpty},
		{"too many answers", make([]Answer, Depth+1), errTooMany},
	}
	for _, row := range rows {
		if _, err := Build("m", Script{Steps: row.answers}); !errors.Is(err, row.want) {
			t.Errorf("%s: %v", row.what, err)
		}
	}
}

func TestTheMarginIsWhatTheCodesAllow(t *testing.T) {
	same := [][]float32{filled(width, 1), filled(width, 1)}
	if m := worstMargin(same, []int{1, 0}); m != 0 {
		t.Errorf("two tokens of one code have a margin of %v", m)
	}
	close := [][]float32{filled(width, 1), filled(width, 1)}
	close[1][0] = -1
	if m := worstMargin(close, []int{1, 0}); m != 2 {
		t.Errorf("two codes that differ in one place have a margin of %v", m)
	}
	if m, err := build("m", &chain{tokens: []string{"a", "b"}, next: []int{1, 0}}, close); !errors.Is(err, errNarrow) {
		t.Errorf("a model with a margin of %v was built: %v", m.Margin, err)
	}
	if m, err := Build("m", Script{Steps: []Answer{{Pieces: []string{"a", "b"}}}}); err != nil || m.Margin < minMargin || len(m.File) == 0 {
		t.Errorf("got %v, %v", m.Margin, err)
	}
}
