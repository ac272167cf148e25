package budget_test

import (
	"errors"
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/deskhand/deskhand/agentcore/budget"
)

// kept stores ratios in memory.
type kept map[string]sample

type sample struct {
	ratio   float64
	samples int
}

func (k kept) Ratio(digest string) (ratio float64, samples int, ok bool) {
	s, ok := k[digest]
	return s.ratio, s.samples, ok
}

func (k kept) KeepRatio(digest string, ratio float64, samples int) error {
	k[digest] = sample{ratio, samples}
	return nil
}

const text = "the quick brown fox jumps over the lazy dog"

func TestWhatAModelReportsScalesItsCountsAndNoOthers(t *testing.T) {
	k := kept{}
	e := budget.NewEstimator(k)
	bare := e.For("a").Tokenizer().Prose(text)
	if bare != 9 {
		t.Fatalf("the tokenizer counts %d", bare)
	}
	before := e.For("b").Prose(text)
	must(t, e.Learn("a", 1000, 1500, 8192))
	if got := e.For("a").Prose(text); got != 14 { // 9 × 1.5, rounded up
		t.Errorf("%d tokens after a report of one and a half times as many", got)
	}
	if got := e.For("b").Prose(text); got != before {
		t.Errorf("another model counts %d, before %d", got, before)
	}
	again := budget.NewEstimator(k) // after a restart
	if got := again.For("a").Prose(text); got != 14 {
		t.Errorf("%d tokens after a restart", got)
	}
}

func TestTheRatioIsARunningAverage(t *testing.T) {
	k := kept{}
	e := budget.NewEstimator(k)
	must(t, e.Learn("a", 1000, 1000, 8192))
	must(t, e.Learn("a", 1000, 1600, 8192))
	if got := k["a"]; math.Abs(got.ratio-1.3) > 1e-9 || got.samples != 2 {
		t.Fatalf("kept %+v", got)
	}
}

func TestReportsOfACutPromptAreNotBelieved(t *testing.T) {
	for _, row := range []struct {
		name                string
		estimated, reported int
		window              int
	}{
		{"none at all", 1000, 0, 8192},
		{"less than nothing", 1000, -5, 8192},
		{"the whole window", 9000, 8192, 8192},
		{"all but one of the window", 9000, 8191, 8192},
		{"half the window", 5000, 4096, 8192},
		{"nearly half the window", 5000, 4090, 8192},
		{"nothing was estimated", 0, 1000, 8192},
	} {
		k := kept{}
		must(t, budget.NewEstimator(k).Learn("a", row.estimated, row.reported, row.window))
		if len(k) != 0 {
			t.Errorf("%s: kept %v", row.name, k)
		}
	}
	k := kept{}
	must(t, budget.NewEstimator(k).Learn("", 1000, 1500, 8192))
	if len(k) != 0 {
		t.Errorf("a model without a digest: kept %v", k)
	}
}

func TestTheRatioStaysInItsBoundsWhateverIsReported(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := kept{"a": {rapid.Float64().Draw(t, "stored"), rapid.IntRange(-1, 5).Draw(t, "samples")}}
		e := budget.NewEstimator(k)
		for range rapid.IntRange(0, 20).Draw(t, "reports") {
			estimated, reported := rapid.IntRange(-10, 1<<40).Draw(t, "estimated"), rapid.IntRange(-10, 1<<40).Draw(t, "reported")
			if err := e.Learn("a", estimated, reported, 8192); err != nil {
				t.Fatal(err)
			}
		}
		bare := e.For("a").Tokenizer().Prose(text)
		got := float64(e.For("a").Prose(text))
		floor := float64(uncalibrated().Prose(text)) // what holds before the first sample
		if got != floor && (got < math.Floor(0.8*float64(bare)) || got > 2*float64(bare)) {
			t.Fatalf("%v tokens, the tokenizer counts %d", got, bare)
		}
	})
}

func TestASmallChangeIsNotWorthAWrite(t *testing.T) {
	k := &counting{kept: kept{}}
	e := budget.NewEstimator(k)
	for range 100 {
		must(t, e.Learn("a", 1000, 1100, 8192))
	}
	if k.writes != 1 {
		t.Fatalf("%d writes of the same ratio", k.writes)
	}
}

type counting struct {
	kept
	writes int
	err    error
}

func (c *counting) KeepRatio(digest string, ratio float64, samples int) error {
	c.writes++
	if c.err != nil {
		return c.err
	}
	return c.kept.KeepRatio(digest, ratio, samples)
}

func TestARatioThatCannotBeStoredHoldsAllTheSame(t *testing.T) {
	full := errors.New("disk full")
	e := budget.NewEstimator(&counting{kept: kept{}, err: full})
	if err := e.Learn("a", 1000, 2000, 8192); !errors.Is(err, full) {
		t.Fatalf("%v", err)
	}
	if got := e.For("a").Prose(text); got != 18 {
		t.Fatalf("%d tokens", got)
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
