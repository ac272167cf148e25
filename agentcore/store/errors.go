package store

import "errors"

// What can go wrong with a store.
var (
	// ErrLocked means that another process holds the file.
	ErrLocked = errors.New("the database is in use by another process")
	// ErrDamaged means that the file is damaged.
	ErrDamaged = errors.New("the database is damaged")
	// ErrNewer means that a newer version of the program wrote the file.
	ErrNewer = errors.New("the database was written by a newer version")
	// ErrClosed means that the store was closed.
	ErrClosed = errors.New("the database is closed")
	// ErrNotFound means that there is nothing under this name.
	ErrNotFound = errors.New("not found")
	// ErrExists means that the name is taken.
	ErrExists = errors.New("exists already")
	// ErrState means that a plan is not in the expected state: it was applied already.
	ErrState = errors.New("the plan is in another state")
)
