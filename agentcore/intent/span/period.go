package span

import (
	"fmt"
	"time"
)

// Period is a span of days; the zero value means any day. A relative one, such as last
// year, holds no day before On has made it absolute.
type Period struct {
	// Since and Until are days such as 2026-03-04; Until is exclusive, and "" is open.
	Since, Until string
	ago          ago
	bound        Bound
}

// ago is a span relative to today: a calendar unit, or a length.
type ago struct {
	unit   string // year, month, week or day
	back   int
	length bool // "two years", not "the year before the last"
}

// Bound is how a span or an amount limits a range.
type Bound int

// The limits.
const (
	Within Bound = iota
	Before       // older than it
	After        // newer than it
	From         // it and newer
	UpTo         // it and older
)

const day = time.DateOnly

// IsRelative reports whether a period depends on today.
func (p Period) IsRelative() bool { return p.ago != ago{} }

// On makes a period absolute.
func (p Period) On(today time.Time) Period {
	if !p.IsRelative() {
		return p
	}
	since, until := p.ago.span(today)
	return Of(since, until).Bounded(p.bound)
}

// span returns the days of a span.
func (a ago) span(today time.Time) (since, until time.Time) {
	y, m, d := today.Date()
	at := time.Date(y, m, d, 0, 0, 0, 0, time.UTC)
	years, months, days := 0, 0, 0
	switch a.unit {
	case "year":
		years = 1
		at = time.Date(y, 1, 1, 0, 0, 0, 0, time.UTC)
	case "month":
		months = 1
		at = time.Date(y, m, 1, 0, 0, 0, 0, time.UTC)
	case "week":
		const week = 7
		days = week
		at = at.AddDate(0, 0, -(int(at.Weekday())+6)%week) // Monday
	default:
		days = 1
	}
	if a.length { // from that long ago till today
		at = time.Date(y, m, d, 0, 0, 0, 0, time.UTC)
		return at.AddDate(-a.back*years, -a.back*months, -a.back*days), at.AddDate(0, 0, 1)
	}
	since = at.AddDate(-a.back*years, -a.back*months, -a.back*days)
	return since, since.AddDate(years, months, days)
}

// Of returns the period of the days from one to another, exclusive.
func Of(since, until time.Time) Period {
	return Period{Since: since.Format(day), Until: until.Format(day)}
}

// Bounded returns the days given by a span.
func (p Period) Bounded(b Bound) Period {
	if p.IsRelative() {
		p.bound = b
		return p
	}
	switch b {
	case Before:
		return Period{Until: p.Since}
	case After:
		return Period{Since: p.Until}
	case From:
		return Period{Since: p.Since}
	case UpTo:
		return Period{Until: p.Until}
	}
	return p
}

// Holds reports whether a day is in the period. A date may be just a year or month, which
// must be in it completely.
func (p Period) Holds(date string) bool {
	switch {
	case p == Period{}:
		return true
	case date == "" || p.IsRelative():
		return false
	}
	since, until, ok := daysOf(date)
	return ok && (p.Since == "" || since >= p.Since) && (p.Until == "" || until <= p.Until)
}

// daysOf returns the first day of a date and the day after its last.
func daysOf(date string) (since, until string, ok bool) {
	for layout, step := range map[string][3]int{day: {0, 0, 1}, "2006-01": {0, 1, 0}, "2006": {1, 0, 0}} {
		if at, err := time.Parse(layout, date); err == nil {
			return at.Format(day), at.AddDate(step[0], step[1], step[2]).Format(day), true
		}
	}
	return "", "", false
}

// Ago returns a calendar unit that many back: 1 year is last year. The units are year,
// month, week and day.
func Ago(unit string, back int) Period { return Period{ago: ago{unit: unit, back: back}} }

// Length returns the time up to today of that many units: "two years".
func Length(n int, unit string) Period { return Period{ago: ago{unit: unit, back: n, length: true}} }

// Conditions returns a period as conditions of a rule.
func (p Period) Conditions() []string {
	var all []string
	if p.Since != "" {
		all = append(all, "date >= "+p.Since)
	}
	if p.Until != "" {
		all = append(all, "date < "+p.Until)
	}
	return all
}

func (p Period) String() string {
	if p.IsRelative() {
		return fmt.Sprintf("%d %s ago, %d", p.ago.back, p.ago.unit, p.bound)
	}
	return p.Since + ".." + p.Until
}
