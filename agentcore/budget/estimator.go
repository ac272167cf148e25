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
	// memorySamples is how many samples the average covers.
	memorySamples = 32
	// ratioStep is how far the average must move to take effect and be stored: most
	// requests need no write, and cached counts stay valid.
	ratioStep = 0.01
	// halfWidth: a report within 1/halfWidth of the window around half of it is taken for
	// a prompt that the server cut.
	halfWidth = 64
)

// Ratios stores the ratio of reported to counted tokens, by the digest of a model's
// weights.
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

// calibration is the ratio of one model; samples is 0 before the first.
type calibration struct {
	ratio   float64
	samples int
	stored  float64
}

// NewEstimator returns an Estimator that stores ratios in r. The vocabulary is loaded on
// first use.
func NewEstimator(r Ratios) *Estimator {
	return &Estimator{ratios: r, encode: newWords().count, sizes: newMemory(), known: map[string]*calibration{}}
}

// For returns the Counter of a model. Without a digest or a sample it counts on the high
// side.
func (e *Estimator) For(digest string) Counter {
	e.mu.Lock()
	defer e.mu.Unlock()
	return Counter{estimator: e, ratio: math.Round(e.calibrationOf(digest).ratio/ratioStep) * ratioStep}
}

// Learn records that a model reported so many tokens for a request that Counter.Tokenizer
// counts as estimated. Empty reports, and those that look like a prompt cut to the
// window, are ignored. An error means that the ratio was not stored; it holds until the
// program ends.
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

// cut reports whether a report looks like a prompt that was cut: it fills the window, or
// the half left after the older half was dropped.
func cut(reported, window int) bool {
	return reported >= window-1 || abs(reported-window/2) <= window/halfWidth
}

// calibrationOf returns a model's calibration, loading it on first use.
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
