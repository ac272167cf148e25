package confine

import (
	"os"
	"os/exec"
	"testing"

	"golang.org/x/sys/windows"
)

// child makes the test's own program a confined process.
const child = "DESKHAND_CONFINED"

func TestAConfinedProcessStartsNoOtherAndTakesNoMoreMemory(t *testing.T) {
	if windows.NewLazySystemDLL("ntdll.dll").NewProc("wine_get_version").Find() == nil {
		t.Skip("wine holds no process to the limits of a job")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	switch os.Getenv(child) {
	case "":
		for _, what := range []string{"start", "memory"} {
			c := exec.Command(self, "-test.run", t.Name())
			c.Env = append(os.Environ(), child+"="+what)
			if out, err := c.CombinedOutput(); err == nil {
				t.Errorf("%s: it did: %s", what, out)
			}
		}
	case "start":
		Parser(256 << 20)
		if exec.Command(self, "-test.run", "^$").Run() != nil {
			os.Exit(1)
		}
	case "memory":
		Parser(64 << 20)
		held := make([]byte, 512<<20)
		for i := 0; i < len(held); i += 4096 {
			held[i] = 1
		}
	}
}
