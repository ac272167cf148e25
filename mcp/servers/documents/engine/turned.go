package engine

import (
	"context"
	"errors"
	"image"
	"math"

	"github.com/deskhand/deskhand/mcp/servers/documents/engine/wire"
	"github.com/deskhand/deskhand/mcp/servers/documents/layout"
	"github.com/deskhand/deskhand/mcp/servers/documents/picture"
)

// turnPixels is the size at which a page is tried in the other orientations.
const turnPixels = 2_000_000

// turned reads a page and turns it upright. Tesseract reads a page that lies on
// a side, but not as well as an upright one: it is turned and read again. A page
// with hardly any words, or with uncertain ones if there is no data for detecting the
// orientation, is tried in the other orientations at a small size. A page without any
// word is left: print on its side gives wrong words, a plain photo gives none.
func (r reading) turned(ctx context.Context, grey *image.Gray) (Page, error) {
	first, err := r.words(ctx, grey, wire.ModeAuto)
	if err == nil && r.osd && len(first.Words) > 0 && first.Confidence() < doubtful {
		first, err = r.lying(ctx, grey, first)
	}
	if err != nil {
		return Page{}, err
	}
	turn := first.UprightTurn()
	if len(first.Words) > 0 && (score(first) < weak || !r.osd && first.Confidence() < doubtful) {
		if turn, err = r.bestTurn(ctx, grey, score(first)); err != nil {
			return Page{}, err
		}
	}
	if turn == 0 {
		return upright(first, 0), nil
	}
	again, err := r.words(ctx, picture.Turn(grey, turn), wire.ModeAuto)
	if err != nil {
		return Page{}, err
	}
	if score(again) < score(first) {
		return upright(first, 0), nil
	}
	return upright(again, turn), nil
}

// lying reads a page that may lie on a side, if that gives more than first.
func (r reading) lying(ctx context.Context, grey *image.Gray, first layout.Page) (layout.Page, error) {
	page, err := r.words(ctx, grey, wire.ModeAutoOSD)
	switch {
	case errors.Is(err, ErrFailed):
		return first, nil
	case err != nil:
		return layout.Page{}, err
	case score(page) < score(first):
		return first, nil
	}
	return page, nil
}

// upright turns a page upright, for a picture that was already turned by so
// many degrees.
func upright(page layout.Page, already int) Page {
	turn := page.UprightTurn()
	return Page{Page: page.Turn(turn), Turn: (already + turn) % 360}
}

// bestTurn returns the turn that scores clearly more than base, or 0.
func (r reading) bestTurn(ctx context.Context, grey *image.Gray, base float64) (int, error) {
	small := picture.Fit(grey, turnPixels)
	best, bestScore := 0, math.Max(1.5*base, weak/2)
	for _, turn := range []int{90, 270, 180} {
		page, err := r.words(ctx, picture.Turn(small, turn), wire.ModeAuto)
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
