package rank

import (
	"bufio"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Model holds fitted weights.
type Model struct {
	// Features and None name what is asked of each candidate, and of the document
	// when no candidate is right. Weights and NoneWeights are in their order.
	Features, None       []string
	Weights, NoneWeights []float64
	Calibration          Calibration
}

// Calibration maps the probability p of a choice to the measured share of right
// ones: that of a right choice, logistic(Base + Slope·logit(p) + Rival·r + OCR + Free),
// times that of its letters being right, logistic(Read + Clear·(legibility − usual) +
// Unproven). Unproven is only of what has a word that nothing confirms. r is how likely the second best is next to the best. OCR, and the second factor, are
// only of what was read by OCR, Free only of what nobody paid for.
type Calibration struct{ Base, Slope, Rival, OCR, Free, Read, Clear, Unproven float64 }

// Source is what a choice was read from.
type Source struct {
	OCR bool
	// Legibility is how well its worst word was read, in [0, 1].
	Legibility float64
	// Unproven says that nothing but the reading itself tells one of its words.
	Unproven bool
	// Traded says that the document is one of trade, such as an invoice.
	Traded bool
}

// Choice is one document: its candidates and what is known of each.
type Choice struct {
	Options [][]float64 // values of the features, in [0, 1], a row a candidate
	None    []float64   // values of the features of none
	// Alike holds, for each candidate, the places of those that say the same in other
	// words; nil: none do.
	Alike [][]int
}

// Best returns the place of the likeliest candidate by their probabilities, how likely it
// is together with those that say the same, and how likely is the likeliest other one;
// -1 where there is no candidate.
func (c Choice) Best(p []float64) (at int, sum, second float64) {
	if c.Alike == nil || len(p) == 0 {
		if at, second = Best(p); at >= 0 {
			sum = p[at]
		}
		return at, sum, second
	}
	together := slices.Clone(p)
	for i, others := range c.Alike {
		for _, j := range others {
			together[i] += p[j]
		}
	}
	of, _ := Best(together)
	at = of
	for _, j := range c.Alike[of] {
		if p[j] > p[at] {
			at = j
		}
	}
	for i := range p {
		if i != at && !slices.Contains(c.Alike[at], i) {
			second = max(second, p[i])
		}
	}
	return at, min(1, together[at]), second
}

// Probabilities returns that of each candidate, and of none of them. They sum to 1.
func (m *Model) Probabilities(c Choice) (options []float64, none float64) {
	options = make([]float64, len(c.Options))
	none = dot(m.NoneWeights, c.None)
	top := none
	for i, f := range c.Options {
		options[i] = dot(m.Weights, f)
		top = max(top, options[i])
	}
	none = math.Exp(none - top)
	sum := none
	for i := range options {
		options[i] = math.Exp(options[i] - top)
		sum += options[i]
	}
	for i := range options {
		options[i] /= sum
	}
	return options, none / sum
}

// Best returns the place of the largest of some probabilities, the first one of equals,
// and the second largest; -1 and 0 where there are none.
func Best(p []float64) (at int, second float64) {
	at = -1
	for i := range p {
		switch {
		case at < 0:
			at = i
		case p[i] > p[at]:
			at, second = i, p[at]
		default:
			second = max(second, p[i])
		}
	}
	return at, second
}

// Score returns the sum of the weights of a candidate's features.
func (m *Model) Score(values []float64) float64 { return dot(m.Weights, values) }

// Deciding returns the indices of the n features that speak most for a candidate.
func (m *Model) Deciding(values []float64, n int) []int {
	var best []int
	for range n {
		at := -1
		for i, x := range values {
			gain := x * m.Weights[i]
			if gain > 0 && !slices.Contains(best, i) && (at < 0 || gain > values[at]*m.Weights[at]) {
				at = i
			}
		}
		if at < 0 {
			break
		}
		best = append(best, at)
	}
	return best
}

// usual is how well the worst word of a name is usually read, and unreadable what is
// not told apart from what is read worse.
const (
	usual      = 0.8
	unreadable = 0.6
)

// Confidence is how likely a choice of probability p is right, whose second best has
// the probability second.
func (c Calibration) Confidence(p, second float64, from Source) float64 {
	chosen, read := calibrationValues(p, second, from)
	w := c.weights()
	confidence := logistic(dot(w[:len(chosen)], chosen))
	if read != nil {
		confidence *= logistic(dot(w[len(chosen):], read))
	}
	return confidence
}

func (c Calibration) weights() []float64 {
	return []float64{c.Base, c.Slope, c.Rival, c.OCR, c.Free, c.Read, c.Clear, c.Unproven}
}

// calibrationValues are what the two factors of a confidence rest on; read is nil
// where nothing was read by OCR.
func calibrationValues(p, second float64, from Source) (chosen, read []float64) {
	chosen = []float64{1, logit(p), 0, 0, 0}
	if p > 0 {
		chosen[2] = second / p
	}
	if from.OCR {
		chosen[3] = 1
		read = []float64{1, max(unreadable, from.Legibility) - usual, 0}
		if from.Unproven {
			read[2] = 1
		}
	}
	if !from.Traded {
		chosen[4] = 1
	}
	return chosen, read
}

// edge keeps probabilities away from 0 and 1, where a logit has no end.
const edge = 2e-3

func logit(p float64) float64 {
	p = min(1-edge, max(edge, p))
	return math.Log(p / (1 - p))
}

func logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

func dot(a, b []float64) float64 {
	sum := 0.0
	for i, x := range b {
		if x != 0 {
			sum += x * a[i]
		}
	}
	return sum
}

// The kinds of lines in the text of a model.
const (
	lineWeight      = "weight"
	lineNone        = "none"
	lineCalibration = "calibration"
)

// Parse reads the text that String writes. The features must be those named, in
// any order; lines that begin with # are comments.
func Parse(text string, features, none []string) (*Model, error) {
	m := New(features, none)
	at := map[string]*float64{}
	for i, name := range features {
		at[lineWeight+" "+name] = &m.Weights[i]
	}
	for i, name := range none {
		at[lineNone+" "+name] = &m.NoneWeights[i]
	}
	for name, value := range m.Calibration.fields() {
		at[lineCalibration+" "+name] = value
	}
	lines := bufio.NewScanner(strings.NewReader(text))
	for lines.Scan() {
		line := strings.TrimSpace(lines.Text())
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		kind, rest, _ := strings.Cut(line, " ")
		number, name, _ := strings.Cut(strings.TrimSpace(rest), " ")
		key := kind + " " + strings.TrimSpace(name)
		value, err := strconv.ParseFloat(number, 64)
		if err != nil || at[key] == nil {
			return nil, fmt.Errorf("weights: %q is no weight of a known feature, or stands there twice", line)
		}
		*at[key] = value
		delete(at, key)
	}
	for key := range at {
		return nil, fmt.Errorf("weights: %q is missing", key)
	}
	return m, lines.Err()
}

// New returns a model whose weights are all 0.
func New(features, none []string) *Model {
	return &Model{
		Features: features, None: none,
		Weights: make([]float64, len(features)), NoneWeights: make([]float64, len(none)),
		Calibration: Calibration{Slope: 1},
	}
}

// Clone returns a copy of m.
func (m *Model) Clone() *Model {
	c := *m
	c.Weights, c.NoneWeights = slices.Clone(m.Weights), slices.Clone(m.NoneWeights)
	return &c
}

func (c *Calibration) fields() map[string]*float64 {
	return map[string]*float64{"base": &c.Base, "slope": &c.Slope, "rival": &c.Rival, "by OCR": &c.OCR, "free": &c.Free, "read": &c.Read, "clear": &c.Clear, "unproven": &c.Unproven}
}

// String is the model as text, a line a weight.
func (m *Model) String() string {
	var b strings.Builder
	line := func(kind string, value float64, name string) { fmt.Fprintf(&b, "%-11s %7.3f  %s\n", kind, value, name) }
	for i, name := range m.Features {
		line(lineWeight, m.Weights[i], name)
	}
	for i, name := range m.None {
		line(lineNone, m.NoneWeights[i], name)
	}
	for _, name := range []string{"base", "slope", "rival", "by OCR", "free", "read", "clear", "unproven"} {
		line(lineCalibration, *m.Calibration.fields()[name], name)
	}
	return b.String()
}
