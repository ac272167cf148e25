package store

import (
	"context"

	bolt "go.etcd.io/bbolt"
)

// ratio is the ratio of a model's reported tokens to our count, and how many reports it
// averages.
type ratio struct {
	Ratio   float64 `json:"ratio"`
	Samples int     `json:"samples"`
}

// Ratio returns the ratio of a model, by the digest of its weights; ok is false if there
// is none, or if it is unreadable.
func (s *Store) Ratio(digest string) (average float64, samples int, ok bool) {
	var r ratio
	err := s.view(context.Background(), "read how a model counts", func(tx *bolt.Tx) error {
		return get(tx, bucketRatios, []byte(digest), &r)
	})
	return r.Ratio, r.Samples, err == nil
}

// KeepRatio stores the ratio of a model.
func (s *Store) KeepRatio(digest string, average float64, samples int) error {
	return s.update(context.Background(), "store how a model counts", func(tx *bolt.Tx) error {
		return put(tx, bucketRatios, []byte(digest), ratio{average, samples})
	})
}
