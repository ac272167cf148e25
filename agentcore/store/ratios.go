package store

import (
	"context"

	bolt "go.etcd.io/bbolt"
)

// ratio is how the tokens that a model reports compare to our count, and how
// many reports that is the average of.
type ratio struct {
	Ratio   float64 `json:"ratio"`
	Samples int     `json:"samples"`
}

// Ratio returns what is known of how a model counts, by the digest of its
// weights; ok is false when nothing is, or when it cannot be read.
func (s *Store) Ratio(digest string) (average float64, samples int, ok bool) {
	var r ratio
	err := s.view(context.Background(), "read how a model counts", func(tx *bolt.Tx) error {
		return get(tx, bucketRatios, []byte(digest), &r)
	})
	return r.Ratio, r.Samples, err == nil
}

// KeepRatio stores how a model counts.
func (s *Store) KeepRatio(digest string, average float64, samples int) error {
	return s.update(context.Background(), "store how a model counts", func(tx *bolt.Tx) error {
		return put(tx, bucketRatios, []byte(digest), ratio{average, samples})
	})
}
