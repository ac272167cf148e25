package budget

import (
	"fmt"
	"math"
	"sync"
)

// The limits of calibration.
const (
	minRatio = 0.8
	maxRatio = 2.0
	// memorySamples is how many samples the average looks back on.
	memorySamples = 32
	// ratioStep is how far the average moves before it counts and is stored again:
	// not each request is worth a write, and what was counted stays counted.
	ratioStep = 0.01
	// halfWidth is how near to half a window a report is taken for a prompt that
	// the server cut, as a share of the window: a 64th.
	halfWidth = 64
)

// Ratios keeps across restarts how the tokens that a model reports compare to
// our count, by the digest of its weights.
type Ratios interface {
	Ratio(digest string) (ratio float64, samples int, ok bool)
	KeepRatio(digest string, ratio float64, samples int) error
}

// Estimator counts tokens and learns from what models report.
type Estimator struct {
	ratios Ratios
	encode func(piece string) int
	sizes  *memory

	mu    sync.Mutex
	known map[string]*calibration
}

// calibration is how one model compares; samples is 0 before the first.
type calibration struct {
	ratio   float64
	samples int
	stored  float64
}

// NewEstimator makes an Estimator that keeps what it learns in r. The vocabulary
// is loaded when the first text is counted.
func NewEstimator(r Ratios) *Estimator {
	return &Estimator{ratios: r, encode: newWords().count, sizes: newMemory(), known: map[string]*calibration{}}
}

// For returns the Counter of a model. An empty digest, or one without a sample,
// is counted with care: rather too many tokens than too few.
func (e *Estimator) For(digest string) Counter {
	e.mu.Lock()
	defer e.mu.Unlock()
	return Counter{estimator: e, ratio: math.Round(e.calibrationOf(digest).ratio/ratioStep) * ratioStep}
}

// Learn takes in that a model counted reported tokens in a request of which
// Counter.Tokenizer counts estimated. A report that looks like a prompt that the
// server cut to its window is not believed, nor is none at all. An error means
// that what was learned is not stored; it holds until the program ends.
func (e *Estimator) Learn(digest string, estimated, reported, window int) error {
	if digest == "" || estimated <= 0 || reported <= 0 || cut(reported, window) {
		return nil
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	c := e.calibrationOf(digest)
	sample := clamp(float64(reported) / float64(estimated))
	c.samples++
	c.ratio += (sample - c.ratio) / float64(min(c.samples, memorySamples))
	if math.Abs(c.ratio-c.stored) < ratioStep {
		return nil
	}
	if err := e.ratios.KeepRatio(digest, c.ratio, c.samples); err != nil {
		return fmt.Errorf("keep how the model counts: %w", err)
	}
	c.stored = c.ratio
	return nil
}

// cut reports whether a report looks like that of a prompt that was cut: it fills
// the window, or the half that is left after the older one is dropped.
func cut(reported, window int) bool {
	return reported >= window-1 || abs(reported-window/2) <= window/halfWidth
}

// calibrationOf looks a model up, in the store when it is first asked for.
func (e *Estimator) calibrationOf(digest string) *calibration {
	if c, ok := e.known[digest]; ok {
		return c
	}
	c := &calibration{}
	if digest != "" {
		ratio, samples, ok := e.ratios.Ratio(digest)
		if ok && samples > 0 && ratio >= minRatio && ratio <= maxRatio {
			*c = calibration{ratio: ratio, samples: samples, stored: ratio}
		}
	}
	e.known[digest] = c
	return c
}

func clamp(ratio float64) float64 { return min(max(ratio, minRatio), maxRatio) }

func abs(n int) int { return max(n, -n) }
