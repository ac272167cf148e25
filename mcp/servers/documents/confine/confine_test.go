package confine

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// TestMain makes the test binary a parser, or an engine, that a file has taken
// over.
func TestMain(m *testing.M) {
	if len(os.Args) == 3 {
		confined := map[string]func() bool{
			"parser": func() bool { return Parser(300 << 20) },
			"engine": func() bool { return Engine(os.Args[2]) },
		}[os.Args[1]]
		if confined != nil {
			fmt.Print(confined())
			tryAll(os.Args[2])
			os.Exit(0)
		}
	}
	os.Exit(m.Run())
}

// tryAll prints what can still be done.
func tryAll(folder string) {
	if data, err := os.ReadFile(filepath.Join(folder, "data")); err == nil {
		fmt.Print(" read its ", string(data))
	}
	if _, err := os.ReadFile("/etc/passwd"); err == nil {
		fmt.Print(" opened a file")
	}
	if _, err := os.ReadDir("/"); err == nil {
		fmt.Print(" listed a folder")
	}
	if err := os.WriteFile(filepath.Join(folder, "written"), nil, 0o600); err == nil {
		fmt.Print(" wrote a file")
	}
	if err := os.Remove(filepath.Join(folder, "data")); err == nil {
		fmt.Print(" removed a file")
	}
	for network, address := range map[string]string{"tcp": "127.0.0.1:1", "udp": "127.0.0.1:1", "unix": "/dev/log"} {
		if c, err := net.Dial(network, address); err == nil || !strings.Contains(err.Error(), "not permitted") {
			fmt.Print(" reached ", network, " ", c, " ", err)
		}
	}
	if _, err := os.StartProcess("/bin/true", []string{"true"}, &os.ProcAttr{}); err == nil {
		fmt.Print(" started a program")
	}
	done := make(chan bool)
	for range 20 { // threads and memory are as before
		go func() { runtime.LockOSThread(); _ = make([]byte, 1<<20); done <- true }()
	}
	for range 20 {
		<-done
	}
}

func TestAProcessThatWasTakenOverCanOpenNothing(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("this system has no such means for us")
	}
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "data"), []byte("data"), 0o600); err != nil {
		t.Fatal(err)
	}
	for as, want := range map[string]string{"parser": "true", "engine": "true read its data"} {
		out, err := exec.Command(os.Args[0], as, folder).CombinedOutput()
		if err != nil || string(out) != want {
			t.Errorf("a %s: %q, %v", as, out, err)
		}
	}
}
