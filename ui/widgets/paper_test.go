package widgets

import (
	"image"
	"math"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/software"
	"fyne.io/fyne/v2/test"
	"pgregory.net/rapid"

	"github.com/deskhand/deskhand/ui/inert"
	"github.com/deskhand/deskhand/ui/theme"
)

// Commands of servers are shown on paper: files_list must not look like files list.
func TestUnderscoresAreVisible(t *testing.T) {
	fyne.CurrentApp().Settings().SetTheme(theme.New())
	line := newPaperLine()
	line.show("_")
	text := test.WidgetRenderer(line).Objects()[0].(*canvas.Text)
	size := text.MinSize()
	c := software.NewCanvas()
	c.SetPadded(false)
	c.SetContent(text)
	c.Resize(size)
	picture := c.Capture()
	// At scale 1 OpenGL draws only as many rows as the rounded height.
	seen := image.Rect(0, 0, picture.Bounds().Dx(), int(math.Round(float64(size.Height))))
	ground := picture.At(0, 0)
	for y := seen.Min.Y; y < seen.Max.Y; y++ {
		for x := seen.Min.X; x < seen.Max.X; x++ {
			if picture.At(x, y) != ground {
				return
			}
		}
	}
	t.Errorf("no underscore in the %d drawn rows", seen.Max.Y)
}

func TestHiddenCharactersAreSpelledOut(t *testing.T) {
	for s, want := range map[string]string{
		"plain words\nof two lines":  "plain words\nof two lines",
		"rm\u202Efdp.exe":            "rm<U+202E>fdp.exe",
		"\x1b]52;c;ZXZpbA==\x07":     "<U+001B>]52;c;ZXZpbA==<U+0007>",
		"zero\u200Bwidth\u2028broke": "zero<U+200B>width<U+2028>broke",
		"a\tb\r\nc\rd":               "a    b\nc<U+000D>d",
		"bad \xff byte":              "bad \uFFFD byte",
		"Ω 領収書 é":                    "Ω 領収書 é",
	} {
		if got := inert.Spell(s); got != want {
			t.Errorf("%q is shown as %q, want %q", s, got, want)
		}
	}
}

func TestAFoldedLineFitsAndLosesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		line := rapid.StringMatching(`([a-z領]{1,12} ?){0,30}`).Draw(t, "line")
		columns := rapid.IntRange(2, 40).Draw(t, "columns")
		lines := folded(line, columns)
		if got := strings.Join(lines, ""); got != line {
			t.Fatalf("%q became %q", line, got)
		}
		for _, l := range lines {
			used := 0
			for _, r := range l {
				used += columnsOf(r)
			}
			if used > columns {
				t.Fatalf("%q takes %d columns of %d", l, used, columns)
			}
		}
	})
}

func TestALineIsFoldedAfterASpace(t *testing.T) {
	got := strings.Join(folded("npx -y @scope/package --flag", 12), "|")
	if got != "npx -y |@scope/packa|ge --flag" {
		t.Errorf("folded: %q", got)
	}
}
