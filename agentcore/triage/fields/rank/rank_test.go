package rank

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// drawn makes choices whose right answer was drawn by true weights.
func drawn(m *Model, n int) []Sample {
	random := rand.New(rand.NewPCG(1, 2))
	var all []Sample
	for range n {
		s := Sample{Weight: 1, Choice: Choice{None: []float64{1}}}
		for range 8 {
			f := make([]float64, len(m.Features))
			for i := range f {
				f[i] = float64(random.IntN(2))
			}
			s.Options = append(s.Options, f)
		}
		s.Right = make([]bool, len(s.Options))
		p, _ := m.Probabilities(s.Choice)
		at := random.Float64()
		for i := range p {
			if at -= p[i]; at < 0 {
				s.Right[i] = true
				break
			}
		}
		all = append(all, s)
	}
	return all
}

func TestAFitFindsTheWeightsThatTheSamplesWereDrawnBy(t *testing.T) {
	truth := New([]string{"a", "b", "c"}, []string{"always"})
	truth.Weights, truth.NoneWeights = []float64{2, -1.5, 0.5}, []float64{1}
	m := New(truth.Features, truth.None)
	m.Fit(drawn(truth, 4000), 0.01)
	for i, want := range append(slices.Clone(truth.Weights), truth.NoneWeights...) {
		if got := append(slices.Clone(m.Weights), m.NoneWeights...)[i]; math.Abs(got-want) > 0.2 {
			t.Errorf("weight %d is %.2f, want %.2f", i, got, want)
		}
	}
}

func TestThePriorHoldsWhatNoSampleSpeaksOf(t *testing.T) {
	m := New([]string{"a", "never"}, []string{"always"})
	m.Weights[1] = -3
	m.Fit([]Sample{{Weight: 1, Choice: Choice{Options: [][]float64{{1, 0}}, None: []float64{1}}, Right: []bool{true}}}, 0.1)
	if m.Weights[1] != -3 || m.Weights[0] <= 0 {
		t.Errorf("weights are %v", m.Weights)
	}
}

func TestAConfidenceIsTheMeasuredShareOfRightChoices(t *testing.T) {
	var seen []Outcome
	for i := range 1000 {
		seen = append(seen,
			Outcome{P: 0.9, Source: Source{Traded: true, Legibility: 1}, Right: i%10 < 7, Weight: 1},              // said 90 %, right 70 %
			Outcome{P: 0.9, Source: Source{Traded: true, OCR: true, Legibility: 0.8}, Right: i%10 < 3, Weight: 1}, // badly read: 30 %
			Outcome{P: 0.9, Source: Source{Traded: true, OCR: true, Legibility: 1}, Right: i%10 < 6, Weight: 1})
	}
	c := Calibrate(seen)
	for _, row := range []struct {
		ocr        bool
		legibility float64
		want       float64
	}{{false, 1, 0.7}, {true, 0.8, 0.3}, {true, 1, 0.6}} {
		if got := c.Confidence(0.9, 0, Source{OCR: row.ocr, Legibility: row.legibility, Traded: true}); math.Abs(got-row.want) > 0.03 {
			t.Errorf("by OCR %t, legibility %.1f: %.2f, want %.2f", row.ocr, row.legibility, got, row.want)
		}
	}
}

func TestProbabilitiesSumToOne(t *testing.T) {
	m := New([]string{"a"}, []string{"always"})
	m.Weights, m.NoneWeights = []float64{800}, []float64{-800}
	p, none := m.Probabilities(Choice{Options: [][]float64{{1}, {0}, {1}}, None: []float64{1}})
	if sum := p[0] + p[1] + p[2] + none; math.Abs(sum-1) > 1e-9 || p[0] != p[2] || p[0] < 0.49 {
		t.Errorf("probabilities are %v and %v", p, none)
	}
	if p, none := m.Probabilities(Choice{None: []float64{1}}); len(p) != 0 || none != 1 {
		t.Errorf("without candidates: %v, %v", p, none)
	}
}

func TestTheDecidingFeaturesAreThoseThatAddMost(t *testing.T) {
	m := New([]string{"a", "b", "c", "d"}, nil)
	m.Weights = []float64{1, 3, -5, 2}
	if got := m.Deciding([]float64{1, 0.5, 1, 1}, 3); !slices.Equal(got, []int{3, 1, 0}) {
		t.Errorf("got %v", got)
	}
	if got := m.Deciding([]float64{0, 0, 1, 0}, 3); len(got) != 0 {
		t.Errorf("got %v", got)
	}
}

func TestAModelReadsWhatItWrote(t *testing.T) {
	m := New([]string{"in the top sixth", "legal form"}, []string{"always"})
	m.Weights, m.NoneWeights, m.Calibration = []float64{1.5, -0.25}, []float64{2}, Calibration{0.1, 0.9, -1.5, -0.5, -1, 2, 12, -0.5}
	text := "# a comment\n\n" + m.String()
	got, err := Parse(text, m.Features, m.None)
	if err != nil || got.String() != m.String() {
		t.Errorf("%v\n%s", err, got)
	}
	for what, broken := range map[string]string{
		"a missing weight":     strings.Replace(text, "legal form", "", 1),
		"an unknown feature":   text + "weight 1 unheard of\n",
		"a weight given twice": text + "weight 1 legal form\n",
		"no number":            strings.Replace(text, "1.500", "high", 1),
	} {
		if _, err := Parse(broken, m.Features, m.None); err == nil {
			t.Errorf("%s is taken", what)
		}
	}
}

func TestCandidatesThatSayTheSameCountTogether(t *testing.T) {
	for _, row := range []struct {
		name        string
		p           []float64
		alike       [][]int
		at          int
		sum, second float64
	}{
		{"none alike", []float64{0.3, 0.5, 0.1}, nil, 1, 0.5, 0.3},
		{"two against a likelier one", []float64{0.3, 0.25, 0.4}, [][]int{{1}, {0}, nil}, 0, 0.55, 0.4},
		{"the likeliest of those that say it", []float64{0.1, 0.5, 0.3}, [][]int{{1, 2}, {0}, {0}}, 1, 0.6, 0.3},
		{"no candidate", nil, [][]int{}, -1, 0, 0},
	} {
		at, sum, second := Choice{Alike: row.alike}.Best(row.p)
		if at != row.at || math.Abs(sum-row.sum) > 1e-9 || math.Abs(second-row.second) > 1e-9 {
			t.Errorf("%s: %d %.2f %.2f", row.name, at, sum, second)
		}
	}
}
