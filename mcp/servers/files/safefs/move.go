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

// Lstat looks at the place without following it.
func (p Place) Lstat() (Info, error) { return p.Dir.Lstat(p.Name) }

// Sibling is another name in the same folder.
func (p Place) Sibling(name string) Place { return Place{p.Dir, name} }

// Free reports whether nothing has the place's name.
func (p Place) Free() bool {
	_, err := p.Lstat()
	return errors.Is(err, fs.ErrNotExist)
}

// Move is one file on its way.
type Move struct {
	From, To Place
	// ID is the file that must be at From.
	ID Identity
	// Temp is a random name that nobody else knows. A copy may have it in the
	// target's folder while the move runs, and the original AsideName(Temp) in
	// its own; both are gone afterwards.
	Temp string
	// Copied is told of a whole copy before the original is dropped; an error
	// stops the move. It is called only if the file could not be renamed or
	// linked. It may be called twice; the second copy is the one.
	Copied func(Outcome) error
	// Claim is told what becomes of the name at To where a copy has to be made
	// under it; an error stops the move. It must survive a power cut.
	Claim func(Claim) error
}

// Claim is an unfinished file under its own name: one that is about to be made,
// if it is Wanted, or that has this ID. A zero one is none.
type Claim struct {
	Wanted bool     `json:"wanted,omitempty"`
	ID     Identity `json:"id"`
	// Sum is the SHA-256 of what it will hold, in hex, if that is known.
	Sum string `json:"sum,omitempty"`
}

// AsideName is the name under which a file is set aside in its folder by a move
// that may use temp.
func AsideName(temp string) string { return temp + "o" }

// Outcome is the file that was moved.
type Outcome struct {
	ID Identity
	// Hash is the SHA-256 of a file that was copied, in hex; else empty.
	Hash string
	// Born is when the file at the target was made, as of Info.
	Born int64
}

// Do makes the move or leaves the file where it is. It fails with ErrChanged,
// fs.ErrNotExist, fs.ErrExist or the system's error; with ErrUncertain it may
// have come half the way. ctx is looked at only while copying. It never infers
// success: the answer is what was found at the target.
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

// uncertain marks an error that came after the first change to the disk. It
// must not be taken for what the same error means before it.
func uncertain(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%w: %v", ErrUncertain, err)
}

// check reports whether the planned file is at p, untouched.
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

// confirm looks at what the rename brought. Another file than the planned one
// was put at the source in the last moment: it goes back.
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

// linkOrCopy moves where a rename could overwrite: a second link fails if the
// name is taken, and then the first name is dropped.
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

// unlinkWrong takes back a link that was made to the wrong file, if that file
// still has its own name.
func (m Move) unlinkWrong(wrong Identity) error {
	if in, err := m.From.Lstat(); err != nil || !in.ID.SameFile(wrong) {
		return err
	}
	return m.To.Dir.RemoveFile(m.To.Name)
}

// Park sets a file aside under a random name in its folder. What somebody else
// put there in the last moment goes back; if it cannot, it stays under the random
// name, and the error says ErrUncertain.
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

// giveName returns a file that stands under a random name another one, by a second
// link if need be.
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

// Release moves the file that stands under the random name at m.From to m.To, if
// that is free. It fails as Do does.
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

// Retire drops a name of a file that lives on under another one. It is parked
// first, so that what is removed is known.
func Retire(p Place, id Identity, random string) error {
	if err := Park(p, id, random); err != nil {
		return err
	}
	return p.Dir.RemoveFile(random)
}

// Discard drops the last name of a file whose contents live on in another one.
// It is parked first, and goes back if somebody has it open and may yet write to
// it: who opens it later does not find it.
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

// RemoveUnused removes a file that is id and whose name nobody else knows. It
// fails with ErrChanged if somebody has it open and may yet write to it.
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

// NameFolder returns a new, empty folder its name, if that is free.
func NameFolder(temp, to Place) error {
	err := temp.Dir.Rename(temp.Name, to.Dir, to.Name)
	if !unsupported(err) {
		return err
	}
	if !to.Free() {
		return fs.ErrExist
	}
	// At worst this replaces an empty folder that came to be just now.
	return temp.Dir.Aside(temp.Name, to.Name)
}
