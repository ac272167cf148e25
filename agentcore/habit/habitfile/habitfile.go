package habitfile

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"sync"
	"time"

	"github.com/deskhand/deskhand/agentcore/habit"
	"github.com/deskhand/deskhand/agentcore/regular"
)

// version is that of the file's form.
const version = 1

// Most is how many habits are kept: the oldest ones beyond it are forgotten.
const Most = 2000

// maxBytes is how large the file may be.
const maxBytes = 8 << 20

// ErrNone means that there is no such habit.
var ErrNone = errors.New("there is no such habit")

// File is the habits that are kept.
type File struct {
	path string
	now  func() time.Time

	mu   sync.Mutex
	list []habit.Habit
	// damaged is where a file lies that could not be read.
	damaged string
}

// form is the file.
type form struct {
	Version int           `json:"version"`
	Habits  []habit.Habit `json:"habits"`
}

// Open reads the habits at path. A file that cannot be read is put out of the way,
// and Damaged tells of it: no start fails for it.
func Open(path string, now func() time.Time) *File {
	f := &File{path: path, now: now}
	list, err := read(path)
	switch {
	case err == nil:
		f.list = list
	case !errors.Is(err, fs.ErrNotExist):
		f.damaged = path
		if to := path + ".damaged-" + now().Format("20060102-150405"); !exists(to) && os.Rename(path, to) == nil {
			f.damaged = to
		}
	}
	return f
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

func read(path string) ([]habit.Habit, error) {
	if info, err := os.Stat(path); err == nil && info.Size() > maxBytes {
		return nil, errors.New("it is too large")
	}
	raw, err := regular.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var was form
	if err := json.Unmarshal(raw, &was); err != nil {
		return nil, err
	}
	if was.Version != version {
		return nil, fmt.Errorf("version %d", was.Version)
	}
	return slices.DeleteFunc(was.Habits, func(h habit.Habit) bool { return h.Check() != nil }), nil
}

// Damaged is where the file lies that could not be read when it was opened; empty:
// it could.
func (f *File) Damaged() string { return f.damaged }

// Index finds the habits by their senders, as they are now.
func (f *File) Index() *habit.Index {
	f.mu.Lock()
	defer f.mu.Unlock()
	return habit.NewIndex(f.list)
}

// List are the habits in force, the newest first.
func (f *File) List() []habit.Habit {
	f.mu.Lock()
	defer f.mu.Unlock()
	return habit.InForce(f.list)
}

// Learn keeps what the approval of a batch teaches.
func (f *File) Learn(batch string, corrections []habit.Habit) error {
	learned := habit.Learned(batch, f.now().UTC().Truncate(time.Second), corrections)
	if len(learned) == 0 {
		return nil
	}
	return f.change(func(list []habit.Habit) ([]habit.Habit, error) {
		list = append(list, learned...)
		return list[max(0, len(list)-Most):], nil
	})
}

// Forget forgets what a batch taught.
func (f *File) Forget(batch string) error {
	return f.change(func(list []habit.Habit) ([]habit.Habit, error) {
		return slices.DeleteFunc(list, func(h habit.Habit) bool { return h.Batch == batch }), nil
	})
}

// Remove forgets a habit, and those that it took the place of. It fails with ErrNone.
func (f *File) Remove(id string) error {
	return f.change(func(list []habit.Habit) ([]habit.Habit, error) {
		left := habit.Without(list, id)
		if len(left) == len(list) {
			return nil, ErrNone
		}
		return left, nil
	})
}

// Edit changes what a habit says. It fails with ErrNone, or as habit.Check does.
func (f *File) Edit(id, is string) error {
	return f.change(func(list []habit.Habit) ([]habit.Habit, error) {
		i := slices.IndexFunc(list, func(h habit.Habit) bool { return h.ID == id })
		if i < 0 {
			return nil, ErrNone
		}
		list[i].Is = is
		return list, list[i].Check()
	})
}

// change writes another list, and keeps the one that is there where that fails.
func (f *File) change(to func([]habit.Habit) ([]habit.Habit, error)) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	list, err := to(slices.Clone(f.list))
	if err != nil || len(list) == len(f.list) && slices.EqualFunc(list, f.list, equal) {
		return err
	}
	raw, err := json.MarshalIndent(form{version, list}, "", " ")
	if err == nil {
		err = regular.WriteWhole(f.path, append(raw, '\n'))
	}
	if err != nil {
		return fmt.Errorf("keep the habits: %w", err)
	}
	f.list = list
	return nil
}

func equal(a, b habit.Habit) bool { return a.ID == b.ID && a.Is == b.Is }
