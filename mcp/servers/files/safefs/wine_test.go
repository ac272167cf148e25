package safefs

import (
	"runtime"
	"testing"
)

// notUnderWine skips a test that asks for what Windows does and wine does not.
func notUnderWine(t *testing.T, why string) {
	t.Helper()
	if runtime.GOOS == "windows" && underWine() {
		t.Skip("wine " + why)
	}
}
