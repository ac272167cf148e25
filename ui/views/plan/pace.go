package plan

import (
	"time"

	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/views/kit"
)

// pace tells how fast files are read, by those of the last moments: what was read
// before is there at once, and the rest takes its time.
type pace struct{ seen []sample }

type sample struct {
	at   time.Time
	done int
}

const (
	paceOver  = 20 * time.Second // how far back it looks
	paceLeast = 2 * time.Second  // before it says anything
)

// take notes how many files are read at a time.
func (p *pace) take(at time.Time, done int) {
	p.seen = append(p.seen, sample{at, done})
	for len(p.seen) > 2 && at.Sub(p.seen[1].at) > paceOver {
		p.seen = p.seen[1:]
	}
}

// words say how fast it goes, and how long left files take; empty while that is not
// known.
func (p *pace) words(left int) string {
	if len(p.seen) < 2 {
		return ""
	}
	first, last := p.seen[0], p.seen[len(p.seen)-1]
	lapse, done := last.at.Sub(first.at), last.done-first.done
	if lapse < paceLeast || done <= 0 || left <= 0 {
		return ""
	}
	each := lapse / time.Duration(done)
	rest := each * time.Duration(left)
	if rest >= time.Minute {
		rest = rest.Round(time.Minute)
	}
	rate := locale.L("{{.N}} files a minute", "N", locale.Number(int(time.Minute/each)))
	if each < time.Second/2 {
		rate = locale.L("{{.N}} files a second", "N", locale.Number(int(time.Second/each)))
	}
	return rate + " · " + locale.L("about {{.Time}} left", "Time", kit.LapseWords(max(rest, time.Second)))
}
