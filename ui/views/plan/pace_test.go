package plan

import (
	"testing"
	"time"
)

func TestThePaceCoversTheLastMoments(t *testing.T) {
	start := time.Date(2026, 5, 12, 14, 0, 0, 0, time.UTC)
	for _, row := range []struct {
		name string
		seen []sample
		left int
		want string
	}{
		{"nothing is known", nil, 10, ""},
		{"a moment says nothing", []sample{{start, 0}, {start.Add(time.Second), 9}}, 10, ""},
		{"many a second", []sample{{start, 0}, {start.Add(4 * time.Second), 40}}, 5000, "10 files a second · about 8 min left"},
		{"few a minute", []sample{{start, 2}, {start.Add(10 * time.Second), 4}}, 6, "12 files a minute · about 30 s left"},
		{"what was kept is not counted", []sample{{start, 900}, {start.Add(10 * time.Second), 900}, {start.Add(40 * time.Second), 903}}, 2, "6 files a minute · about 20 s left"},
		{"whole seconds", []sample{{start, 0}, {start.Add(6 * time.Second), 40}}, 20, "6 files a second · about 3 s left"},
		{"the end", []sample{{start, 0}, {start.Add(4 * time.Second), 40}}, 0, ""},
	} {
		var p pace
		for _, s := range row.seen {
			p.take(s.at, s.done)
		}
		if got := p.words(row.left); got != row.want {
			t.Errorf("%s: %q, want %q", row.name, got, row.want)
		}
	}
}
