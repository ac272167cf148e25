package ui_test

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"github.com/deskhand/deskhand/ui/widgets"
)

// opensACalendar opens the calendar for the date of a chip.
func opensACalendar(h *fixture, chip string) *widgets.Calendar {
	h.t.Helper()
	h.chip(chip).Tapped(nil)
	h.field("Date").Choose(h.field("Date"))
	menu := find(h, "the menu", func(*widgets.Menu) bool { return true })
	for _, o := range seen(menu) {
		if line, ok := o.(fyne.Tappable); ok && strings.Contains(strings.Join(textsOf(o), ""), "Pick a day…") {
			line.Tapped(nil)
			break
		}
	}
	return find(h, "the calendar", func(*widgets.Calendar) bool { return true })
}

// textsOf returns the texts drawn in o.
func textsOf(o fyne.CanvasObject) []string {
	var all []string
	for _, part := range seen(o) {
		if words, ok := part.(*canvas.Text); ok {
			all = append(all, words.Text)
		}
	}
	return all
}

func TestADayIsPickedFromACalendarByKeys(t *testing.T) {
	h, _ := reviewing(t)
	for _, row := range []struct {
		keys []fyne.KeyName
		want string
	}{
		{[]fyne.KeyName{fyne.KeyRight, fyne.KeyReturn}, "2026-05-13 Alder"},
		{[]fyne.KeyName{fyne.KeyPageUp, fyne.KeyUp, fyne.KeySpace}, "2026-04-05 Alder"},
		{[]fyne.KeyName{fyne.KeyPageDown, fyne.KeyLeft, fyne.KeyDown, fyne.KeyReturn}, "2026-06-18 Alder"},
	} {
		opensACalendar(h, "12 May 2026")
		h.mustSay("May 2026")
		for _, key := range row.keys {
			h.key(key)
		}
		h.untilSaid(row.want)
		h.shortcut(fyne.KeyZ)
		h.untilSaid("2026-05-12 Alder")
	}
	opensACalendar(h, "12 May 2026")
	h.key(fyne.KeyEscape)
	h.mustNotSay("May 2026\n")
	h.mustSay("2026-05-12 Alder")
}

func TestACalendarMarksTodayAndParts(t *testing.T) {
	h, _ := reviewing(t)
	calendar := opensACalendar(h, "20.02.2026")
	bold := func() string {
		var all []string
		for _, o := range seen(calendar) {
			if words, ok := o.(*canvas.Text); ok && words.TextStyle.Bold && words.Text != "" {
				all = append(all, words.Text)
			}
		}
		return strings.Join(all, ", ")
	}
	if got := bold(); got != "February 2026, 20" {
		t.Errorf("these are marked in the month of the date: %s", got)
	}
	for range 3 {
		h.key(fyne.KeyPageDown)
	}
	if got := bold(); got != "May 2026, 12" {
		t.Errorf("these are marked in today's month: %s", got)
	}
	driver := fyne.CurrentApp().Driver()
	for _, o := range seen(calendar) {
		words, ok := o.(*canvas.Text)
		if !ok || len(words.Text) != 2 {
			continue
		}
		at := driver.AbsolutePositionForObject(words)
		for _, o := range seen(calendar) {
			other, ok := o.(*canvas.Text)
			if !ok || other == words || other.Text == "" {
				continue
			}
			if next := driver.AbsolutePositionForObject(other); next.Y == at.Y && next.X > at.X && next.X < at.X+words.MinSize().Width+4 {
				t.Errorf("%q touches %q", words.Text, other.Text)
			}
		}
	}
}
