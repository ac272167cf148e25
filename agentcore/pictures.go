package agentcore

import (
	"bytes"
	"fmt"
	"image"
	_ "image/jpeg" // for image sizes
	_ "image/png"
	"slices"

	_ "golang.org/x/image/webp"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/history"
)

// A model is shown few pictures of a result, of sizes that it can handle. Larger ones
// would use up the memory of its server when decoded.
const (
	maxPictures   = 4
	pictureBytes  = 4 << 20
	picturePixels = 16 << 20
	pictureSide   = 16_384
)

// pictures returns the pictures of a result that the candidate is shown, and a line for
// each of them and for those that are left out.
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

// unfit returns why a picture is not shown; empty if it may be. It reads only the header.
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

// dropPictures removes the pictures for a candidate that cannot see any.
func (t *turn) dropPictures() {
	t.history = slices.Clone(t.history)
	for i := range t.history {
		t.history[i].Images = nil
	}
	t.room.memo = history.NewMemo()
}
