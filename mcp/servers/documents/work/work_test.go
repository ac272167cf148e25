package work

import (
	"os"
	"os/exec"
	"runtime"
	"testing"
	"time"
)

// TestMain makes the test binary a process that works, or waits, forever.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 {
		switch os.Args[1] {
		case "works":
			for {
				runtime.Gosched()
			}
		case "waits":
			_, _ = os.Stdin.Read(make([]byte, 1))
			os.Exit(0)
		}
	}
	os.Exit(m.Run())
}

func TestAProcessThatWorksTooLongOrNotAtAllIsReported(t *testing.T) {
	for does, row := range map[string]struct{ most, idle time.Duration }{
		"works": {300 * time.Millisecond, time.Hour},
		"waits": {time.Hour, 300 * time.Millisecond},
	} {
		if does == "waits" && runtime.GOOS == "darwin" {
			continue
		}
		cmd := exec.Command(os.Args[0], does)
		in, err := cmd.StdinPipe()
		if err == nil {
			err = cmd.Start()
		}
		if err != nil {
			t.Fatal(err)
		}
		over := make(chan bool)
		stop := Limit(cmd.Process, row.most, row.idle, func() { close(over) })
		select {
		case <-over:
		case <-time.After(2 * time.Minute):
			t.Errorf("a process that %s forever is not reported", does)
		}
		stop()
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		_ = in.Close()
	}
}
