package models

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/ui/views/kit"
)

// modelWords is the small print of a model: its size, what it keeps in mind,
// what it can do and where it runs.
func modelWords(m app.Model) string {
	if m.Rules {
		return "Always last, so that there is always an answer. They need no model and no download."
	}
	if !m.Installed {
		return cmp.Or(m.Why, "It is not installed.")
	}
	var parts []string
	if m.Local {
		parts = append(parts, bytesWords(m.Size))
	}
	if m.Window > 0 {
		parts = append(parts, "context "+tokensWords(m.Window)+lengthWords(m.WindowFrom))
	}
	for _, can := range []struct {
		yes  bool
		word string
	}{{m.Tools, "uses tools"}, {m.Thinking, "thinks first"}, {m.Vision, "sees pictures"}} {
		if can.yes {
			parts = append(parts, can.word)
		}
	}
	if place := placeWords(m); place != "" {
		parts = append(parts, place)
	}
	if m.Why != "" {
		parts = append(parts, m.Why)
	}
	return strings.Join(parts, " · ")
}

// lengthWords says who says how long a model's context is, if not the model.
func lengthWords(from app.WindowSource) string {
	switch from {
	case app.WindowSetting:
		return " as you set it"
	case app.WindowTable:
		return " as published"
	case app.WindowDefault:
		return " by default: nobody tells its length"
	default:
		return ""
	}
}

// placeWords says what a model that is in memory runs on.
func placeWords(m app.Model) string {
	const whole = 0.995 // what rounding leaves of all of it
	switch on := m.OnGPU(); {
	case !m.Loaded:
		return ""
	case on >= whole:
		return "on the GPU"
	case on > 0:
		return fmt.Sprintf("%.0f %% on the GPU, the rest on the CPU, which is slow", 100*on)
	default:
		return "on the CPU"
	}
}

// adviceWords says which model fits this computer.
func adviceWords(a app.ModelAdvice) string {
	const gib = 1 << 30
	switch {
	case a.Model == "":
		return "This computer has too little memory for a model; the built-in rules do the work."
	case a.Memory < gib:
		return a.Model + " is a good one to begin with."
	default:
		return fmt.Sprintf("%s fits the %.0f GB of memory of this computer.", a.Model, float64(a.Memory)/gib)
	}
}

// bytesWords says bytes in the units that people know files by: 812 MB, 5.2 GB.
func bytesWords(n int64) string {
	switch {
	case n >= 1e9:
		return fmt.Sprintf("%.1f GB", float64(n)/1e9)
	case n >= 1e6:
		return fmt.Sprintf("%.0f MB", float64(n)/1e6)
	default:
		return fmt.Sprintf("%.0f kB", float64(n)/1e3)
	}
}

// tokensWords says a number of tokens as models are labelled: 8k, 128k.
func tokensWords(n int) string {
	if n < 1024 {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("%.0fk", float64(n)/1024)
}

// downloadWords says how far a download is: 1.2 of 5.2 GB · 12 MB/s · 6 minutes
// left.
func downloadWords(d app.Download) string {
	switch {
	case d.Total == 0:
		return "Asking for it…"
	case d.Completed >= d.Total:
		return bytesWords(d.Total) + " are here. Checking them…"
	}
	words := bytesWords(d.Completed) + " of " + bytesWords(d.Total)
	if d.Rate > 0 {
		words += " · " + bytesWords(int64(d.Rate)) + "/s · " + leftWords(d.Left)
	}
	return words
}

// leftWords says roughly how long something still takes.
func leftWords(d time.Duration) string {
	const days = 48 * time.Hour // from here on nobody waits for it
	switch {
	case d < 10*time.Second:
		return "a few seconds left"
	case d < time.Minute:
		return "less than a minute left"
	case d < time.Hour:
		return kit.Count(int((d+time.Minute/2)/time.Minute), "minute") + " left"
	case d < days:
		return "about " + kit.Count(int((d+time.Hour/2)/time.Hour), "hour") + " left"
	default:
		return "days left"
	}
}
