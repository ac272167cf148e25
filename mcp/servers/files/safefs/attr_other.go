//go:build unix && !linux && !darwin

package safefs

import "os"

// adopt leaves a copy to the person who makes it.
func adopt(_, _ *os.File) error { return nil }
