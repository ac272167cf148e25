package cli

import (
	"strings"
	"testing"
	"time"

	"github.com/deskhand/deskhand/app"
)

func TestABarOfADownloadFitsATerminal(t *testing.T) {
	d := app.Download{Status: strings.Repeat("pulling ", 20), Completed: 999e9, Total: 1e12, Fraction: 0.999, Rate: 999e6, Left: 99 * time.Hour}
	for _, part := range []string{"999.0 GB of 1000.0 GB", "999.0 MB/s", "99h0m0s left", "[#######################-]"} {
		if line := downloadLine(d); !strings.Contains(line, part) || len(line) > 79 {
			t.Errorf("%q", line)
		}
	}
	if line := downloadLine(app.Download{Status: "pulling manifest"}); line != "pulling manifest" {
		t.Errorf("%q", line)
	}
}
