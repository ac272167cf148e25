package locale

import "time"

// Month returns the name of a month.
func Month(m time.Month) string {
	return [...]string{
		L("January"), L("February"), L("March"), L("April"), L("May"), L("June"),
		L("July"), L("August"), L("September"), L("October"), L("November"), L("December"),
	}[m-1]
}

// MonthOf returns the month and year of a day.
func MonthOf(t time.Time) string {
	return L("{{.Month}} {{.Year}}", "Month", Month(t.Month()), "Year", t.Year())
}

// Weekday returns the name of a weekday in two letters.
func Weekday(d time.Weekday) string {
	return [...]string{L("Su"), L("Mo"), L("Tu"), L("We"), L("Th"), L("Fr"), L("Sa")}[d]
}

// WeekStart returns the first day of a week.
func WeekStart() time.Weekday {
	if monthsFirst {
		return time.Sunday
	}
	return time.Monday
}

// Day formats a day without its year: 2 January.
func Day(t time.Time) string {
	if monthsFirst {
		return L("{{.Month}} {{.Day}}", "Day", t.Day(), "Month", Month(t.Month()))
	}
	return L("{{.Day}} {{.Month}}", "Day", t.Day(), "Month", Month(t.Month()))
}

// Date formats a day with its year: 2 January 2006.
func Date(t time.Time) string {
	if monthsFirst {
		return L("{{.Month}} {{.Day}}, {{.Year}}", "Day", t.Day(), "Month", Month(t.Month()), "Year", t.Year())
	}
	return L("{{.Day}} {{.Month}} {{.Year}}", "Day", t.Day(), "Month", Month(t.Month()), "Year", t.Year())
}

// Clock formats a time of day: 15:04.
func Clock(t time.Time) string { return t.Format("15:04") }

// When formats a time relative to today.
func When(t, now time.Time) string {
	t = t.In(now.Location())
	day := func(t time.Time) string { return t.Format(time.DateOnly) }
	switch {
	case day(t) == day(now):
		return L("Today {{.Time}}", "Time", Clock(t))
	case day(t) == day(now.AddDate(0, 0, -1)):
		return L("Yesterday {{.Time}}", "Time", Clock(t))
	case t.Year() == now.Year():
		return L("{{.Date}} {{.Time}}", "Date", Day(t), "Time", Clock(t))
	default:
		return L("{{.Date}} {{.Time}}", "Date", Date(t), "Time", Clock(t))
	}
}

// ShortDate formats a day: 2 Jan 2006.
func ShortDate(t time.Time) string {
	month := [...]string{
		L("Jan"), L("Feb"), L("Mar"), L("Apr"), L("May"), L("Jun"),
		L("Jul"), L("Aug"), L("Sep"), L("Oct"), L("Nov"), L("Dec"),
	}[t.Month()-1]
	if monthsFirst {
		return L("{{.Month}} {{.Day}}, {{.Year}}", "Day", t.Day(), "Month", month, "Year", t.Year())
	}
	return L("{{.Day}} {{.Month}} {{.Year}}", "Day", t.Day(), "Month", month, "Year", t.Year())
}

// monthsFirst reports whether dates are written as May 12, 2026. It belongs to the UI
// goroutine.
var monthsFirst bool

// MonthsFirst sets whether dates have the month first, or the language's order.
func MonthsFirst(on bool) { monthsFirst = on }
