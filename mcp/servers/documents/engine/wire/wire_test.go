package wire

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestARequestArrivesAsItWasSent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		request := Request{
			ID:        rapid.Int().Draw(t, "id"),
			Languages: rapid.SliceOfN(rapid.StringMatching(`[a-z]{3}`), 1, 4).Draw(t, "languages"),
			Width:     rapid.IntRange(1, 40).Draw(t, "width"),
			Height:    rapid.IntRange(1, 40).Draw(t, "height"),
			Format:    Gray8, Mode: ModeAuto,
		}
		pixels := rapid.SliceOfN(rapid.Byte(), request.Width*request.Height, request.Width*request.Height).Draw(t, "pixels")
		var sent bytes.Buffer
		for range 2 {
			if err := WriteRequest(&sent, request, pixels); err != nil {
				t.Fatal(err)
			}
		}
		reader := bufio.NewReader(&sent)
		for range 2 {
			got, gotPixels, err := ReadRequest(reader)
			if err != nil || got.ID != request.ID || got.Width != request.Width || !bytes.Equal(gotPixels, pixels) {
				t.Fatalf("got %+v, %v", got, err)
			}
		}
		if _, _, err := ReadRequest(reader); !errors.Is(err, io.EOF) {
			t.Fatalf("at the end: %v", err)
		}
	})
}

func TestFramesThatAreWrongAreRefused(t *testing.T) {
	for name, frame := range map[string]string{
		"no JSON":           "hello\n",
		"too many pixels":   `{"id":1,"languages":["eng"],"width":32000,"height":32000,"format":"gray8"}` + "\n",
		"a negative width":  `{"id":1,"languages":["eng"],"width":-5,"height":-5,"format":"gray8"}` + "\n",
		"another format":    `{"id":1,"languages":["eng"],"width":1,"height":1,"format":"png"}` + "\nx",
		"no language":       `{"id":1,"width":1,"height":1,"format":"gray8"}` + "\nx",
		"missing pixels":    `{"id":1,"languages":["eng"],"width":4,"height":4,"format":"gray8"}` + "\nabc",
		"a line that stops": `{"id":1`,
		"an endless line":   strings.Repeat("x", maxHeader+10),
	} {
		if _, _, err := ReadRequest(bufio.NewReaderSize(strings.NewReader(frame), 4096)); !errors.Is(err, ErrMalformed) {
			t.Errorf("%s: err = %v", name, err)
		}
	}
	if err := WriteRequest(io.Discard, Request{Languages: []string{"eng"}, Width: 2, Height: 2, Format: Gray8}, []byte{1}); !errors.Is(err, ErrMalformed) {
		t.Errorf("too few pixels: %v", err)
	}
}

func FuzzReadRequest(f *testing.F) {
	f.Add([]byte(`{"id":1,"languages":["eng"],"width":1,"height":2,"format":"gray8"}` + "\nxy"))
	f.Fuzz(func(t *testing.T, frame []byte) {
		request, pixels, err := ReadRequest(bufio.NewReader(bytes.NewReader(frame)))
		if err == nil && (request.Check() != nil || len(pixels) != request.Width*request.Height) {
			t.Errorf("%+v with %d bytes", request, len(pixels))
		}
	})
}

func FuzzReadAnswer(f *testing.F) {
	f.Add([]byte(`{"id":1,"words":[{"text":"x"}]}` + "\n"))
	f.Fuzz(func(t *testing.T, line []byte) {
		answer, err := ReadAnswer(bufio.NewReader(bytes.NewReader(line)))
		if err == nil && WriteAnswer(io.Discard, answer) != nil {
			t.Errorf("%q cannot be written again", line)
		}
	})
}
