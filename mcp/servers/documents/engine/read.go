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
	// Key is a hash of the content of the page; empty: not cached.
	Key string
	// Picture gives the page as pixels, and its resolution in dots an inch
	// when it is known, else 0. It is called only if the page is not in the
	// cache.
	Picture func(ctx context.Context) (picture *image.Gray, dpi int, err error)
	// Sparse says that it is no page but an upright picture with a few words on it, such
	// as of logos.
	Sparse bool
}

// Page is what was read from one page, in the pixels of the page turned
// upright.
type Page struct {
	layout.Page
	// Turn is by how many degrees clockwise the picture was turned: 0, 90, 180
	// or 270.
	Turn int
	// Missing are the languages that were requested, or that the page is written in,
	// and that are not installed.
	Missing []string
}

// KeyOf returns a hash of the content of a file, as part of a Source's key.
func KeyOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// rules is part of the cache's keys: another way of reading gets another
// number.
const rules = 7

// Read reads a page in these languages, or, when none is named, in English and in
// the language that it turns out to be written in, if that is installed. Missing
// languages are reported and left out.
func (p *Pool) Read(ctx context.Context, source Source, languages []string) (Page, error) {
	found := p.find()
	if found.engine == None {
		return Page{}, ErrNoEngine
	}
	use, missing := found.pick(languages)
	if len(use) == 0 {
		return Page{}, ErrNoLanguage
	}
	reading := reading{pool: p, languages: use, osd: found.osd}
	if len(languages) == 0 {
		reading.installed = found.languages
	}
	key := fmt.Sprintf("%s|%s|%s|%s %s|%d", source.Key, strings.Join(use, "+"), strings.Join(reading.installed, "+"), found.engine, found.version, rules)
	var page Page
	if source.Key != "" && p.cache.Get(key, &page) {
		page.Missing = append(missing, page.Missing...)
		return page, nil
	}
	grey, dpi, err := source.Picture(ctx)
	if err != nil {
		return Page{}, err
	}
	reading.dpi = dpi
	if source.Sparse {
		page.Page, err = reading.words(ctx, grey, wire.ModeSparse)
	} else {
		page, err = reading.page(ctx, grey)
	}
	if err != nil {
		return Page{}, err
	}
	if source.Key != "" {
		_ = p.cache.Put(key, page) // without the cache it is only slower
	}
	page.Missing = append(missing, page.Missing...)
	return page, nil
}

// reading is how one page is read.
type reading struct {
	pool      *Pool
	languages []string
	installed []string // to choose among where nobody named any; else nil
	osd       bool     // there is data for detecting a page's orientation
	dpi       int
}

const (
	// weak is the score below which a page is tried in the other orientations: less
	// than a few certain words.
	weak = 12
	// unsure is the confidence below which a page is read again, enlarged.
	unsure = 0.9
	// doubtful is the confidence below which a page may be on its side.
	doubtful = 0.6
)

const (
	// minSkew is by how many degrees a page is askew to be read straight, too: on real
	// receipts, less did as much harm as good.
	minSkew = 1.5
	// clearlyMore is how many times the score a page must have without its margins, or
	// straightened, for that reading to be used.
	clearlyMore = 1.1
)

// sizes are how many times a page that is not read with certainty is enlarged for each
// further reading of it. At once and a half its size a till receipt gives more
// than at any other; at twice, other words.
var sizes = []float64{1.5, 2}

// page reads a picture and turns the words upright. A page that is not read with
// certainty is read in other ways, and each word is decided by a vote.
func (r reading) page(ctx context.Context, grey *image.Gray) (Page, error) {
	read, err := r.turned(ctx, grey)
	if err == nil && len(read.Words) == 0 { // dark margins can hide a whole page
		if inner := picture.WithoutAnyEdges(grey); inner != grey {
			grey = inner
			read, err = r.turned(ctx, grey)
		}
	}
	if err != nil || len(read.Words) == 0 {
		return read, err
	}
	upright := picture.Turn(grey, read.Turn)
	if r.installed != nil {
		page, missing, err := r.inItsLanguage(ctx, upright, read.Page, r.installed)
		if err != nil {
			return Page{}, err
		}
		if read.Page = page; missing != "" {
			read.Missing = []string{missing}
		}
	}
	straight, times, back := cleaned(upright)
	if straight != upright {
		page, err := r.words(ctx, straight, wire.ModeAuto)
		if err != nil && !errors.Is(err, ErrFailed) {
			return Page{}, err
		}
		if score(page) > times*score(read.Page) {
			read.Page = page
			read, err = r.surer(ctx, straight, read)
			return onPage(read, upright.Rect.Size(), back), err
		}
	}
	if score(read.Page) < weak {
		return read, nil
	}
	return r.surer(ctx, upright, read)
}

// cleaned returns a page without dark margins, straightened, and flat if it was
// photographed at an angle; how many times the score of the page it must have to be used,
// and what maps a box of it to one of the page. If the page needs none of that, it is
// returned itself.
func cleaned(upright *image.Gray) (straight *image.Gray, times float64, back func(image.Rectangle) image.Rectangle) {
	if flat, slant := picture.Flat(upright); flat != nil {
		return flat, 1, slant.Box // as many words are better in their rows
	}
	size := upright.Rect.Size()
	straight = picture.WithoutEdges(upright)
	skew := picture.Skew(straight)
	if math.Abs(skew) < minSkew {
		return straight, clearlyMore, func(box image.Rectangle) image.Rectangle { return box }
	}
	return picture.Straight(straight, skew), clearlyMore, func(box image.Rectangle) image.Rectangle { return picture.Askew(box, size, skew) }
}

// onPage returns the words of a cleaned page with their boxes on the original page.
func onPage(read Page, size image.Point, back func(image.Rectangle) image.Rectangle) Page {
	for i, word := range read.Words {
		read.Words[i].Box = back(word.Box)
	}
	read.Width, read.Height = size.X, size.Y
	return read
}

// surer reads an upright page in other ways while its words are not certain.
func (r reading) surer(ctx context.Context, upright *image.Gray, read Page) (Page, error) {
	readings := []layout.Page{read.Page}
	for _, size := range sizes {
		if read.Confidence() >= unsure {
			break
		}
		other, err := r.enlarged(ctx, upright, size)
		if errors.Is(err, ErrFailed) {
			continue
		}
		if err != nil {
			return Page{}, err
		}
		readings = append(readings, other)
		read.Page = vote(readings)
	}
	page, err := r.closer(ctx, upright, read.Page)
	if err == nil {
		page, err = r.boxed(ctx, upright, page)
	}
	read.Page = page
	return read, err
}

// enlarged reads a page as one block at size times its size, and returns it at its
// own. A large one stays as it is; the second time it is read as a column.
func (r reading) enlarged(ctx context.Context, grey *image.Gray, size float64) (layout.Page, error) {
	large, scale := picture.Enlarged(grey, size)
	mode := wire.ModeBlock
	if scale == 1 && size == sizes[1] {
		mode = wire.ModeColumn
	}
	page, err := r.words(ctx, large, mode)
	if err != nil || scale == 1 {
		return page, err
	}
	page = page.Scaled(1 / scale)
	page.Width, page.Height = grey.Rect.Dx(), grey.Rect.Dy()
	return page, nil
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

// words reads a picture as it is.
func (r reading) words(ctx context.Context, grey *image.Gray, mode int) (layout.Page, error) {
	size := grey.Rect.Size()
	request := wire.Request{
		Languages: r.languages, Width: size.X, Height: size.Y,
		Format: wire.Gray8, Mode: mode, DPI: r.dpi,
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
