//go:build !linux

package work

import "os"

// done tells nothing: the time on the clock counts.
func done(*os.Process) (int64, bool) { return 0, false }
