package safefs

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
)

// Place is a name in an open folder.
type Place struct {
	Dir  Dir
	Name string
}

// Lstat returns the Info of the place without following a link.
func (p Place) Lstat() (Info, error) { return p.Dir.Lstat(p.Name) }

// Sibling returns another name in the same folder.
func (p Place) Sibling(name string) Place { return Place{p.Dir, name} }

// Free reports whether the place's name is free.
func (p Place) Free() bool {
	_, err := p.Lstat()
	return errors.Is(err, fs.ErrNotExist)
}

// Move is the move of one file.
type Move struct {
	From, To Place
	// ID is the file that must be at From.
	ID Identity
	// Temp is a random name that nobody else knows. During the move, a copy may have it
	// in the target folder, and the original may have AsideName(Temp) in its own;
	// afterwards neither exists.
	Temp string
	// Copied is called with a complete copy before the original is removed; an error
	// stops the move. It is called only if the file could be neither renamed nor linked,
	// and may be called twice, for a second copy that replaces the first.
	Copied func(Outcome) error
	// Claim is called when a copy has to be made under the target's own name; an error
	// stops the move. What it records must survive a power cut.
	Claim func(Claim) error
}

// Claim is an unfinished file under its own name: about to be created if Wanted, else the
// one with this ID. The zero value is no claim.
type Claim struct {
	Wanted bool     `json:"wanted,omitempty"`
	ID     Identity `json:"id"`
	// Sum is the SHA-256 of its future contents, in hex, if known.
	Sum string `json:"sum,omitempty"`
}

// AsideName returns the name under which a move that may use temp sets a file aside in
// its folder.
func AsideName(temp string) string { return temp + "o" }

// Outcome is the moved file.
type Outcome struct {
	ID Identity
	// Hash is the SHA-256 of a copied file, in hex; else empty.
	Hash string
	// Born is the creation time of the file at the target, as in Info.
	Born int64
}

// Do moves the file or leaves it where it is. It fails with ErrChanged, fs.ErrNotExist,
// fs.ErrExist or the system's error; after ErrUncertain the move may be half done. ctx is
// checked only while copying. Success is never inferred: the outcome is what was found at
// the target.
func (m Move) Do(ctx context.Context) (Outcome, error) {
	if err := check(m.From, m.ID); err != nil {
		return Outcome{}, err
	}
	err := m.From.Dir.Rename(m.From.Name, m.To.Dir, m.To.Name)
	switch {
	case err == nil:
		return m.confirm()
	case otherDevice(err):
		return m.copy(ctx)
	case unsupported(err):
		return m.linkOrCopy(ctx)
	}
	return Outcome{}, err
}

// uncertain marks an error that came after the first change to the disk, which must not
// be taken for the same error before it.
func uncertain(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%w: %v", ErrUncertain, err)
}

// check reports whether the planned file is at p, unchanged.
func check(p Place, id Identity) error {
	in, err := p.Lstat()
	switch {
	case err != nil:
		return err
	case !in.Mode.IsRegular():
		return ErrNotRegular
	case in.ID != id:
		return ErrChanged
	}
	return nil
}

// confirm checks what was renamed. A different file, swapped in at the last moment, is
// moved back.
func (m Move) confirm() (Outcome, error) {
	in, err := m.To.Lstat()
	if err != nil {
		return Outcome{}, uncertain(err)
	}
	if !in.ID.SameFile(m.ID) {
		back := m.To.Dir.Rename(m.To.Name, m.From.Dir, m.From.Name)
		return Outcome{}, errors.Join(ErrChanged, uncertain(back))
	}
	return Outcome{ID: in.ID, Born: in.Born}, nil
}

