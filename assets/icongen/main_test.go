package main

import (
	"bytes"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"reflect"
	"testing"
)

func TestTheIconsInTheProjectAreTheOnesThatAreDrawnHere(t *testing.T) {
	drawn := t.TempDir()
	if err := write(drawn); err != nil {
		t.Fatal(err)
	}
	const advice = "is not what the drawing gives: run go run ./assets/icongen"
	if !bytes.Equal(read(t, filepath.Join(drawn, "icon.svg")), read(t, "../icon.svg")) {
		t.Error("assets/icon.svg", advice)
	}
	// Pixels and not bytes: another Go may pack the same picture otherwise.
	want, got := decode(t, read(t, filepath.Join(drawn, "icon.png"))), decode(t, read(t, "../icon.png"))
	if !reflect.DeepEqual(got, want) {
		t.Error("assets/icon.png", advice)
	}
}

func TestTheIconIsASquareWithClearCornersAndAFullMiddle(t *testing.T) {
	drawn, err := asPNG(icon())
	if err != nil {
		t.Fatal(err)
	}
	picture := decode(t, drawn)
	if b := picture.Bounds(); b.Dx() != size || b.Dy() != size {
		t.Fatalf("the icon is %d×%d pixels, want %d×%d", b.Dx(), b.Dy(), size, size)
	}
	for _, row := range []struct {
		where string
		x, y  int
		want  uint32
	}{
		{"upper left corner", 2, 2, 0},
		{"lower right corner", size - 3, size - 3, 0},
		{"middle", size / 2, size / 2, 0xFFFF},
	} {
		if _, _, _, alpha := picture.At(row.x, row.y).RGBA(); alpha != row.want {
			t.Errorf("%s: alpha is %#x, want %#x", row.where, alpha, row.want)
		}
	}
}

func read(t *testing.T, path string) []byte {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

func decode(t *testing.T, content []byte) image.Image {
	t.Helper()
	picture, err := png.Decode(bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	return picture
}
