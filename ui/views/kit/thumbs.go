package kit

import (
	"bytes"
	"container/list"
	"context"
	"image"
	"image/png"

	"github.com/deskhand/deskhand/app"
)

// Thumbs loads small pictures of first pages: two at a time, for the visible rows, with a
// cache. Its methods must be called on the UI goroutine.
type Thumbs struct {
	frame *Frame
	pager Pager
	slots chan struct{} // one token for each picture being drawn
	cache *lru
}

const (
	thumbPixels  = 96  // the longer side: enough for a screen of double density
	thumbsKept   = 300 // 11 MB at most
	thumbsAtOnce = 2
)

// Pager draws pages of documents.
type Pager interface {
	// Page draws a page, counted from 1, upright, with no side over maxPx pixels.
	Page(ctx context.Context, path string, page, maxPx int) (app.Picture, error)
}

// NewThumbs returns an empty Thumbs.
func NewThumbs(frame *Frame, pager Pager) *Thumbs {
	return &Thumbs{frame: frame, pager: pager, slots: make(chan struct{}, thumbsAtOnce), cache: newLRU(thumbsKept)}
}

// Want shows the thumbnail of the file at path: at once if it is cached (nil for a file
// that cannot be drawn), else when it is drawn. stop cancels that.
func (t *Thumbs) Want(path string, show func(image.Image)) (stop func()) {
	if img, ok := t.cache.get(path); ok {
		show(img)
		return func() {}
	}
	show(nil)
	stopped := false
	cancel := t.frame.Work.Start(func(ctx context.Context) func() {
		img, err := t.draw(ctx, path)
		answered := err == nil || ctx.Err() == nil // it is there, or it will never be
		return func() {
			if answered {
				t.cache.put(path, img)
			}
			if !stopped {
				show(img)
			}
		}
	})
	return func() {
		stopped = true
		cancel()
	}
}

// draw waits for its turn and draws the first page.
func (t *Thumbs) draw(ctx context.Context, path string) (image.Image, error) {
	select {
	case t.slots <- struct{}{}:
		defer func() { <-t.slots }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	p, err := t.pager.Page(ctx, path, 1, thumbPixels)
	if err != nil {
		return nil, err
	}
	return Decode(p)
}

// Decode decodes a picture that was drawn for us, never a file of the user.
func Decode(p app.Picture) (image.Image, error) { return png.Decode(bytes.NewReader(p.PNG)) }

// lru keeps the most recently used pictures.
type lru struct {
	limit int
	order *list.List // of *kept, most recently used first
	byKey map[string]*list.Element
}

type kept struct {
	key string
	img image.Image
}

func newLRU(limit int) *lru {
	return &lru{limit: limit, order: list.New(), byKey: map[string]*list.Element{}}
}

func (l *lru) get(key string) (image.Image, bool) {
	e, ok := l.byKey[key]
	if !ok {
		return nil, false
	}
	l.order.MoveToFront(e)
	return e.Value.(*kept).img, true
}

func (l *lru) put(key string, img image.Image) {
	if e, ok := l.byKey[key]; ok {
		e.Value.(*kept).img = img
		l.order.MoveToFront(e)
		return
	}
	l.byKey[key] = l.order.PushFront(&kept{key, img})
	for l.order.Len() > l.limit {
		oldest := l.order.Back()
		l.order.Remove(oldest)
		delete(l.byKey, oldest.Value.(*kept).key)
	}
}
