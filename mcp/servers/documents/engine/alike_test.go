package engine

import (
	"encoding/json"
	"fmt"
	"image"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/deskhand/deskhand/mcp/servers/documents/picture"
)

// faint is a page so small and with so much noise that it is read in several ways.
func faint(t *testing.T, seed uint64, lines ...string) *image.Gray {
	t.Helper()
	random := rand.New(rand.NewPCG(seed, 1)) //nolint:gosec // for a test
	grey := picture.ScaleGrey(page(t, lines...), 0.5)
	for i, light := range grey.Pix {
		grey.Pix[i] = uint8(30 + int(light)/2 + random.IntN(60)) //nolint:gosec // under 256
	}
	return grey
}

// What a page gives is a function of the page: neither what its process read
// before it, nor what else this computer does, changes a word.
func TestAPageIsReadAlikeWhateverElseIsReadOrComputed(t *testing.T) {
	var pages []*image.Gray
	for i := range 4 {
		lines := slices.Clone(letter[i:])
		for j := range lines {
			lines[j] = strings.ToUpper(lines[j][:1+i]) + lines[j][1+i:]
		}
		pages = append(pages, faint(t, uint64(i), lines...))
	}
	config := Config{Library: withTesseract, Program: "/nowhere/tesseract", Workers: 1}
	read := func(pool *Pool, page int) string {
		got, err := pool.Read(t.Context(), of(pages[page]), nil)
		if err != nil {
			t.Error(err)
		}
		if sure := got.Confidence(); len(got.Words) < 5 || sure > 0.95 {
			t.Errorf("page %d is read %.2f sure, so not in several ways: %s", page, sure, text(got.Page))
		}
		encoded, err := json.Marshal(got)
		if err != nil {
			t.Error(err)
		}
		return string(encoded)
	}
	alone := make([]string, len(pages))
	for i := range pages {
		alone[i] = read(newPool(t, config), i)
	}
	same := func(when string, page int, got string) {
		if got != alone[page] {
			t.Errorf("%s page %d is\n%s\nand alone\n%s", when, page, got, alone[page])
		}
	}
	one := newPool(t, config)
	for _, order := range [][]int{{0, 1, 2, 3}, {3, 2, 1, 0}, {1, 3, 0, 2}} {
		for _, page := range order {
			same(fmt.Sprint("in the order ", order), page, read(one, page))
		}
	}
	var done atomic.Bool
	var others sync.WaitGroup
	for range 2 * runtime.GOMAXPROCS(0) {
		others.Go(func() {
			for !done.Load() {
			}
		})
	}
	config.Workers = 0
	many := newPool(t, config)
	var readers sync.WaitGroup
	for i := range pages {
		readers.Go(func() { same("on a busy computer", i, read(many, i)) })
	}
	readers.Wait()
	done.Store(true)
	others.Wait()
}
