package views

import (
	"context"
	"errors"
	"fmt"
	"image"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/app"
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
		if got := when(row.t, now); got != row.want {
			t.Errorf("%v is said %q, want %q", row.t, got, row.want)
		}
	}
}

func TestWhatWasReadIsSaidInWords(t *testing.T) {
	for want, r := range map[string]plan.Read{
		"Read page 1 of 1 by OCR, 96 % sure.":          {Pages: "1-1 of 1", Method: plan.MethodOCR, Confidence: 0.96},
		"Read pages 1 to 3 of 18 by OCR, 91 % sure.":   {Pages: "1-3 of 18", Method: plan.MethodOCR, Confidence: 0.914},
		"Read pages 1 to 2 of 2 from its own text.":    {Pages: "1-2 of 2", Method: plan.MethodText, Confidence: 1},
		"Read page 2 of 2 from its own text.":          {Pages: "2 of 2", Method: plan.MethodText},
		"Read it from its own text.":                   {Method: plan.MethodText},
		"Read what the camera wrote into the picture.": {Method: plan.MethodEXIF},
		"Nothing in it could be read.":                 {Method: plan.MethodNone},
		"Read something else by OCR, 50 % sure.":       {Pages: "something else", Method: plan.MethodOCR, Confidence: 0.5},
	} {
		if got := readWords(r); got != want {
			t.Errorf("%+v is said %q, want %q", r, got, want)
		}
	}
}

func TestTheButtonSaysExactlyWhatWillHappen(t *testing.T) {
	item := func(from, to string, s plan.Status) plan.Item { return plan.Item{From: from, To: to, Status: s} }
	for _, row := range []struct {
		name, deed, promise string
		items               []plan.Item
	}{
		{
			"nothing is ready", "Nothing to rename", "Tick a file to rename it. Nothing is deleted or overwritten.",
			[]plan.Item{item("/a/1", "/a/2", plan.StatusReview)},
		},
		{
			"one file", "Rename 1 file", "1 file gets a new name in this folder. Nothing is deleted or overwritten.",
			[]plan.Item{item("/a/1", "/a/2", plan.StatusReady)},
		},
		{
			"two folders", "Rename 2 files", "2 files get new names in 2 folders. Nothing is deleted or overwritten.",
			[]plan.Item{item("/a/1", "/a/2", plan.StatusReady), item("/b/1", "/b/2", plan.StatusReady)},
		},
		{
			"all leave their folder", "Move 2 files", "2 files go to c. Nothing is deleted or overwritten.",
			[]plan.Item{item("/a/1", "/c/2", plan.StatusReady), item("/b/1", "/c/3", plan.StatusReady)},
		},
		{
			"some leave it", "Rename and move 2 files", "2 files go in 2 folders. Nothing is deleted or overwritten.",
			[]plan.Item{item("/a/1", "/a/2", plan.StatusReady), item("/b/1", "/c/3", plan.StatusReady)},
		},
	} {
		t.Run(row.name, func(t *testing.T) {
			e := effectOf(plan.Plan{Items: row.items})
			if e.deed() != row.deed || e.promise() != row.promise {
				t.Errorf("it says %q and %q,\nwant %q and %q", e.deed(), e.promise(), row.deed, row.promise)
			}
		})
	}
}

func TestNumbersHaveTheirThousandsApart(t *testing.T) {
	for n, want := range map[int]string{0: "0", 7: "7", 999: "999", 1000: "1,000", 10_000: "10,000", 1_234_567: "1,234,567"} {
		if got := grouped(n); got != want {
			t.Errorf("%d is written %q", n, got)
		}
	}
}

func TestTheCacheKeepsWhatWasUsedLast(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		limit := rapid.IntRange(1, 8).Draw(t, "limit")
		cache := newLRU(limit)
		var order []string // the model: the last used at the end
		use := func(key string) {
			for i, k := range order {
				if k == key {
					order = append(order[:i:i], order[i+1:]...)
					break
				}
			}
			order = append(order, key)
			order = order[max(0, len(order)-limit):]
		}
		for range rapid.IntRange(0, 60).Draw(t, "steps") {
			key := fmt.Sprint(rapid.IntRange(0, 12).Draw(t, "key"))
			if rapid.Bool().Draw(t, "put") {
				cache.put(key, image.NewGray(image.Rect(0, 0, 1, 1)))
				use(key)
			} else if _, ok := cache.get(key); ok {
				use(key)
			}
			if len(cache.byKey) != len(order) || cache.order.Len() != len(order) {
				t.Fatalf("%d are kept, want %d", len(cache.byKey), len(order))
			}
			for _, k := range order {
				if _, ok := cache.byKey[k]; !ok {
					t.Fatalf("%s was thrown away", k)
				}
			}
		}
	})
}

func TestAnEditOnTheScreenIsTheEditThatIsAskedFor(t *testing.T) {
	yes, no := true, false
	it := plan.Item{From: "/a/1.png", To: "/b/2.png", Status: plan.StatusReview}
	if got := editedItem(it, edit("New.png", nil)); got.To != "/b/New.png" || got.Status != plan.StatusReady {
		t.Errorf("a name makes it %+v", got)
	}
	if got := editedItem(it, edit("", &yes)); got.Status != plan.StatusReady || got.To != it.To {
		t.Errorf("a tick makes it %+v", got)
	}
	if got := editedItem(it, edit("", &no)); got.Status != plan.StatusSkip {
		t.Errorf("no tick makes it %+v", got)
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
	if got := explain(fmt.Errorf("read: %w", sentence("Install tesseract.")), "other"); got != "Install tesseract." {
		t.Errorf("a wrapped sentence is %q", got)
	}
	if got := explain(errors.New("EIO"), "other"); got != "other" {
		t.Errorf("an error without words is %q", got)
	}
}

type sentence string

func (s sentence) Error() string    { return "internal" }
func (s sentence) Sentence() string { return string(s) }

func edit(name string, ticked *bool) app.Edit { return app.Edit{Name: name, Ticked: ticked} }

func TestWhatAServerIsTrustedWithBeyondStartingStandsInWhatIsAgreedTo(t *testing.T) {
	s := app.ServerInfo{Name: "a", Command: []string{"/bin/a"}, Program: "/bin/a"}
	if got := startWords(s); strings.Contains(got, "Believed") || strings.Contains(got, "Is told") {
		t.Errorf("of one that is trusted with nothing: %q", got)
	}
	s.TrustAnnotations, s.ShareRoots = true, true
	if got := startWords(s); !strings.Contains(got, "Believed   what its tools say") || !strings.Contains(got, "Is told    which folders are open") {
		t.Errorf("it says %q", got)
	}
}
