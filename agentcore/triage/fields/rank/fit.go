package rank

import "math"

// Sample is a Choice whose right answer is known.
type Sample struct {
	Choice
	// Right says of each candidate whether it is right. None of them: then none is.
	Right []bool
	// Weight is how much the sample counts.
	Weight float64
}

// Outcome is how a choice on a document that the fit had not seen came out.
type Outcome struct {
	Source
	P      float64
	Second float64 // that of the second best
	Right  bool
	Weight float64
}

// The course of a fit: Adam, with the whole gradient in each step.
const (
	steps   = 400
	rate    = 0.05
	decay1  = 0.9
	decay2  = 0.999
	epsilon = 1e-8
)

// Fit moves the weights of m from where they are, the prior, to where the samples
// are likely. pull is how strongly the prior holds them.
func (m *Model) Fit(samples []Sample, pull float64) {
	w := append(append([]float64{}, m.Weights...), m.NoneWeights...)
	prior := append([]float64{}, w...)
	n := len(m.Weights)
	short := make([]shortened, len(samples))
	for i := range samples {
		short[i] = shorten(&samples[i], n)
	}
	descend(w, func(gradient []float64) {
		for i := range w {
			gradient[i] = pull * (w[i] - prior[i])
		}
		for i := range short {
			short[i].push(w, gradient)
		}
	})
	copy(m.Weights, w[:n])
	copy(m.NoneWeights, w[n:])
}

// shortened is a Sample without the features that are 0. The last of its options is
// none of them, whose weights stand behind those of the others.
type shortened struct {
	options [][]entry
	right   []bool
	weight  float64
	p       []float64 // room for the probabilities
}

type entry struct {
	at    int
	value float64
}

func shorten(s *Sample, weights int) shortened {
	out := shortened{right: append([]bool{}, s.Right...), weight: s.Weight, p: make([]float64, len(s.Options)+1)}
	found := false
	for i, values := range s.Options {
		out.options = append(out.options, entries(values, 0))
		found = found || s.Right[i]
	}
	out.options = append(out.options, entries(s.None, weights))
	out.right = append(out.right, !found)
	return out
}

func entries(values []float64, from int) []entry {
	var out []entry
	for i, x := range values {
		if x != 0 {
			out = append(out, entry{from + i, x})
		}
	}
	return out
}

// push adds the gradient at w of the sample's loss, −log of the probability of what
// is right.
func (s *shortened) push(w, gradient []float64) {
	top := math.Inf(-1)
	for i, option := range s.options {
		s.p[i] = 0
		for _, e := range option {
			s.p[i] += w[e.at] * e.value
		}
		top = max(top, s.p[i])
	}
	sum, right := 0.0, 0.0
	for i := range s.p {
		s.p[i] = math.Exp(s.p[i] - top)
		sum += s.p[i]
		if s.right[i] {
			right += s.p[i]
		}
	}
	right = max(right, math.SmallestNonzeroFloat32)
	for i, option := range s.options {
		excess := s.p[i] / sum
		if s.right[i] {
			excess -= s.p[i] / right
		}
		for _, e := range option {
			gradient[e.at] += s.weight * excess * e.value
		}
	}
}

// priorCalibration is believed until outcomes say otherwise, and calibrationPull how
// strongly: the probabilities are about right where the documents are like those of
// the fit, and few collections hold enough that was misread to learn what OCR's own
// confidence is worth.
var (
	priorCalibration = Calibration{Slope: 1, Read: 2, Clear: 12, Unproven: -0.7}
	calibrationPull  = [...]float64{3, 30, 3, 3, 2, 2, 0.1, 1}
)

// Calibrate fits the calibration to outcomes.
func Calibrate(outcomes []Outcome) Calibration {
	w, prior := priorCalibration.weights(), priorCalibration.weights()
	descend(w, func(gradient []float64) {
		for i := range w {
			gradient[i] = calibrationPull[i] * (w[i] - prior[i])
		}
		for _, o := range outcomes {
			o.push(w, gradient)
		}
	})
	return Calibration{Base: w[0], Slope: w[1], Rival: w[2], OCR: w[3], Free: w[4], Read: w[5], Clear: w[6], Unproven: w[7]}
}

// push adds the gradient at w of the outcome's loss, −log of the probability that it
// came out as it did.
func (o Outcome) push(w, gradient []float64) {
	chosen, read := calibrationValues(o.P, o.Second, o.Source)
	right, letters := logistic(dot(w[:len(chosen)], chosen)), 1.0
	if read != nil {
		letters = logistic(dot(w[len(chosen):], read))
	}
	slope := o.Weight
	if both := right * letters; !o.Right {
		slope = -o.Weight * both / max(edge, 1-both)
	}
	for i, x := range chosen {
		gradient[i] -= slope * (1 - right) * x
	}
	for i, x := range read {
		gradient[len(chosen)+i] -= slope * (1 - letters) * x
	}
}

// descend moves w against the gradient that fill computes at it.
func descend(w []float64, fill func(gradient []float64)) {
	gradient, mean, square := make([]float64, len(w)), make([]float64, len(w)), make([]float64, len(w))
	for step := 1; step <= steps; step++ {
		fill(gradient)
		for i, g := range gradient {
			mean[i] = decay1*mean[i] + (1-decay1)*g
			square[i] = decay2*square[i] + (1-decay2)*g*g
			m := mean[i] / (1 - math.Pow(decay1, float64(step)))
			v := square[i] / (1 - math.Pow(decay2, float64(step)))
			w[i] -= rate * m / (math.Sqrt(v) + epsilon)
		}
	}
}
