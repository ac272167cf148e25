package journal

import (
	"errors"

	"github.com/deskhand/deskhand/mcp/servers/files/safefs"
)

// Log is a journal that is being written. It holds the lock until Close.
type Log struct {
	// Batch is what the journal says so far. The caller only reads it.
	Batch *Batch

	file  safefs.File
	list  *list
	dir   safefs.Dir
	fresh bool // the folder does not know the file for sure yet
	ends  int  // how many Close records the restore list was told of
	bad   error
	later []byte // records that are applied and not written yet
}

// laterMax is how many bytes of records Note keeps back.
const laterMax = 16 << 10

func (l *Log) begin(b Begin) error {
	l.Batch = &Batch{}
	return l.write([]byte(magic), b)
}

// Append writes records in one piece. They survive the death of the process,
// but not a power cut before Sync. After a failure nothing more is written:
// what stands in the file is not known.
func (l *Log) Append(records ...Record) error { return l.write(nil, records...) }

// Note is Append for a record that only says what can also be seen on the disk:
// it is written with the next ones. The death of the process may take it along.
func (l *Log) Note(r Record) error {
	if l.bad != nil {
		return l.bad
	}
	payload, err := encode(l.Batch.lines, r)
	if err != nil {
		return err
	}
	if err := l.Batch.apply(r); err != nil {
		l.bad = err
		return err
	}
	l.later = l.Batch.framing.append(l.later, payload)
	if len(l.later) < laterMax {
		return nil
	}
	return l.write(nil)
}

func (l *Log) write(buf []byte, records ...Record) error {
	if l.bad != nil {
		return l.bad
	}
	f := l.Batch.framing
	for i, r := range records {
		payload, err := encode(l.Batch.lines+i, r)
		if err != nil {
			return err
		}
		buf = f.append(buf, payload)
	}
	if err := l.list.add(l.Batch, records); err != nil {
		l.bad = err
		return err
	}
	if len(l.later) > 0 {
		buf, l.later = append(l.later, buf...), nil
	}
	if len(buf) == 0 {
		return nil
	}
	if _, err := l.file.Write(buf); err != nil {
		l.bad = err
		return err
	}
	l.Batch.size += int64(len(buf))
	l.Batch.framing = f
	for _, r := range records {
		if err := l.Batch.apply(r); err != nil {
			l.bad = err
			return err
		}
	}
	return nil
}

// Sync makes what was appended survive a power cut. The restore list is told of
// a Close behind that.
func (l *Log) Sync() error {
	if l.bad != nil {
		return l.bad
	}
	if err := l.write(nil); err != nil {
		return err
	}
	if err := errors.Join(l.list.sync(), l.file.Sync()); err != nil {
		l.bad = err // after a failed sync the system may have dropped what it held
		return err
	}
	if l.fresh {
		if err := l.dir.Sync(); err != nil {
			return err
		}
		l.fresh = false
	}
	if !l.Batch.Closed || l.ends == l.Batch.closes {
		return nil
	}
	l.ends = l.Batch.closes
	return l.list.end()
}

// Close returns up the lock.
func (l *Log) Close() error {
	var failed error
	if l.bad == nil {
		failed = l.write(nil)
	}
	return errors.Join(failed, l.list.file.Close(), l.file.Close())
}

// Err says why the journal can no longer be written; nil: it can.
func (l *Log) Err() error { return l.bad }
