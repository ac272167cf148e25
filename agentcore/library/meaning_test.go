package library

import (
	"context"
	"slices"
	"testing"

	"github.com/deskhand/deskhand/agentcore/plan"
)

// withMeanings is a library of three documents that a model has understood: animals,
// animals by another sender, and money.
func withMeanings(t *testing.T) *Library {
	t.Helper()
	ctx, l := context.Background(), open(t)
	must(t, l.Add(ctx,
		doc("/a", "the tortoise in the garden", plan.FieldIssuer, "Zoo"), doc("/b", "feeding lizards", plan.FieldIssuer, "Acme"), doc("/c", "turtle bonds, due in May", plan.FieldIssuer, "Bank"),
	))
	passages, err := l.Passages(ctx, "m", 10)
	if err != nil || len(passages) != 3 || passages[2].Text != "Zoo\nthe tortoise in the garden" {
		t.Fatalf("%+v, %v", passages, err)
	}
	must(t, l.Understand(ctx, "m", passages, [][]float32{{0.1, 0.9}, {0.9, 0.3}, {2, 0.2}}))
	return l
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func found(t *testing.T, l *Library, q Query) (paths []string) {
	t.Helper()
	hits, err := l.Search(context.Background(), q)
	must(t, err)
	for _, h := range hits {
		paths = append(paths, h.Places[0].Path)
	}
	return paths
}

func TestWhatMeansTheSameIsFound(t *testing.T) {
	l := withMeanings(t)
	animals := Meaning{"m", []float32{1, 0.1}}
	for _, c := range []struct {
		what string
		q    Query
		want []string
	}{
		{"nothing by a word alone", Query{Words: "reptiles"}, nil},
		{"the nearest first", Query{Words: "reptiles", Meaning: animals}, []string{"/a", "/b", "/c"}},
		{"what has the word and the meaning before both", Query{Words: "lizards", Meaning: animals}, []string{"/b", "/a", "/c"}},
		{"filters hold", Query{Words: "reptiles", From: "acme", Meaning: animals}, []string{"/b"}},
		{"as many as were asked for", Query{Words: "reptiles", Limit: 1, Meaning: animals}, []string{"/a"}},
		{"nothing by another model", Query{Words: "reptiles", Meaning: Meaning{"other", []float32{1, 0}}}, nil},
		{"nothing by a vector of another length", Query{Words: "tortoise", Meaning: Meaning{"m", []float32{1}}}, []string{"/a"}},
	} {
		if got := found(t, l, c.q); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.what, got, c.want)
		}
	}
}

func TestAMeaningGoesWithItsText(t *testing.T) {
	ctx, l := context.Background(), withMeanings(t)
	meanings := func(want int) {
		t.Helper()
		if s, err := l.Status(ctx); err != nil || s.Meanings != want {
			t.Errorf("%+v, %v; want %d meanings", s, err, want)
		}
	}
	meanings(3)
	_, err := l.Remove(ctx, "/a")
	must(t, err)
	meanings(2)
	must(t, l.Add(ctx, doc("/b", "feeding lizards, second edition")))
	meanings(1)
	passages, err := l.Passages(ctx, "m", 10)
	if err != nil || len(passages) != 1 || passages[0].Text != "feeding lizards, second edition" {
		t.Errorf("%+v, %v", passages, err)
	}
}
