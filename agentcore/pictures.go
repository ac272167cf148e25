package agentcore

import (
	"bytes"
	"fmt"
	"image"
	_ "image/jpeg" // for the sizes of pictures
	_ "image/png"
	"slices"

	_ "golang.org/x/image/webp"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/history"
)

// What a model is shown of the pictures of a result: few, of sizes that it can work
// with. What is larger once it is unpacked would take the memory of its server.
const (
	maxPictures   = 4
	pictureBytes  = 4 << 20
	picturePixels = 16 << 20
	pictureSide   = 16_384
)

// pictures returns those of a result that the candidate is shown, and a line for
// each of them, and of those that it is not.
func (t *turn) pictures(blobs []chat.Blob) (shown [][]byte, lines string) {
	for _, b := range blobs {
		why := unfit(b.Data)
		switch {
		case !t.candidate.Vision:
			why = "this model sees no pictures"
		case why == "" && len(shown) == maxPictures:
			why = "there are too many"
		}
		if why != "" {
			lines += fmt.Sprintf("\n[a picture was left out: %.40q, %d KiB; %s]", b.MIME, len(b.Data)>>10, why)
			continue
		}
		shown = append(shown, b.Data)
		lines += fmt.Sprintf("\n[picture %d is shown to you: %.40q, %d KiB]", len(shown), b.MIME, len(b.Data)>>10)
	}
	return shown, lines
}

// unfit says why a picture is not shown; empty when it may be. Only its head is
// read.
func unfit(data []byte) string {
	size, _, err := image.DecodeConfig(bytes.NewReader(data))
	switch {
	case err != nil:
		return "it is no PNG, JPEG or WebP"
	case len(data) > pictureBytes || max(size.Width, size.Height) > pictureSide || size.Width*size.Height > picturePixels:
		return "it is too large"
	}
	return ""
}

// dropPictures takes the pictures out of what the next candidate sees: it cannot
// look at any.
func (t *turn) dropPictures() {
	t.history = slices.Clone(t.history)
	for i := range t.history {
		t.history[i].Images = nil
	}
	t.room.memo = history.NewMemo()
}
