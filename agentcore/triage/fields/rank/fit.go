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
	P          float64
	OCR        bool
	Legibility float64
	Right      bool
	Weight     float64
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
	descend(w, func(gradient []float64) {
		for i := range w {
			gradient[i] = pull * (w[i] - prior[i])
		}
		at := Model{Weights: w[:n], NoneWeights: w[n:]}
		for i := range samples {
			at.push(&samples[i], gradient)
		}
	})
	copy(m.Weights, w[:n])
	copy(m.NoneWeights, w[n:])
}

// push adds the gradient of a sample's loss, −log of the probability of what is
// right.
func (m *Model) push(s *Sample, gradient []float64) {
	p, none := m.Probabilities(s.Choice)
	right, found := 0.0, false
	for i := range p {
		if s.Right[i] {
			right, found = right+p[i], true
		}
	}
	right = max(right, math.SmallestNonzeroFloat32)
	for i := range p {
		excess := p[i]
		if s.Right[i] {
			excess -= p[i] / right
		}
		for j, x := range s.Options[i] {
			if x != 0 {
				gradient[j] += s.Weight * excess * x
			}
		}
	}
	excess := none
	if !found {
		excess--
	}
	for j, x := range s.None {
		gradient[len(m.Weights)+j] += s.Weight * excess * x
	}
}

// Calibrate fits the calibration to outcomes.
func Calibrate(outcomes []Outcome) Calibration {
	w := Calibration{Slope: 1}.weights()
	descend(w, func(gradient []float64) {
		for i := range w {
			gradient[i] = 0
		}
		gradient[1] = w[1] - 1 // a slope of 1 until the outcomes say otherwise
		for _, o := range outcomes {
			values := calibrationValues(o.P, o.OCR, o.Legibility)
			excess := logistic(dot(w, values))
			if o.Right {
				excess--
			}
			for j, x := range values {
				gradient[j] += o.Weight * excess * x
			}
		}
	})
	return Calibration{Base: w[0], Slope: w[1], OCR: w[2], Read: w[3]}
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
