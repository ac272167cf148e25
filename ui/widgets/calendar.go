package widgets

import (
	"strconv"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/theme"
)

// Calendar shows a month, from which a day is picked by mouse or keyboard.
type Calendar struct {
	widget.BaseWidget
	open   *sheetOver
	today  time.Time
	chosen time.Time // the present value; zero: none
	at     time.Time // the focused day, in the shown month
	picked func(time.Time)
	title  *Text
	weeks  *fyne.Container
}

// OpenCalendar lets a day be picked below o. It starts at chosen, or if that is zero, at
// today.
func OpenCalendar(o fyne.CanvasObject, chosen, today time.Time, picked func(time.Time)) {
	c := &Calendar{today: dayOf(today), chosen: dayOf(chosen), at: dayOf(chosen), picked: picked, title: Strong(""), weeks: Column(0)}
	if chosen.IsZero() {
		c.at = c.today
	}
	c.ExtendBaseWidget(c)
	c.fill()
	if c.open = openUnder(o, c); c.open != nil {
		c.open.canvas.Focus(c)
	}
}

// dayOf returns the day of a time, without its clock.
func dayOf(t time.Time) time.Time {
	return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC)
}

// The size of a day and the number of weeks, that of the longest month, so that the size
// never changes.
const (
	calendarDay   float32 = 38
	calendarRow   float32 = 32
	calendarWeeks         = 6
	daysOfWeek            = 7
)

// fill shows the month of the focused day.
func (c *Calendar) fill() {
	c.title.Set(locale.MonthOf(c.at))
	names, first := Row(0), locale.WeekStart()
	for i := range daysOfWeek {
		names.Add(newCalendarCell(c, locale.Weekday((first+time.Weekday(i))%daysOfWeek), time.Time{}))
	}
	c.weeks.Objects = []fyne.CanvasObject{names}
	start := time.Date(c.at.Year(), c.at.Month(), 1, 0, 0, 0, 0, time.UTC)
	day := start.AddDate(0, 0, -int((start.Weekday()-first+daysOfWeek)%daysOfWeek))
	for range calendarWeeks {
		week := Row(0)
		for range daysOfWeek {
			words := ""
			if day.Month() == c.at.Month() {
				words = strconv.Itoa(day.Day())
			}
			week.Add(newCalendarCell(c, words, day))
			day = day.AddDate(0, 0, 1)
		}
		c.weeks.Add(week)
	}
	c.weeks.Refresh()
}

// turn moves by months, to the same day if the month has it.
func (c *Calendar) turn(months int) {
	first := time.Date(c.at.Year(), c.at.Month()+time.Month(months), 1, 0, 0, 0, 0, time.UTC)
	c.at = first.AddDate(0, 0, min(c.at.Day(), first.AddDate(0, 1, -1).Day())-1)
	c.fill()
}

func (c *Calendar) pick(day time.Time) {
	c.open.close()
	c.picked(day)
}

// FocusGained implements fyne.Focusable.
func (c *Calendar) FocusGained() {}

// FocusLost implements fyne.Focusable.
func (c *Calendar) FocusLost() {}

// TypedRune implements fyne.Focusable.
func (c *Calendar) TypedRune(rune) {}

// TypedKey moves by day and by month, picks and closes.
func (c *Calendar) TypedKey(key *fyne.KeyEvent) {
	days := map[fyne.KeyName]int{fyne.KeyLeft: -1, fyne.KeyRight: 1, fyne.KeyUp: -daysOfWeek, fyne.KeyDown: daysOfWeek}
	switch key.Name {
	case fyne.KeyPageUp:
		c.turn(-1)
	case fyne.KeyPageDown:
		c.turn(1)
	case fyne.KeyReturn, fyne.KeyEnter, fyne.KeySpace:
		c.pick(c.at)
	case fyne.KeyEscape, fyne.KeyTab:
		c.open.close()
	default:
		c.at = c.at.AddDate(0, 0, days[key.Name])
		c.fill()
	}
}

// CreateRenderer implements fyne.Widget.
func (c *Calendar) CreateRenderer() fyne.WidgetRenderer {
	turn := func(sign string, months int) *Button {
		return NewButton(sign, Link, func() {
			c.turn(months)
			c.open.canvas.Focus(c)
		})
	}
	head := Row(0, turn("‹", -1), Spacer(), c.title, Spacer(), turn("›", 1))
	return widget.NewSimpleRenderer(Column(theme.Gap4, head, c.weeks))
}

// calendarCell is a day of a calendar, or the name of a weekday.
type calendarCell struct {
	pressable
	c     *Calendar
	words string
	day   time.Time // zero: a name
}

func newCalendarCell(c *Calendar, words string, day time.Time) fyne.CanvasObject {
	cell := &calendarCell{c: c, words: words, day: day}
	cell.init(cell, func() { c.pick(day) })
	if words == "" || day.IsZero() {
		cell.press = nil
	}
	return Fixed(calendarDay, calendarRow, cell)
}

// CreateRenderer implements fyne.Widget.
func (l *calendarCell) CreateRenderer() fyne.WidgetRenderer { return newFaceRenderer(l) }

func (l *calendarCell) face() face {
	f := face{text: l.words, size: theme.SizeBody, ink: theme.Ink, radius: theme.RadiusChip, hovered: l.hovered && l.press != nil, stroke: theme.Accent}
	switch {
	case l.day.IsZero():
		f.size, f.ink = theme.SizeSmall, theme.Muted
	case l.words == "":
	case l.day.Equal(l.c.chosen):
		f.fill, f.ink, f.bold = theme.Accent, theme.OnAccent, true
	case l.day.Equal(l.c.today):
		f.ink, f.bold, f.width = theme.Accent, true, 1
	}
	if l.words != "" && l.day.Equal(l.c.at) {
		f.width = focusStroke
		if f.fill != "" {
			f.stroke = theme.Ink
		}
	}
	return f
}
