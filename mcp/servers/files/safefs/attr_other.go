//go:build unix && !linux && !darwin

package safefs

import "os"

// adopt does nothing: a copy belongs to the user who makes it.
func adopt(_, _ *os.File) error { return nil }
