package collection

import (
	"context"
	"fmt"
	"time"

	"github.com/deskhand/deskhand/agentcore/library"
	"github.com/deskhand/deskhand/agentcore/lists"
)

// Embedder asks a model what texts mean.
type Embedder interface {
	// Embed returns a vector for each text: texts that mean the same have vectors that
	// point the same way.
	Embed(ctx context.Context, model string, texts []string) ([][]float32, error)
}

const (
	// embeddedAtOnce is how many documents a model is asked about in one request, and
	// embeddedInPassing how many a search asks about: one that is slow has these in time.
	embeddedAtOnce    = 16
	embeddedInPassing = 4
	// embeddingWait is how long a search waits for the model: as long as a small one
	// takes to come into memory.
	embeddingWait = 5 * time.Second
)

// meaning is what is looked for, by its meaning; none where that cannot be asked.
func (c *Collection) meaning(ctx context.Context, words string) library.Meaning {
	model := c.Embedding()
	if model == "" || words == "" {
		c.unasked.Store(nil)
		return library.Meaning{}
	}
	ctx, cancel := context.WithTimeout(ctx, embeddingWait)
	defer cancel()
	vectors, err := c.embed(ctx, model, []string{words})
	if err != nil {
		c.unasked.Store(&err)
		return library.Meaning{}
	}
	c.unasked.Store(nil)
	// What was read since a folder was added last has no meaning yet. What fails is asked
	// for by the next search.
	_ = c.understand(ctx, embeddedInPassing)
	return library.Meaning{Model: model, Vector: vectors[0]}
}

// Unasked is why the last search went by words alone, although the person chose a
// model that finds by meaning; nil where it did not.
func (c *Collection) Unasked() error {
	if err := c.unasked.Load(); err != nil {
		return *err
	}
	return nil
}

// understand asks what documents mean of which that is not known, and at most so many.
func (c *Collection) understand(ctx context.Context, most int) error {
	model := c.Embedding()
	for model != "" && most > 0 {
		docs, err := c.Library.Passages(ctx, model, min(most, embeddedAtOnce))
		if err != nil || len(docs) == 0 {
			return err
		}
		texts := lists.Map(docs, func(d library.Passage) string { return d.Text })
		vectors, err := c.embed(ctx, model, texts)
		if err != nil {
			return err
		}
		if err := c.Library.Understand(ctx, model, docs, vectors); err != nil {
			return err
		}
		most -= len(docs)
	}
	return nil
}

func (c *Collection) embed(ctx context.Context, model string, texts []string) ([][]float32, error) {
	vectors, err := c.Embedder.Embed(ctx, model, texts)
	if err == nil && len(vectors) != len(texts) {
		err = fmt.Errorf("%s returned %d vectors for %d texts", model, len(vectors), len(texts))
	}
	return vectors, err
}
