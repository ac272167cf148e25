package journal

import (
	"bufio"
	"errors"
	"io/fs"

	"github.com/deskhand/deskhand/mcp/servers/files/safefs"
)

// Repair adds missing records to what could be read of a damaged journal. It writes
// nothing.
func (b *Batch) Repair(more []Record) error {
	b.due, b.Missing, b.Added, b.Damaged, b.Repaired = 0, nil, more, true, true
	for _, r := range more {
		if err := b.apply(r); err != nil {
			return err
		}
	}
	return nil
}

// Repair writes and locks a journal that replaces the damaged one of a repaired batch
// from now on. The damaged one is kept as it is.
func (s *Store) Repair(b *Batch) (*Log, error) {
	id := b.Batch
	damaged, err := s.open(id, s.dir.OpenLog)
	if err != nil {
		return nil, err
	}
	if err := s.lock(damaged); err != nil {
		return nil, errors.Join(err, damaged.Close())
	}
	records, err := s.readable(damaged, id)
	if err == nil {
		err = s.writeRepaired(id, append(records, b.Added...))
	}
	if err = errors.Join(err, damaged.Close()); err != nil {
		return nil, err
	}
	return s.Resume(id)
}

// readable returns the readable records of a damaged journal.
func (s *Store) readable(f safefs.File, id string) ([]Record, error) {
	var records []Record
	b := &Batch{}
	err := scan(bufio.NewReaderSize(f, 1<<16), func(r Record, _ framing, _ int64) error {
		if r == nil {
			return nil
		}
		if err := b.apply(r); err != nil {
			return err
		}
		if page, ok := r.(Page); ok {
			page.Intents = 0 // some of them are among the added records
			r = page
		}
		records = append(records, r)
		return nil
	})
	if err != nil && !errors.Is(err, ErrDamaged) {
		return nil, err
	}
	if len(records) == 0 {
		all, err := s.lines(id)
		if err != nil || len(all) == 0 {
			return nil, errors.Join(ErrUnknown, err)
		}
		records = append(records, beginOf(id, all))
	}
	begin := records[0].(Begin) // guaranteed by apply
	begin.Version, begin.Repaired = Version, true
	records[0] = begin
	return records, nil
}

// writeRepaired writes the records next to the journal, and renames the file once it is
// complete. The restore list has their lines already.
func (s *Store) writeRepaired(id string, records []Record) error {
	text, f := []byte(magic), framing{}
	for n, r := range records {
		payload, err := encode(n, r)
		if err != nil {
			return err
		}
		text = f.append(text, payload)
	}
	temp := id + repairingSuffix
	if err := s.remove(temp); err != nil { // left by a crash
		return err
	}
	file, err := s.dir.Create(temp)
	if err != nil {
		return err
	}
	_, err = file.Write(text)
	if err = errors.Join(err, file.Sync(), file.Close()); err != nil {
		return err
	}
	// A repaired journal that is damaged in turn is removed; the first one counts until
	// then.
	if err := s.remove(id + repairedSuffix); err != nil {
		return err
	}
	if err := s.dir.Aside(temp, id+repairedSuffix); err != nil {
		return err
	}
	return s.dir.Sync()
}

func (s *Store) remove(name string) error {
	err := s.dir.RemoveFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
