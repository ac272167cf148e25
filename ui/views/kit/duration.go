package kit

import (
	"fmt"
	"strings"
	"time"

	"github.com/deskhand/deskhand/ui/locale"
)

// LapseWords format how long something took: 12 ms, 1.9 s, 3 min.
func LapseWords(d time.Duration) string {
	switch {
	case d < time.Second:
		return locale.L("{{.N}} ms", "N", d.Milliseconds())
	case d < 10*time.Second:
		return locale.L("{{.N}} s", "N", strings.TrimSuffix(fmt.Sprintf("%.1f", d.Seconds()), ".0"))
	case d < 2*time.Minute:
		return locale.L("{{.N}} s", "N", fmt.Sprintf("%.0f", d.Seconds()))
	}
	return locale.L("{{.N}} min", "N", fmt.Sprintf("%.0f", d.Minutes()))
}
