package store

import (
	"context"
	"fmt"
	"strconv"

	bolt "go.etcd.io/bbolt"
)

// schema is the version of the layout that this program writes.
const (
	schema    = 2
	schemaKey = "schema"
)

// layouts are the buckets that each version added; the first row is version 1.
var layouts = [schema][]string{
	{
		bucketMeta, bucketByTime, bucketMsg, bucketAudit, bucketFull, bucketText,
		bucketPlans, bucketGrants, bucketSys,
	},
	{bucketCompact, bucketRatios, bucketNotices},
}

// buckets returns those of a file of the given version; a file that lacks one is damaged.
func buckets(version int) []string {
	var all []string
	for _, added := range layouts[:version] {
		all = append(all, added...)
	}
	return all
}

// version returns the layout version of the file.
func version(tx *bolt.Tx) (int, error) {
	sys := bucket(tx, bucketSys)
	if sys == nil {
		return 0, fmt.Errorf("%w: no version", ErrDamaged)
	}
	v, err := strconv.Atoi(string(sys.Get([]byte(schemaKey))))
	switch {
	case err != nil || v < 1:
		return 0, fmt.Errorf("%w: no version", ErrDamaged)
	case v > schema:
		return 0, ErrNewer
	}
	return v, nil
}

// checkLayout checks that the file is ours and of a known version, and returns that.
func (s *Store) checkLayout() (v int, err error) {
	err = s.view(context.Background(), "read the layout", func(tx *bolt.Tx) error {
		if v, err = version(tx); err != nil {
			return err
		}
		for _, name := range buckets(v) {
			if bucket(tx, name) == nil {
				return fmt.Errorf("%w: no bucket %s", ErrDamaged, name)
			}
		}
		return nil
	})
	return v, err
}

// migrate upgrades a file of an older version in one transaction, so that a file always
// has one version or the other. An older program then refuses it (ErrNewer); its old
// state is in the snapshot that is taken first.
func (s *Store) migrate(from int) error {
	if from == schema {
		return nil
	}
	if err := s.Snapshot(context.Background()); err != nil {
		return fmt.Errorf("keep the database as it was before its layout changes: %w", err)
	}
	return s.update(context.Background(), "change the layout", func(tx *bolt.Tx) error {
		for _, added := range layouts[from:] {
			for _, name := range added {
				if _, err := tx.CreateBucketIfNotExists([]byte(name)); err != nil {
					return fmt.Errorf("make bucket %s: %w", name, err)
				}
			}
		}
		return writeVersion(tx)
	})
}

func writeVersion(tx *bolt.Tx) error {
	return bucket(tx, bucketSys).Put([]byte(schemaKey), []byte(strconv.Itoa(schema)))
}
