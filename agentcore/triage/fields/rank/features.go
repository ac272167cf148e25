package rank

// Feature is one thing that speaks for or against a candidate c, in view of all that v
// holds.
type Feature[V, C any] struct {
	Name string
	// Prior is the weight that it has until documents say otherwise.
	Prior float64
	Of    func(v V, c C) float64 // in [0, 1]
}

// Values are what features say of a candidate.
func Values[V, C any](all []Feature[V, C], v V, c C) []float64 {
	out := make([]float64, len(all))
	for i, f := range all {
		out[i] = f.Of(v, c)
	}
	return out
}

func namesOf[V, C any](features []Feature[V, C]) []string {
	out := make([]string, len(features))
	for i, f := range features {
		out[i] = f.Name
	}
	return out
}

// Prior returns a model whose weights are the prior.
func Prior[V, C any](features, none []Feature[V, C]) *Model {
	m := New(namesOf(features), namesOf(none))
	for i, f := range features {
		m.Weights[i] = f.Prior
	}
	for i, f := range none {
		m.NoneWeights[i] = f.Prior
	}
	return m
}

// Parsed reads weights that are a part of the program; the tests find one that is
// missing.
func Parsed[V, C any](text string, features, none []Feature[V, C]) *Model {
	m, err := Parse(text, namesOf(features), namesOf(none))
	if err != nil {
		panic(err)
	}
	return m
}
