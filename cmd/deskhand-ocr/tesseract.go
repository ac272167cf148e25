//go:build ocr && cgo

package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/otiai10/gosseract/v2"

	"github.com/deskhand/deskhand/mcp/servers/documents/engine/process"
	"github.com/deskhand/deskhand/mcp/servers/documents/engine/wire"
)

// tesseract keeps one client between the pictures; it is made again when the
// languages change.
type tesseract struct {
	client    *gosseract.Client
	languages []string
}

func newRecognizer() process.Recognizer { return &tesseract{} }

// inventory lists what tesseract can read.
func inventory() wire.Inventory {
	languages, err := gosseract.GetAvailableLanguages()
	if err != nil {
		languages = []string{}
	}
	slices.Sort(languages)
	return wire.Inventory{Engine: gosseract.Version(), Languages: languages}
}

func (t *tesseract) Close() {
	if t.client != nil {
		_ = t.client.Close()
		t.client = nil
	}
}

func (t *tesseract) Recognize(request wire.Request, pixels []byte) ([]wire.Word, error) {
	if err := t.prepare(request); err != nil {
		return nil, err
	}
	if err := t.client.SetImageFromBytes(netpbm(request.Width, request.Height, pixels)); err != nil {
		return nil, fmt.Errorf("set the picture: %w", err)
	}
	boxes, err := t.client.GetBoundingBoxesVerbose()
	if err != nil {
		t.Close() // its state is not known any more
		return nil, fmt.Errorf("recognize: %w", err)
	}
	return words(boxes), nil
}

// prepare has a client ready for these languages, mode and resolution.
// Variables set before the first picture are kept by the client and applied
// when it loads.
func (t *tesseract) prepare(request wire.Request) error {
	if t.client == nil || !slices.Equal(t.languages, request.Languages) {
		t.Close()
		t.client = gosseract.NewClient()
		t.languages = slices.Clone(request.Languages)
		if err := t.client.SetLanguage(request.Languages...); err != nil {
			return fmt.Errorf("set the languages: %w", err)
		}
	}
	for key, value := range map[gosseract.SettableVariable]string{
		gosseract.DEBUG_FILE:    "/dev/null",
		"tessedit_pageseg_mode": strconv.Itoa(request.Mode),
		"user_defined_dpi":      strconv.Itoa(request.DPI),
	} {
		if err := t.client.SetVariable(key, value); err != nil {
			return fmt.Errorf("set %s: %w", key, err)
		}
	}
	return nil
}

// netpbm puts the header of a grey picture before the pixels: the form that
// costs nothing to decode.
func netpbm(width, height int, pixels []byte) []byte {
	header := fmt.Sprintf("P5\n%d %d\n255\n", width, height)
	return append([]byte(header), pixels...)
}

// words drops what is no word: tesseract gives white space for rules and
// pictures.
func words(boxes []gosseract.BoundingBox) []wire.Word {
	words := make([]wire.Word, 0, len(boxes))
	for _, box := range boxes {
		text := strings.TrimSpace(box.Word)
		if text == "" {
			continue
		}
		words = append(words, wire.Word{
			Text: text,
			X0:   box.Box.Min.X, Y0: box.Box.Min.Y, X1: box.Box.Max.X, Y1: box.Box.Max.Y,
			Confidence: box.Confidence / 100,
			Block:      box.BlockNum, Par: box.ParNum, Line: box.LineNum,
		})
	}
	return words
}
