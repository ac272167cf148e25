package safefs

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
)

// filler writes a new file that has a name in the target folder.
type filler func(f File, name string) (Outcome, error)

// copy moves by a verified copy: write it under a temporary name in the target folder,
// sync, read it back, rename it if the target is free, and only then remove the original,
// if it is unchanged and nobody writes to it.
func (m Move) copy(ctx context.Context) (Outcome, error) {
	out, err := m.Copy(ctx)
	if err != nil {
		return Outcome{}, err
	}
	return out, uncertain(m.drop(Discard))
}

// drop removes the first name of a file that exists at the target, and syncs: after a
// power cut the name must not reappear.
func (m Move) drop(how func(Place, Identity, string) error) error {
	if err := how(m.From, m.ID, AsideName(m.Temp)); err != nil {
		return err
	}
	return m.From.Dir.Sync()
}

// Copy makes a verified copy at the target and leaves the original alone. Errors are as
// in Do.
func (m Move) Copy(ctx context.Context) (Outcome, error) {
	return m.make(m.fromSource(ctx), "")
}

// Write creates a file of text at the target, with mode. From and ID are not used.
func (m Move) Write(ctx context.Context, text string, mode fs.FileMode) (Outcome, error) {
	sum := sha256.Sum256([]byte(text))
	written := hex.EncodeToString(sum[:])
	return m.make(func(f File, _ string) (Outcome, error) { return writeText(ctx, f, text, mode, written) }, written)
}

// make creates a file at the target: under a temporary name that is then changed or,
// where no rename is safe, under its own name from the start. sum is the SHA-256 of its
// future contents, if known.
func (m Move) make(fill filler, sum string) (Outcome, error) {
	out, err := m.viaTemp(fill)
	if errors.Is(err, errNoPublish) {
		return m.inPlace(fill, sum)
	}
	return out, err
}

// errNoPublish means that a file system has neither a safe rename nor hard links.
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

// tellCopied reports a complete copy.
func (m Move) tellCopied(out Outcome) error {
	if m.Copied == nil {
		return nil
	}
	return m.Copied(out)
}

// shown checks that the complete copy is what has the name now.
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

// toTemp creates the temporary file in the target folder and fills it, or leaves nothing
// behind.
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

// inPlace creates the file under its own name. Exclusive creation shows that the name is
// free; the file's identity is recorded before anything is written to it, so that an
// unfinished file is known as such at any time. After a failure, recovery cleans up.
func (m Move) inPlace(fill filler, sum string) (Outcome, error) {
	if _, err := m.To.Lstat(); err == nil {
		return Outcome{}, fs.ErrExist // claim only a free name
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

// fromSource returns the filler that copies the original.
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

// fill copies source with all of its metadata to target, and reads it back.
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

// alone is a new file that is written only while nobody else writes to it.
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

// finished syncs a file and checks that reading it back gives what was written.
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

// publish gives a finished copy its name, if that is free.
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
