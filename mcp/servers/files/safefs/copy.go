package safefs

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
)

// filler fills a new file that has a name in the target folder.
type filler func(f File, name string) (Outcome, error)

// copy moves by a checked copy: written under a temporary name in the target
// folder, synced, read back, given its name if that is free, and only then is
// the original, if it is still the same and nobody writes to it, removed.
func (m Move) copy(ctx context.Context) (Outcome, error) {
	out, err := m.Copy(ctx)
	if err != nil {
		return Outcome{}, err
	}
	return out, uncertain(m.drop(Discard))
}

// drop drops the first name of a file that lives on at the target, for good:
// after a power cut it must not be there again.
func (m Move) drop(how func(Place, Identity, string) error) error {
	if err := how(m.From, m.ID, AsideName(m.Temp)); err != nil {
		return err
	}
	return m.From.Dir.Sync()
}

// Copy makes a checked copy at the target and leaves the original alone. It
// fails as Do does.
func (m Move) Copy(ctx context.Context) (Outcome, error) {
	return m.make(m.fromSource(ctx), "")
}

// Write makes a new file of text at the target; From and ID are not used. The
// file gets mode.
func (m Move) Write(ctx context.Context, text string, mode fs.FileMode) (Outcome, error) {
	sum := sha256.Sum256([]byte(text))
	written := hex.EncodeToString(sum[:])
	return m.make(func(f File, _ string) (Outcome, error) { return writeText(ctx, f, text, mode, written) }, written)
}

// make makes a new file at the target: under a temporary name, which is then
// changed; or, where no name can be changed safely, under its own from the start.
// sum is the SHA-256 of what it will hold, if that is known.
func (m Move) make(fill filler, sum string) (Outcome, error) {
	out, err := m.viaTemp(fill)
	if errors.Is(err, errNoPublish) {
		return m.inPlace(fill, sum)
	}
	return out, err
}

// errNoPublish says that a file system has neither a safe rename nor links.
var errNoPublish = errors.New("a file cannot get a name here without the danger of replacing another")

func (m Move) viaTemp(fill filler) (Outcome, error) {
	out, err := m.toTemp(fill)
	if err != nil {
		return Outcome{}, err
	}
	temp := m.To.Sibling(m.Temp)
	if err = m.tellCopied(out); err == nil {
		err = publish(temp, m.To)
	}
	if err != nil {
		return Outcome{}, errors.Join(err, temp.Dir.RemoveFile(temp.Name))
	}
	return m.shown(out)
}

// tellCopied says that a whole copy is there.
func (m Move) tellCopied(out Outcome) error {
	if m.Copied == nil {
		return nil
	}
	return m.Copied(out)
}

// shown makes sure that a whole copy is what has the name now.
func (m Move) shown(out Outcome) (Outcome, error) {
	if err := m.To.Dir.Sync(); err != nil {
		return Outcome{}, uncertain(err)
	}
	in, err := m.To.Lstat()
	if err != nil || !in.ID.SameFile(out.ID) {
		return Outcome{}, errors.Join(ErrChanged, uncertain(err))
	}
	return out, nil
}

// toTemp makes the temporary file in the target folder and lets fill fill it,
// or leaves nothing behind.
func (m Move) toTemp(fill filler) (out Outcome, err error) {
	temp := m.To.Sibling(m.Temp)
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
	return fill(target, temp.Name)
}

// inPlace makes the new file under its own name. That the name is free is what
// making it there says; which file it is is written down before anything is
// written to it, so that it is known as unfinished at any moment. If it fails, it
// leaves that to a recovery.
func (m Move) inPlace(fill filler, sum string) (Outcome, error) {
	if _, err := m.To.Lstat(); err == nil {
		return Outcome{}, fs.ErrExist // nothing is claimed that is not free
	}
	if err := m.tellClaim(Claim{Wanted: true, Sum: sum}); err != nil {
		return Outcome{}, err
	}
	f, err := m.To.Dir.Create(m.To.Name)
	if err != nil {
		return Outcome{}, errors.Join(err, m.tellClaim(Claim{}))
	}
	in, err := f.Stat()
	if err == nil {
		err = m.tellClaim(Claim{ID: in.ID, Sum: sum})
	}
	var out Outcome
	if err == nil {
		out, err = fill(f, m.To.Name)
	}
	err = errors.Join(err, f.Close())
	if err == nil {
		err = m.tellCopied(out)
	}
	if err != nil {
		return Outcome{}, uncertain(err)
	}
	return m.shown(out)
}

func (m Move) tellClaim(c Claim) error {
	if m.Claim == nil {
		return nil
	}
	return m.Claim(c)
}

// fromSource returns the filler that makes a copy of the original.
func (m Move) fromSource(ctx context.Context) filler {
	return func(target File, name string) (Outcome, error) {
		source, err := m.openSource()
		if err != nil {
			return Outcome{}, err
		}
		defer func() { _ = source.Close() }()
		out, err := m.fill(ctx, target, name, source)
		if err == nil {
			err = check(m.From, m.ID)
		}
		return out, err
	}
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
	case in.Sparse:
		err = ErrSparse
	}
	if err != nil {
		return nil, errors.Join(err, source.Close())
	}
	return source, nil
}

// fill writes source to target with all that belongs to it, and reads it back.
func (m Move) fill(ctx context.Context, target File, name string, source File) (Outcome, error) {
	written := sha256.New()
	if err := copyUntil(ctx, io.MultiWriter(&alone{File: target}, written), source); err != nil {
		return Outcome{}, err
	}
	in, err := source.Stat()
	if err != nil {
		return Outcome{}, err
	}
	if err := target.Adopt(source); err != nil {
		return Outcome{}, err
	}
	if err := target.Chmod(in.Mode.Perm()); err != nil {
		return Outcome{}, err
	}
	if err := m.To.Dir.Restamp(name, in.Mtime); err != nil {
		return Outcome{}, err
	}
	return finished(ctx, target, hexSum(written))
}

// alone is a new file that is written to as long as nobody else does.
type alone struct {
	File
	size int64
}

func (a *alone) Write(p []byte) (int, error) {
	if in, err := a.Stat(); err != nil || in.ID.Size != a.size {
		return 0, errors.Join(ErrChanged, err)
	}
	n, err := a.File.Write(p)
	a.size += int64(n)
	return n, err
}

func writeText(ctx context.Context, f File, text string, mode fs.FileMode, sum string) (Outcome, error) {
	if _, err := io.WriteString(f, text); err != nil {
		return Outcome{}, err
	}
	if err := f.Chmod(mode.Perm()); err != nil {
		return Outcome{}, err
	}
	return finished(ctx, f, sum)
}

// finished syncs a file and makes sure that what can be read back is what was
// written.
func finished(ctx context.Context, f File, written string) (Outcome, error) {
	if err := f.Sync(); err != nil {
		return Outcome{}, err
	}
	sum, err := HashOf(ctx, f)
	if err == nil && sum != written {
		err = ErrCopyDiffers
	}
	if err != nil {
		return Outcome{}, err
	}
	made, err := f.Stat()
	return Outcome{ID: made.ID, Hash: sum, Born: made.Born}, err
}

// publish returns a finished copy its name, if it is free.
func publish(temp, to Place) error {
	err := temp.Dir.Rename(temp.Name, to.Dir, to.Name)
	if !unsupported(err) {
		return err
	}
	err = temp.Dir.Link(temp.Name, to.Dir, to.Name)
	if noLinks(err) {
		return errNoPublish
	}
	if err != nil {
		return err
	}
	return uncertain(temp.Dir.RemoveFile(temp.Name))
}
