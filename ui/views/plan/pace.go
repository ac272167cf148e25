package plan

import (
	"time"

	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/views/kit"
)

// pace measures how fast files are read over the last moments: cached files come at once,
// and the rest takes its time.
type pace struct{ seen []sample }

type sample struct {
	at   time.Time
	done int
}

const (
	paceOver  = 20 * time.Second // the period it covers
	paceLeast = 2 * time.Second  // before it reports anything
)

// take records how many files have been read at a time.
func (p *pace) take(at time.Time, done int) {
	p.seen = append(p.seen, sample{at, done})
	for len(p.seen) > 2 && at.Sub(p.seen[1].at) > paceOver {
		p.seen = p.seen[1:]
	}
}

// words say the speed, and how long left files take; empty while unknown.
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
	rest := max(each*time.Duration(left), time.Second).Round(time.Second)
	if rest >= time.Minute {
		rest = rest.Round(time.Minute)
	}
	rate := locale.L("{{.N}} files a minute", "N", locale.Number(int(time.Minute/each)))
	if each < time.Second/2 {
		rate = locale.L("{{.N}} files a second", "N", locale.Number(int(time.Second/each)))
	}
	return rate + " · " + locale.L("about {{.Time}} left", "Time", kit.LapseWords(rest))
}