// linkOrCopy moves where a rename could overwrite: a hard link fails if the name is
// taken; then the first name is removed.
func (m Move) linkOrCopy(ctx context.Context) (Outcome, error) {
	err := m.From.Dir.Link(m.From.Name, m.To.Dir, m.To.Name)
	if noLinks(err) {
		return m.copy(ctx)
	}
	if err != nil {
		return Outcome{}, err
	}
	in, err := m.To.Lstat()
	if err != nil {
		return Outcome{}, uncertain(err)
	}
	if !in.ID.SameFile(m.ID) {
		return Outcome{}, errors.Join(ErrChanged, uncertain(m.unlinkWrong(in.ID)))
	}
	if err := m.To.Dir.Sync(); err != nil {
		return Outcome{}, uncertain(err)
	}
	return Outcome{ID: in.ID, Born: in.Born}, uncertain(m.drop(Retire))
}

// unlinkWrong removes a link that was made to the wrong file, if that file still has its
// own name.
func (m Move) unlinkWrong(wrong Identity) error {
	if in, err := m.From.Lstat(); err != nil || !in.ID.SameFile(wrong) {
		return err
	}
	return m.To.Dir.RemoveFile(m.To.Name)
}

// Park sets a file aside under a random name in its folder. A different file, swapped in
// at the last moment, is moved back; if it cannot be, it keeps the random name and the
// error is ErrUncertain.
func Park(p Place, id Identity, random string) error {
	if err := check(p, id); err != nil {
		return err
	}
	if err := p.Dir.Aside(p.Name, random); err != nil {
		return err
	}
	in, err := p.Dir.Lstat(random)
	if err != nil {
		return uncertain(err)
	}
	if in.ID != id {
		return errors.Join(ErrChanged, uncertain(giveName(p.Sibling(random), p)))
	}
	return nil
}

// giveName renames a file from a random name to another, by a hard link if necessary.
func giveName(from, to Place) error {
	err := from.Dir.Rename(from.Name, to.Dir, to.Name)
	if !unsupported(err) {
		return err
	}
	if err := from.Dir.Link(from.Name, to.Dir, to.Name); err != nil {
		return err
	}
	if err := to.Dir.Sync(); err != nil {
		return err
	}
	return from.Dir.RemoveFile(from.Name)
}

// Release moves the file under the random name at m.From to m.To, if that is free. Errors
// are as in Do.
func (m Move) Release(ctx context.Context) error {
	err := giveName(m.From, m.To)
	if !otherDevice(err) && !noLinks(err) {
		return err
	}
	if _, err := m.Copy(ctx); err != nil {
		return err
	}
	return uncertain(RemoveUnused(m.From, m.ID))
}

// Retire removes a name of a file that has another one. It parks the file first, so that
// it is certain which file is removed.
func Retire(p Place, id Identity, random string) error {
	if err := Park(p, id, random); err != nil {
		return err
	}
	return p.Dir.RemoveFile(random)
}

// Discard removes the last name of a file whose contents exist in another one. It parks
// the file first, so that nobody can open it any more, and moves it back if somebody has
// it open and may write to it.
func Discard(p Place, id Identity, random string) error {
	if err := Park(p, id, random); err != nil {
		return err
	}
	err := RemoveUnused(p.Sibling(random), id)
	if errors.Is(err, ErrChanged) {
		err = errors.Join(err, uncertain(giveName(p.Sibling(random), p)))
	}
	return err
}

// RemoveUnused removes the file id, whose name nobody else knows. It fails with
// ErrChanged if somebody has it open and may write to it.
func RemoveUnused(p Place, id Identity) error {
	f, err := p.Dir.Open(p.Name)
	if err != nil {
		return err
	}
	writing := f.BeingWritten()
	if err := errors.Join(f.Close(), check(p, id)); err != nil {
		return err
	}
	if writing {
		return ErrChanged
	}
	return p.Dir.RemoveFile(p.Name)
}

// NameFolder gives a new, empty folder its name, if that is free.
func NameFolder(temp, to Place) error {
	err := temp.Dir.Rename(temp.Name, to.Dir, to.Name)
	if !unsupported(err) {
		return err
	}
	if !to.Free() {
		return fs.ErrExist
	}
	// At worst this replaces an empty folder created this moment.
	return temp.Dir.Aside(temp.Name, to.Name)
}
