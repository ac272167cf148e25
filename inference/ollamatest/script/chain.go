package script

import (
	"errors"
	"fmt"
	"strings"
)

var (
	errNoAnswer = errors.New("script: a model needs an answer")
	errEmpty    = errors.New("script: a piece of an answer is empty")
	errNarrow   = fmt.Errorf("script: the margin between the right token and the next is less than %d", minMargin)
	errTooMany  = fmt.Errorf("script: more than %d answers", Depth)
)

// The first tokens of every vocabulary: one for each byte, then these.
const (
	bos = 256 + iota
	eos
	_ // begins a message
	apart
	starts // from here on one token per number of assistant messages
)

// Token types for a tokenizer.
const (
	kindNormal  = 1
	kindControl = 3 // matched in a prompt as a whole, and never printed
)

// chain is a vocabulary in which every token has a successor.
type chain struct {
	tokens []string
	kinds  []int32
	next   []int
	known  map[string]bool
}

func newChain(s Script) (*chain, error) {
	if len(s.Steps) == 0 {
		return nil, errNoAnswer
	}
	if len(s.Steps) > Depth {
		return nil, errTooMany
	}
	c := &chain{known: map[string]bool{}}
	c.addAlphabet()
	for i, a := range s.Steps {
		first, err := c.write(a)
		if err != nil {
			return nil, err
		}
		for n := i; n < Depth && (n == i || i == len(s.Steps)-1); n++ {
			c.next[starts+n] = first
		}
	}
	first, err := c.write(s.Apart)
	c.next[apart] = first
	return c, err
}

// addAlphabet adds the first tokens.
func (c *chain) addAlphabet() {
	for i := range 256 {
		c.add(asToken(string([]byte{byte(i)})), kindNormal)
	}
	for _, special := range []string{"<|bos|>", "<|im_end|>", "<|im_start|>", apartToken} {
		c.add(special, kindControl)
	}
	for i := range Depth {
		c.add(startToken(i), kindControl)
	}
}

// add adds a token whose successor is the end of the answer.
func (c *chain) add(token string, kind int32) int {
	c.known[token] = true
	c.tokens, c.kinds, c.next = append(c.tokens, token), append(c.kinds, kind), append(c.next, eos)
	return len(c.tokens) - 1
}

// write adds an answer and returns its first token. A vocabulary has each token once, so
// that a repeated piece gets zero bytes appended, which a runner drops.
func (c *chain) write(a Answer) (first int, err error) {
	first = eos
	last := -1
	for _, piece := range a.Pieces {
		if piece == "" {
			return 0, errEmpty
		}
		token := asToken(piece)
		for c.known[token] {
			token += asToken("\x00")
		}
		id := c.add(token, kindNormal)
		if last < 0 {
			first = id
		} else {
			c.next[last] = id
		}
		last = id
	}
	if a.Endless && last >= 0 {
		c.next[last] = first
	}
	return first, nil
}

const apartToken = "<|apart|>"

func startToken(n int) string { return fmt.Sprintf("<|s:%d|>", n) }

// asToken encodes text for a byte-level vocabulary: printable bytes are kept, others
// become letters from U+0100 on.
func asToken(text string) string {
	var b strings.Builder
	for i := range len(text) {
		b.WriteRune(letter(text[i]))
	}
	return b.String()
}

func letter(of byte) rune {
	if prints(of) {
		return rune(of)
	}
	r := rune(0x100)
	for b := range of {
		if !prints(b) {
			r++
		}
	}
	return r
}

func prints(b byte) bool { return b >= '!' && b <= '~' || b >= 0xa1 && b != 0xad }
