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

// Beside is another name in the same folder.
func (p Place) Beside(name string) Place { return Place{p.Dir, name} }

// Free says that nothing has the place's name.
func (p Place) Free() bool {
	_, err := p.Lstat()
	return errors.Is(err, fs.ErrNotExist)
}

// Move is one file on its way.
type Move struct {
	From, To Place
	// ID is the file that must be at From.
	ID Identity
	// Temp is a random name that nobody else knows. It may be used in both
	// folders while the move runs, and is gone after it.
	Temp string
	// Copied is told of a whole copy before it gets its name; an error stops
	// the move. It is called only if the file could not be renamed or linked.
	Copied func(Outcome) error
}

// Outcome is the file that was moved.
type Outcome struct {
	ID Identity
	// Hash is the SHA-256 of a file that was copied, in hex; else empty.
	Hash string
}

// Do makes the move or leaves the file where it is. It fails with ErrChanged,
// fs.ErrNotExist, fs.ErrExist or the system's error; with ErrUncertain it may
// have come half the way. ctx is looked at only while copying. It never infers success: the answer is what was found at the
// target.
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

// check says whether the planned file is at p, untouched.
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
	return Outcome{ID: in.ID}, nil
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
		return Outcome{}, errors.Join(ErrChanged, uncertain(m.unlinkTwin(in.ID)))
	}
	if err := m.To.Dir.Sync(); err != nil {
		return Outcome{}, uncertain(err)
	}
	return Outcome{ID: in.ID}, uncertain(m.retire())
}

// unlinkTwin takes back a link that was made to the wrong file, if that file
// still has its own name.
func (m Move) unlinkTwin(wrong Identity) error {
	if in, err := m.From.Lstat(); err != nil || !in.ID.SameFile(wrong) {
		return err
	}
	return m.To.Dir.RemoveFile(m.To.Name)
}

// Park sets a file aside under a random name in its folder. What somebody else
// put there in the last moment goes back.
func Park(p Place, id Identity, random string) error {
	if err := check(p, id); err != nil {
		return err
	}
	if err := p.Dir.Aside(p.Name, random); err != nil {
		return err
	}
	in, err := p.Dir.Lstat(random)
	if err != nil {
		return err
	}
	if in.ID != id {
		return errors.Join(ErrChanged, p.Dir.Rename(random, p.Dir, p.Name))
	}
	return nil
}

// Retire drops a name of a file that lives on elsewhere. It is parked first, so
// that what is removed is known.
func Retire(p Place, id Identity, random string) error {
	if err := Park(p, id, random); err != nil {
		return err
	}
	return p.Dir.RemoveFile(random)
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
	// At worst this replaces an empty folder that came to be just now.
	return temp.Dir.Aside(temp.Name, to.Name)
}
