package safefs

import (
	"runtime"
	"testing"
)

// notUnderWine skips a test of behaviour that Windows has and wine lacks.
func notUnderWine(t *testing.T, why string) {
	t.Helper()
	if runtime.GOOS == "windows" && underWine() {
		t.Skip("wine " + why)
	}
}
