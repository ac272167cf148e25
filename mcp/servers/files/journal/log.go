package journal

import (
	"errors"

	"github.com/deskhand/deskhand/mcp/servers/files/safefs"
)

// Log is a journal open for writing. It holds the lock until Close.
type Log struct {
	// Batch is the state so far. The caller must only read it.
	Batch *Batch

	file  safefs.File
	list  *list
	dir   safefs.Dir
	fresh bool // its folder entry may not be synced yet
	ends  int  // Close records that the restore list knows of
	bad   error
	later []byte // records applied but not written yet
}

// laterMax is how many bytes of records Note buffers.
const laterMax = 16 << 10

func (l *Log) begin(b Begin) error {
	l.Batch = &Batch{}
	return l.write([]byte(magic), b)
}

// Append writes records in one write. They survive the death of the process, but a power
// cut only after Sync. After a failure nothing more is written, since the contents of the
// file are unknown.
func (l *Log) Append(records ...Record) error { return l.write(nil, records...) }

// Note is Append for a record whose fact can also be seen on the disk: it is written with
// the next ones, and may be lost with the process.
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

// Sync makes what was appended survive a power cut, and then records a Close in the
// restore list.
func (l *Log) Sync() error {
	if l.bad != nil {
		return l.bad
	}
	if err := l.write(nil); err != nil {
		return err
	}
	if err := errors.Join(l.list.sync(), l.file.Sync()); err != nil {
		l.bad = err // after a failed sync the system may have dropped its buffers
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

// Close releases the lock.
func (l *Log) Close() error {
	var failed error
	if l.bad == nil {
		failed = l.write(nil)
	}
	return errors.Join(failed, l.list.file.Close(), l.file.Close())
}

// Err returns why the journal can no longer be written, or nil.
func (l *Log) Err() error { return l.bad }
