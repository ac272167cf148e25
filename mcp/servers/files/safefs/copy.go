package safefs

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"hash"
	"io"
	"io/fs"
	"time"
)

// copyChunk is how much is copied between two looks at ctx, in bytes.
const copyChunk = 1 << 20

// copy moves by a checked copy: written under a temporary name in the target
// folder, synced, read back, given its name if that is free, and only then is
// the original, if it is still the same, removed.
func (m Move) copy(ctx context.Context) (Outcome, error) {
	out, err := m.Copy(ctx)
	if err != nil {
		return Outcome{}, err
	}
	return out, uncertain(m.retire())
}

// retire drops the first name of a file that lives on at the target, for good:
// after a power cut it must not be there again.
func (m Move) retire() error {
	if err := Retire(m.From, m.ID, m.Temp); err != nil {
		return err
	}
	return m.From.Dir.Sync()
}

// Copy makes a checked copy at the target and leaves the original alone. It
// fails as Do does.
func (m Move) Copy(ctx context.Context) (Outcome, error) {
	out, err := m.copyToTemp(ctx)
	if err != nil {
		return Outcome{}, err
	}
	return m.show(out, check(m.From, m.ID))
}

// Write makes a new file of text at the target; From and ID are not used. The
// file gets mode.
func (m Move) Write(ctx context.Context, text string, mode fs.FileMode) (Outcome, error) {
	out, err := m.toTemp(func(f File) (Outcome, error) { return m.writeText(ctx, f, text, mode) })
	if err != nil {
		return Outcome{}, err
	}
	return m.show(out, nil)
}

// show gives a finished temporary file its name, unless it failed before.
func (m Move) show(out Outcome, err error) (Outcome, error) {
	temp := m.To.Beside(m.Temp)
	if err == nil && m.Copied != nil {
		err = m.Copied(out)
	}
	if err == nil {
		err = publish(temp, m.To)
	}
	if err != nil {
		return Outcome{}, errors.Join(err, temp.Dir.RemoveFile(temp.Name))
	}
	if err := m.To.Dir.Sync(); err != nil {
		return Outcome{}, uncertain(err)
	}
	in, err := m.To.Lstat()
	if err != nil || !in.ID.SameFile(out.ID) {
		return Outcome{}, errors.Join(ErrChanged, uncertain(err))
	}
	return out, nil
}

// copyToTemp makes the copy, or leaves nothing behind.
func (m Move) copyToTemp(ctx context.Context) (Outcome, error) {
	source, err := m.openSource()
	if err != nil {
		return Outcome{}, err
	}
	defer func() { _ = source.Close() }()
	return m.toTemp(func(f File) (Outcome, error) { return m.fill(ctx, f, source) })
}

// toTemp makes the temporary file in the target folder and lets fill fill it,
// or leaves nothing behind.
func (m Move) toTemp(fill func(File) (Outcome, error)) (out Outcome, err error) {
	temp := m.To.Beside(m.Temp)
	target, err := temp.Dir.Create(temp.Name)
	if err != nil {
		return Outcome{}, err
	}
	defer func() {
		err = errors.Join(err, target.Close())
		if err != nil {
			out, err = Outcome{}, errors.Join(err, temp.Dir.RemoveFile(temp.Name))
		}
	}()
	return fill(target)
}

func (m Move) writeText(ctx context.Context, f File, text string, mode fs.FileMode) (Outcome, error) {
	if _, err := io.WriteString(f, text); err != nil {
		return Outcome{}, err
	}
	if err := errors.Join(f.Chmod(mode.Perm()), f.Sync()); err != nil {
		return Outcome{}, err
	}
	written := sha256.Sum256([]byte(text))
	sum, err := readBack(ctx, f)
	if err == nil && sum != hex.EncodeToString(written[:]) {
		err = ErrCopyDiffers
	}
	if err != nil {
		return Outcome{}, err
	}
	made, err := f.Stat()
	return Outcome{ID: made.ID, Hash: sum}, err
}

func (m Move) openSource() (File, error) {
	source, err := m.From.Dir.Open(m.From.Name)
	if err != nil {
		return nil, err
	}
	in, err := source.Stat()
	switch {
	case err != nil:
	case in.ID != m.ID:
		err = ErrChanged
	case in.OnlineOnly:
		err = ErrOnlineOnly
	}
	if err != nil {
		return nil, errors.Join(err, source.Close())
	}
	return source, nil
}

// fill writes source to target with its mode and time of change, and reads it
// back.
func (m Move) fill(ctx context.Context, target, source File) (Outcome, error) {
	written := sha256.New()
	if err := copyUntil(ctx, io.MultiWriter(target, written), source); err != nil {
		return Outcome{}, err
	}
	in, err := source.Stat()
	if err != nil {
		return Outcome{}, err
	}
	if err := target.Chmod(in.Mode.Perm()); err != nil {
		return Outcome{}, err
	}
	if err := m.To.Dir.Restamp(m.Temp, time.Unix(0, m.ID.MtimeNS)); err != nil {
		return Outcome{}, err
	}
	if err := target.Sync(); err != nil {
		return Outcome{}, err
	}
	sum, err := readBack(ctx, target)
	if err != nil {
		return Outcome{}, err
	}
	if sum != hexSum(written) {
		return Outcome{}, ErrCopyDiffers
	}
	made, err := target.Stat()
	return Outcome{ID: made.ID, Hash: sum}, err
}

// publish gives a finished copy its name, if it is free. A file system that
// has neither a safe rename nor links gets no copy: nothing there could keep
// another program's file from being overwritten.
func publish(temp, to Place) error {
	err := temp.Dir.Rename(temp.Name, to.Dir, to.Name)
	if !unsupported(err) {
		return err
	}
	if err := temp.Dir.Link(temp.Name, to.Dir, to.Name); err != nil {
		return err
	}
	return uncertain(temp.Dir.RemoveFile(temp.Name))
}

// Hash gives the SHA-256 of the regular file at p, in hex.
func Hash(ctx context.Context, p Place) (string, error) {
	f, err := p.Dir.Open(p.Name)
	if err != nil {
		return "", err
	}
	defer func() { _ = f.Close() }()
	return HashOf(ctx, f)
}

// HashOf gives the SHA-256 of an open file, in hex.
func HashOf(ctx context.Context, f File) (string, error) { return readBack(ctx, f) }

func readBack(ctx context.Context, f File) (string, error) {
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return "", err
	}
	sum := sha256.New()
	err := copyUntil(ctx, sum, f)
	return hexSum(sum), err
}

func copyUntil(ctx context.Context, to io.Writer, from io.Reader) error {
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		if _, err := io.CopyN(to, from, copyChunk); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
	}
}

func hexSum(h hash.Hash) string { return hex.EncodeToString(h.Sum(nil)) }
