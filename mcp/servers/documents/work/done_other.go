//go:build !linux && !windows

package work

import "os"

// done does not know: the time on the clock counts.
func done(*os.Process) (int64, bool) { return 0, false }
