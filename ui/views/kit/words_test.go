package kit

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"
)

func TestTimesAreSaidAsOneWouldToday(t *testing.T) {
	zone := time.FixedZone("east", 2*3600)
	now := time.Date(2026, 5, 12, 0, 30, 0, 0, zone)
	for _, row := range []struct {
		t    time.Time
		want string
	}{
		{now, "Today 00:30"},
		{time.Date(2026, 5, 11, 22, 15, 0, 0, time.UTC), "Today 00:15"}, // yesterday elsewhere
		{time.Date(2026, 5, 11, 23, 59, 0, 0, zone), "Yesterday 23:59"},
		{time.Date(2026, 1, 2, 9, 5, 0, 0, zone), "2 January 09:05"},
		{time.Date(2025, 12, 31, 9, 5, 0, 0, zone), "31 December 2025 09:05"},
	} {
		if got := When(row.t, now); got != row.want {
			t.Errorf("%v is said %q, want %q", row.t, got, row.want)
		}
	}
}

func TestNumbersHaveTheirThousandsApart(t *testing.T) {
	for n, want := range map[int]string{0: "0", 7: "7", 999: "999", 1000: "1,000", 10_000: "10,000", 1_234_567: "1,234,567"} {
		if got := Grouped(n); got != want {
			t.Errorf("%d is written %q", n, got)
		}
	}
}

func TestWorkEndsWhenItIsCancelledAndSaysNothingAfter(t *testing.T) {
	posted := make(chan func(), 8)
	w := NewWork(func(f func()) { posted <- f })
	said := false
	w.Start(func(ctx context.Context) func() {
		<-ctx.Done()
		return func() { said = true }
	})
	w.Cancel()
	w.Wait()
	(<-posted)()
	if said {
		t.Error("a closed window was told")
	}
}

func TestErrorsAreExplained(t *testing.T) {
	if got := Explain(fmt.Errorf("read: %w", sentence("Install tesseract.")), "other"); got != "Install tesseract." {
		t.Errorf("a wrapped sentence is %q", got)
	}
	if got := Explain(errors.New("EIO"), "other"); got != "other" {
		t.Errorf("an error without words is %q", got)
	}
}

type sentence string

func (s sentence) Error() string { return "internal" }

func (s sentence) Sentence() string { return string(s) }
