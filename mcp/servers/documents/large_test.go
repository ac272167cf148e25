package documents

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"math/bits"
	"os"
	"strings"
	"testing"
)

// A sheet of A3, scanned in colour at 600 dots an inch, is read within the memory of
// the readers, also as a progressive JPEG, whose decoder holds 4 bytes for each of its
// coefficients.
func TestALargeScanInColourIsReadWithinTheMemory(t *testing.T) {
	if raced {
		t.Skip("the limits of a worker's memory are for a program without the race detector")
	}
	small := image.NewGray(image.Rect(0, 0, 7016/8, 9921/8)) // a pixel for each block of the JPEG
	draw.Draw(small, small.Rect, image.White, image.Point{}, draw.Src)
	text := drawText(t, receipt, 34)
	draw.Draw(small, text.Rect.Add(image.Pt(60, 80)), text, image.Point{}, draw.Src)
	h := serve(t, Config{Roots: []string{os.TempDir()}})
	for name, progressive := range map[string]bool{"baseline.jpg": false, "progressive.jpg": true} {
		path := file(t, name, blocksJPEG(small, 7016, 9921, progressive))
		stop, peak := make(chan bool), make(chan int)
		go watchMemory(stop, peak)
		result := h.read(t, path)
		close(stop)
		most := <-peak
		<-peak
		t.Logf("%s: %d MB", name, most>>20)
		if !strings.Contains(result.Text, "GREENFIELD MARKET") || most > mostBytes {
			t.Errorf("%s: %d MB, %q. %s", name, most>>20, result.Text, result.Note)
		}
	}
}

// blocksJPEG is a JPEG in colour, whose colours have half the resolution, of which each
// block of 8 by 8 pixels is as bright as a pixel of small.
func blocksJPEG(small *image.Gray, width, height int, progressive bool) []byte {
	var b bytes.Buffer
	marker := func(kind byte, data ...byte) {
		b.Write([]byte{0xff, kind, byte((len(data) + 2) >> 8), byte(len(data) + 2)})
		b.Write(data)
	}
	frame, lastOfScan := byte(0xc0), byte(63)
	if progressive {
		frame, lastOfScan = 0xc2, 0
	}
	b.Write([]byte{0xff, 0xd8})
	marker(0xdb, append([]byte{0}, bytes.Repeat([]byte{8}, 64)...)...) // so that a step is one of brightness
	marker(frame, 8, byte(height>>8), byte(height), byte(width>>8), byte(width), 3, 1, 0x22, 0, 2, 0x11, 0, 3, 0x11, 0)
	marker(0xc4, 0, 0, 0, 0, 10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9) // 4 bits for each length of a step
	marker(0xc4, append([]byte{0x10, 1}, make([]byte, 16)...)...)                                  // 1 bit: the block ends
	marker(0xda, 3, 1, 0, 2, 0, 3, 0, 0, lastOfScan, 0)

	var held uint64
	var count int
	put := func(value, n int) {
		held, count = held<<n|uint64(value), count+n //nolint:gosec // n bits
		for ; count >= 8; count -= 8 {
			if b.WriteByte(byte(held >> (count - 8))); byte(held>>(count-8)) == 0xff {
				b.WriteByte(0)
			}
		}
	}
	step := func(by int) {
		length := bits.Len(uint(max(by, -by))) //nolint:gosec // not negative
		if put(length, 4); by < 0 {
			by += 1<<length - 1
		}
		if put(by, length); !progressive {
			put(0, 1)
		}
	}
	last := 0
	for y := 0; y < height; y += 16 {
		for x := 0; x < width; x += 16 {
			for i := range 4 {
				at := image.Pt(x/8+i%2, y/8+i/2)
				light := 127
				if at.In(small.Rect) {
					light = int(small.At(at.X, at.Y).(color.Gray).Y) - 128
				}
				step(light - last)
				last = light
			}
			step(0)
			step(0)
		}
	}
	put(0x7f, 7)
	b.Write([]byte{0xff, 0xd9})
	return b.Bytes()
}
