package engine

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"image"
	"math"
	"strings"
	"unicode"

	"github.com/deskhand/deskhand/mcp/servers/documents/engine/wire"
	"github.com/deskhand/deskhand/mcp/servers/documents/layout"
	"github.com/deskhand/deskhand/mcp/servers/documents/picture"
)

// Source is a page that may have to be read.
type Source struct {
	// Key stands for the content of the page (a hash); empty: not kept.
	Key string
	// Picture gives the page as pixels, and its resolution in dots an inch
	// when it is known, else 0. It is called only if the page is not in the
	// cache.
	Picture func(ctx context.Context) (picture *image.Gray, dpi int, err error)
}

// Page is what was read from one page, in the pixels of the page turned
// upright.
type Page struct {
	layout.Page
	// Turn is by how many degrees clockwise the picture was turned: 0, 90, 180
	// or 270.
	Turn int
	// Missing are the languages that were asked for and are not installed.
	Missing []string
}

// KeyOf stands for the content of a file, as part of a Source's key.
func KeyOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// rules is part of the cache's keys: another way of reading gets another
// number.
const rules = 1

// Read reads a page in these languages, or in English when none is named. The
// languages that are missing are told and left out.
func (p *Pool) Read(ctx context.Context, source Source, languages []string) (Page, error) {
	found := p.find()
	if found.engine == None {
		return Page{}, ErrNoEngine
	}
	use, missing := found.pick(languages)
	if len(use) == 0 {
		return Page{}, ErrNoLanguage
	}
	key := fmt.Sprintf("%s|%s|%s %s|%d", source.Key, strings.Join(use, "+"), found.engine, found.version, rules)
	var page Page
	if source.Key != "" && p.cache.Get(key, &page) {
		page.Missing = missing
		return page, nil
	}
	grey, dpi, err := source.Picture(ctx)
	if err != nil {
		return Page{}, err
	}
	reading := reading{pool: p, languages: use, mode: wire.ModeAuto, dpi: dpi}
	if found.osd {
		reading.mode = wire.ModeAutoOSD
	}
	if page, err = reading.page(ctx, grey); err != nil {
		return Page{}, err
	}
	if source.Key != "" {
		_ = p.cache.Put(key, page) // a cache that cannot be written costs time, not truth
	}
	page.Missing = missing
	return page, nil
}

// reading is how one page is read.
type reading struct {
	pool      *Pool
	languages []string
	mode      int
	dpi       int
}

// weak is the score under which a page is tried the other ways up: less than a
// few sure words.
const weak = 12

// trialPixels is the size at which a page is tried the other ways up.
const trialPixels = 2_000_000

// page reads a picture and turns what was read upright. Tesseract reads a page
// that lies on a side, but not as well as an upright one: it is turned and read
// again. A page that gives hardly any words is tried the other ways up at a
// small size; one that gives none at all has none: print that lies on a side
// gives wrong words, a plain photo gives nothing.
func (r reading) page(ctx context.Context, grey *image.Gray) (Page, error) {
	first, err := r.words(ctx, grey)
	if err != nil {
		return Page{}, err
	}
	turn := first.UprightTurn()
	if len(first.Words) > 0 && score(first) < weak {
		if turn, err = r.trial(ctx, grey, score(first)); err != nil {
			return Page{}, err
		}
	}
	if turn == 0 {
		return upright(first, 0), nil
	}
	again, err := r.words(ctx, picture.Turn(grey, turn))
	if err != nil {
		return Page{}, err
	}
	if score(again) < score(first) {
		return upright(first, 0), nil
	}
	return upright(again, turn), nil
}

// upright turns a page upright, for a picture that was already turned by so
// many degrees.
func upright(page layout.Page, already int) Page {
	turn := page.UprightTurn()
	return Page{Page: page.Turn(turn), Turn: (already + turn) % 360}
}

// trial tells the way up that gives clearly more than base, or 0.
func (r reading) trial(ctx context.Context, grey *image.Gray, base float64) (int, error) {
	small := picture.Fit(grey, trialPixels)
	best, bestScore := 0, math.Max(1.5*base, weak/2)
	for _, turn := range []int{90, 270, 180} {
		page, err := r.words(ctx, picture.Turn(small, turn))
		if errors.Is(err, ErrFailed) {
			continue
		}
		if err != nil {
			return 0, err
		}
		if s := score(page); s > bestScore {
			best, bestScore = turn, s
		}
	}
	return best, nil
}

// score is the number of letters and digits in the words that are sure, each
// counted by how sure it is.
func score(page layout.Page) float64 {
	var sum float64
	for _, word := range page.Words {
		if word.Confidence < 0.5 {
			continue
		}
		for _, r := range word.Text {
			if unicode.IsLetter(r) || unicode.IsDigit(r) {
				sum += word.Confidence
			}
		}
	}
	return sum
}

// words reads a picture as it stands.
func (r reading) words(ctx context.Context, grey *image.Gray) (layout.Page, error) {
	size := grey.Rect.Size()
	request := wire.Request{
		Languages: r.languages, Width: size.X, Height: size.Y,
		Format: wire.Gray8, Mode: r.mode, DPI: r.dpi,
	}
	words, err := r.pool.recognize(ctx, request, picture.Pixels(grey))
	if err != nil {
		return layout.Page{}, err
	}
	return layout.Page{Width: size.X, Height: size.Y, Words: numbered(words)}, nil
}

// numbered numbers the lines over the whole page.
func numbered(words []wire.Word) []layout.Word {
	numbered := make([]layout.Word, 0, len(words))
	line := -1
	for i, word := range words {
		if i == 0 || !sameLine(words[i-1], word) {
			line++
		}
		numbered = append(numbered, layout.Word{
			Text: word.Text, Box: image.Rect(word.X0, word.Y0, word.X1, word.Y1),
			Confidence: min(max(word.Confidence, 0), 1), Block: word.Block, Line: line,
		})
	}
	return numbered
}

func sameLine(a, b wire.Word) bool {
	return a.Block == b.Block && a.Par == b.Par && a.Line == b.Line
}
