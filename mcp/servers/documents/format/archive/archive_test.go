package archive

import (
	"archive/zip"
	"bytes"
	"slices"
	"testing"
)

func TestNumberedPartsComeInTheOrderOfTheirNumbers(t *testing.T) {
	var file bytes.Buffer
	w := zip.NewWriter(&file)
	for _, name := range []string{"x/slide10.xml", "x/_rels/slide1.xml.rels", "x/slide2.xml", "x/slide3.png", "y/slide1.xml", "x/slide1.xml", "x/slide.xml"} {
		if _, err := w.Create(name); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	a, err := Open(file.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	if got := a.Numbered("x/slide"); !slices.Equal(got, []string{"x/slide.xml", "x/slide1.xml", "x/slide2.xml", "x/slide10.xml"}) {
		t.Errorf("got %q", got)
	}
}
