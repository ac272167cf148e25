package theme

import (
	"image/color"
	"io/fs"
	"math"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"
)

func TestTextHasEnoughContrast(t *testing.T) {
	th := New()
	for name, v := range map[string]fyne.ThemeVariant{"light": fynetheme.VariantLight, "dark": fynetheme.VariantDark} {
		for _, row := range []struct {
			words, on fyne.ThemeColorName
			least     float64
		}{
			{Ink, Background, 7},
			{Ink, Surface, 7},
			{Ink, Tint, 7},
			{Ink, DoubtTint, 7},
			{Ink, DangerTint, 7},
			{Muted, Background, 4.4},
			{Muted, Surface, 4.5},
			{Accent, Surface, 4.5},
			{Accent, Tint, 4.5},
			{OnAccent, Accent, 4.5},
			{Doubt, Surface, 4.5},
			{Doubt, DoubtTint, 4.4},
			{Danger, DangerTint, 4.5},
		} {
			if got := contrast(th.Color(row.words, v), th.Color(row.on, v)); got < row.least {
				t.Errorf("%s: %s on %s has a contrast of %.2f, want %.1f", name, row.words, row.on, got, row.least)
			}
		}
	}
}

// contrast returns the contrast as in WCAG 2, from 1 to 21.
func contrast(a, b color.Color) float64 {
	x, y := luminance(a), luminance(b)
	return (math.Max(x, y) + 0.05) / (math.Min(x, y) + 0.05)
}

func luminance(c color.Color) float64 {
	linear := func(v uint32) float64 {
		f := float64(v) / 0xFFFF
		if f <= 0.04045 {
			return f / 12.92
		}
		return math.Pow((f+0.055)/1.055, 2.4)
	}
	r, g, b, _ := c.RGBA()
	return 0.2126*linear(r) + 0.7152*linear(g) + 0.0722*linear(b)
}

func TestEachIconTakesItsColour(t *testing.T) {
	files, err := fs.Glob(drawings, "icons/*.svg")
	if err != nil || len(files) == 0 {
		t.Fatal("there are no drawings", err)
	}
	for _, f := range files {
		name := IconName(strings.TrimSuffix(strings.TrimPrefix(f, "icons/"), ".svg"))
		got := string(Icon(name, color.NRGBA{R: 0x12, G: 0xAB, B: 0xFF, A: 255}).Content())
		if !strings.Contains(got, "#12abff") || strings.Contains(got, "currentColor") {
			t.Errorf("%s is drawn as %s", name, got)
		}
	}
}
