package pdf

import (
	"image"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/deskhand/deskhand/mcp/servers/documents/layout"
	"github.com/deskhand/deskhand/mcp/servers/documents/pdftest"
)

// boxed are the words that poppler finds in a file, each with its box in points from
// the top left of the page as it is shown.
func boxed(t *testing.T, file string) map[string][4]float64 {
	t.Helper()
	out := poppler(t, "pdftotext", "-bbox", "-cropbox", file, "-")
	found := map[string][4]float64{}
	for _, m := range regexp.MustCompile(`<word xMin="([^"]*)" yMin="([^"]*)" xMax="([^"]*)" yMax="([^"]*)">([^<]*)</word>`).FindAllStringSubmatch(out, -1) {
		var box [4]float64
		for i := range box {
			box[i], _ = strconv.ParseFloat(m[i+1], 64) //nolint:errcheck // what is no number is found to be elsewhere
		}
		found[m[5]] = box
	}
	return found
}

// poppler runs a command and returns what it said.
func poppler(t *testing.T, command string, args ...string) string {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), command, args...).CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", command, err, out)
	}
	return string(out)
}

// drawn is what the first page of a file looks like.
func drawn(t *testing.T, data []byte) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "page.pdf")
	if err := os.WriteFile(file, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return poppler(t, "pdftoppm", "-r", "72", "-singlefile", file)
}

func reversed(text string) string {
	runes := []rune(text)
	slices.Reverse(runes)
	return string(runes)
}

func TestWordsAreFoundWhereTheyWereRead(t *testing.T) {
	const whole = "300 0 0 400 0 0"
	reader := New(Config{CacheDir: pdftest.Compiled(), Workers: 1})
	defer reader.Close()
	for name, row := range map[string]struct {
		extra string
		turn  int
	}{
		"as it is":                  {"", 0},
		"on a turned page":          {"/Rotate 90", 0},
		"read after a turn":         {"", 90},
		"read upside down":          {"", 180},
		"turned, read after a turn": {"/Rotate 270", 270},
		"a part of a larger sheet":  {"/CropBox [20 30 280 350]", 0},
	} {
		t.Run(name, func(t *testing.T) {
			data := scan(1, whole, "", row.extra)
			document, err := reader.Open(t.Context(), data)
			if err != nil {
				t.Fatal(err)
			}
			defer document.Close()
			width, height, err := document.Size(t.Context(), 1)
			if err != nil {
				t.Fatal(err)
			}
			// The page as it was read, at four dots a point.
			page := layout.Page{Width: int(width * 4), Height: int(height * 4)}
			if row.turn%180 != 0 {
				page.Width, page.Height = page.Height, page.Width
			}
			for i, text := range []string{"Invoice", "Müller", "Счёт", "請求書", "שלום", "شكرا", "𠮷野家"} {
				at := image.Pt(100+60*i, 100+80*i)
				page.Words = append(page.Words, layout.Word{Text: text, Box: image.Rectangle{at, at.Add(image.Pt(150, 40))}, Line: i})
			}
			made, err := document.Searchable(t.Context(), []Sheet{{Number: 1, Turn: row.turn, Page: page}})
			if err != nil {
				t.Fatal(err)
			}
			file := filepath.Join(t.TempDir(), "made.pdf")
			if err := os.WriteFile(file, made, 0o600); err != nil {
				t.Fatal(err)
			}
			if out := poppler(t, "qpdf", "--check", file); strings.Contains(out, "WARNING") {
				t.Error(out)
			}
			if drawn(t, made) != drawn(t, data) {
				t.Error("the page looks otherwise than before")
			}
			plain := poppler(t, "pdftotext", file, "-")
			found := boxed(t, file)
			for _, word := range page.Words {
				box, ok := found[word.Text]
				if back := reversed(word.Text); !ok && (strings.HasPrefix(back, "ם") || strings.HasPrefix(back, "ا")) {
					box, ok = found[back] // with places, poppler orders words from left to right
				}
				if !ok || !strings.Contains(plain, word.Text) {
					t.Errorf("%q is not found among %v, %q", word.Text, found, plain)
					continue
				}
				shown := layout.TurnBox(word.Box, image.Pt(page.Width, page.Height), 360-row.turn)
				want := [4]float64{float64(shown.Min.X) / 4, float64(shown.Min.Y) / 4, float64(shown.Max.X) / 4, float64(shown.Max.Y) / 4}
				for i := range want {
					if d := box[i] - want[i]; d < -1 || d > 1 {
						t.Errorf("%q is found at %v, and was read at %v", word.Text, box, want)
						break
					}
				}
			}
		})
	}
}
