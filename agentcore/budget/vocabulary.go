package budget

import (
	"bytes"
	"cmp"
	"compress/gzip"
	_ "embed"
	"fmt"
	"io"
	"sync"
	"unicode"

	"github.com/pkoukk/tiktoken-go"
)

// tokens is the size of the vocabulary.
const tokens = 100_256

// packed is the one vocabulary that is used, compressed: the length of each token in a
// byte, in the order of their ranks, and then the tokens themselves. That takes 0.35 MB
// less than the form in which its makers distribute it.
//
//go:embed cl100k_base.gz
var packed []byte

// embedded provides the vocabulary, whichever file the tokenizer asks for.
type embedded struct{}

// LoadTiktokenBpe returns the rank of each token.
func (embedded) LoadTiktokenBpe(string) (map[string]int, error) {
	unpacked, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	all, err := io.ReadAll(unpacked)
	if err != nil || len(all) < tokens {
		return nil, fmt.Errorf("a vocabulary of %d bytes: %w", len(all), cmp.Or(err, io.ErrUnexpectedEOF))
	}
	ranks := make(map[string]int, tokens)
	text := string(all[tokens:])
	for rank, length := range all[:tokens] {
		if int(length) > len(text) {
			return nil, fmt.Errorf("token %d of the vocabulary: %w", rank, io.ErrUnexpectedEOF)
		}
		ranks[text[:length]], text = rank, text[length:]
	}
	return ranks, nil
}

// vocabulary is the tokenizer, loaded on first use and once per process: it takes 0.2 s,
// and the library keeps it anyway. The loader is set first, since the default one
// downloads files.
var vocabulary = sync.OnceValues(func() (*tiktoken.Tiktoken, error) {
	tiktoken.SetBpeLoader(embedded{})
	return tiktoken.GetEncoding(tiktoken.MODEL_CL100K_BASE)
})

// encode counts the tokens of a short text. If the vocabulary does not load, which cannot
// happen, it returns 0 and the count by characters decides.
func encode(piece string) int {
	v, err := vocabulary()
	if err != nil {
		return 0
	}
	return len(v.EncodeOrdinary(piece))
}

// pieceRunes is the longest text passed to the tokenizer, whose time is quadratic in the
// length of a word.
const pieceRunes = 1000

// pieces cuts a text into parts of at most pieceRunes characters, before white space if
// possible, and returns the number of characters of all of it.
func pieces(text string, each func(string)) (runes int) {
	start, space, length := 0, 0, 0
	for at, r := range text {
		if length == pieceRunes {
			cut := at
			if space > start {
				cut = space
			}
			each(text[start:cut])
			length = runesBetween(text, cut, at)
			start = cut
		}
		if unicode.IsSpace(r) {
			space = at
		}
		length++
		runes++
	}
	if start < len(text) {
		each(text[start:])
	}
	return runes
}

func runesBetween(text string, from, to int) (n int) {
	for range text[from:to] {
		n++
	}
	return n
}
