package documents

import (
	"strings"
	"testing"
)

func TestReadAPictureThatStandsAnyWayUp(t *testing.T) {
	h := serve(t, Config{Roots: []string{"/"}})
	page := drawText(t, receipt, 28)
	for _, turn := range []int{0, 90, 180, 270} {
		path := file(t, "scan.png", pngOf(t, turnedBy(page, turn)))
		result := h.read(t, path)
		t.Logf("turn %d: rotation %d conf %.2f lines %d\n%s", turn, result.Rotation, result.Confidence, len(result.Lines), result.Text)
		if want := (360 - turn) % 360; result.Rotation != want {
			t.Errorf("turned by %d: rotation = %d, want %d", turn, result.Rotation, want)
		}
		if !strings.Contains(result.Text, "GREENFIELD MARKET") {
			t.Errorf("turned by %d: text = %q", turn, result.Text)
		}
	}
}
