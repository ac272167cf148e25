package agentcore_test

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/png"
	"strings"
	"testing"

	"github.com/deskhand/deskhand/agentcore/chat"
)

// pictureOf is a PNG of a size.
func pictureOf(t *testing.T, width, height int) chat.Blob {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, width, height))); err != nil {
		t.Fatal(err)
	}
	return chat.Blob{MIME: "image/png", Data: b.Bytes()}
}

// seeing is a chain whose first model sees pictures, and the others do not.
type seeing struct{ *script }

func (s seeing) Next(ctx context.Context, failed []chat.ModelFailure) (chat.Candidate, error) {
	c, err := s.script.Next(ctx, failed)
	c.Vision, c.Thinking = c.Model == "big", true
	return c, err
}

// drawing is a fixture with a tool that returns pictures.
func drawing(blobs []chat.Blob, replies ...reply) *fixture {
	draw := func(context.Context) chat.ToolResult { return chat.ToolResult{OK: true, Text: "drawn", Blobs: blobs} }
	b := newFixture(&box{tools: map[string]tool{"draw": draw, "look": ok("seen")}}, replies...)
	b.agent.Models = seeing{b.model}
	b.model.window = 32_768
	return b
}

// images counts the pictures of a request.
func images(req chat.Request) (n int) {
	for _, m := range req.Messages {
		n += len(m.Images)
	}
	return n
}

func TestPicturesOfAResultReachAModelThatSeesUntilTheNextRound(t *testing.T) {
	blobs := []chat.Blob{
		pictureOf(t, 8, 8),
		{MIME: "image/tiff", Data: []byte("no picture")},
		pictureOf(t, 17_000, 1),
		pictureOf(t, 8, 8), pictureOf(t, 8, 8), pictureOf(t, 8, 8), pictureOf(t, 8, 8),
	}
	b := drawing(blobs, calls("draw"), calls("look"), says("done"))
	b.turn(context.Background(), "draw it")
	for i, want := range []int{0, 4, 0} {
		if got := images(b.model.asked[i]); got != want {
			t.Errorf("request %d has %d pictures, want %d", i, got, want)
		}
	}
	text := b.results()[0].Text
	for _, want := range []string{"[picture 4 is shown to you", `"image/tiff", 0 KiB; it is no PNG`, "it is too large]", "there are too many]"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in %s", want, text)
		}
	}
}

func TestAModelThatSeesNothingIsToldThatAPictureWasLeftOut(t *testing.T) {
	b := drawing([]chat.Blob{pictureOf(t, 8, 8)}, says("done"))
	b.agent.Models = b.model
	b.model.replies["big"] = []reply{calls("draw"), says("done")}
	b.turn(context.Background(), "draw it")
	if n := images(b.model.asked[1]); n != 0 || !strings.Contains(b.results()[0].Text, "[a picture was left out: \"image/png\", 0 KiB; this model sees no pictures]") {
		t.Errorf("%d pictures, and %s", n, b.results()[0].Text)
	}
}

func TestAStandInThatSeesNothingIsNotSentThePictures(t *testing.T) {
	b := drawing([]chat.Blob{pictureOf(t, 8, 8)}, calls("draw"), fails("", errors.New("HTTP 500")))
	b.model.chain = []string{"big", "small"}
	b.model.replies["small"] = []reply{says("done")}
	b.turn(context.Background(), "draw it")
	if n, m := images(b.model.asked[1]), images(b.model.asked[2]); n != 1 || m != 0 {
		t.Errorf("%d pictures, then %d", n, m)
	}
}

func TestThoughtsGoBackWithTheirCallsWithinTheTurn(t *testing.T) {
	thinks := func(context.Context, chat.Request, func(chat.Delta)) (chat.Reply, error) {
		return chat.Reply{Thinking: "I look first.", Calls: []chat.ToolCall{call("look", `{}`)}}, nil
	}
	b := drawing(nil, thinks, says("done"), says("yes"))
	b.agent.Config.Think = chat.ThinkLow
	b.turn(context.Background(), "look")
	b.turn(context.Background(), "again")
	for i, want := range []string{"", "I look first.", ""} {
		got := ""
		for _, m := range b.model.asked[i].Messages {
			got += m.Thinking
		}
		if got != want || b.model.asked[i].Think != chat.ThinkLow {
			t.Errorf("request %d has %q, want %q, and thinks %q", i, got, want, b.model.asked[i].Think)
		}
	}
}
