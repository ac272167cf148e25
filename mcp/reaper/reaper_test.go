//go:build unix

package reaper_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"github.com/deskhand/deskhand/mcp/reaper"
)

func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "reap" {
		os.Exit(reaper.Run(os.Args[2:], os.Stderr))
	}
	os.Exit(m.Run())
}

// reaped is a reaper process with a lifeline.
type reaped struct {
	*exec.Cmd
	life   *os.File
	stderr bytes.Buffer
}

func command(t *testing.T, args ...string) *reaped {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	theirs, ours, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = theirs.Close(), ours.Close() })
	m := &reaped{Cmd: exec.Command(self, append([]string{"reap"}, args...)...), life: ours}
	m.ExtraFiles = []*os.File{theirs}
	m.Stderr = &m.stderr
	return m
}

func code(err error) int {
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return exit.ExitCode()
	}
	return 0
}

func TestStreamsAndExitCodeArePassedOn(t *testing.T) {
	m := command(t, "--", "sh", "-c", "cat; echo oops >&2; exit 7")
	m.Stdin = strings.NewReader("through")
	out, err := m.Output()
	if string(out) != "through" || code(err) != 7 || m.stderr.String() != "oops\n" {
		t.Errorf("%q, %v, %q", out, err, &m.stderr)
	}
}

func TestASignalBecomesAnExitCode(t *testing.T) {
	if err := command(t, "sh", "-c", "kill -9 $$").Run(); code(err) != 137 {
		t.Errorf("got %v", err)
	}
}

func TestWhatCannotBeRunIsSaid(t *testing.T) {
	rows := []struct {
		what string
		args []string
		code int
		says string
	}{
		{"no command", []string{"--"}, 2, "no command"},
		{"no such program", []string{"--", "no-such-program-anywhere"}, 127, "no-such-program-anywhere"},
		{"a folder", []string{"--", os.TempDir()}, 127, os.TempDir()},
	}
	for _, row := range rows {
		t.Run(row.what, func(t *testing.T) {
			m := command(t, row.args...)
			if err := m.Run(); code(err) != row.code || !strings.Contains(m.stderr.String(), row.says) {
				t.Errorf("%v, %q", err, &m.stderr)
			}
		})
	}
}

// stubborn reports that it is up and ignores all signals. The shell's child holds the
// same stdout, so that the end of stdout is the end of both.
const stubborn = `trap "" TERM INT HUP; (trap "" TERM; while :; do sleep 60; done) & echo up; while :; do sleep 60; done`

func TestTheTreeEndsWithTheLifelineOrASignal(t *testing.T) {
	rows := []struct {
		what string
		end  func(*reaped) error
	}{
		{"the life-line breaks", func(m *reaped) error { return m.life.Close() }},
		{"the reaper is told to end", func(m *reaped) error { return m.Process.Signal(syscall.SIGTERM) }},
	}
	for _, row := range rows {
		t.Run(row.what, func(t *testing.T) {
			m := command(t, "--", "sh", "-c", stubborn)
			out, err := m.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := m.Start(); err != nil {
				t.Fatal(err)
			}
			var up string
			if _, err := fmt.Fscan(out, &up); err != nil {
				t.Fatal(err)
			}
			if err := row.end(m); err != nil {
				t.Fatal(err)
			}
			rest, err := io.ReadAll(out) // until nobody holds stdout any more
			if err != nil || strings.TrimSpace(string(rest)) != "" {
				t.Errorf("%q, %v", rest, err)
			}
			if err := m.Wait(); code(err) != 137 {
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestAChildThatStaysBehindEndsWithItsServer(t *testing.T) {
	m := command(t, "--", "sh", "-c", `(trap "" TERM; while :; do sleep 60; done) & exit 0`)
	out, err := m.Output() // until nobody holds stdout any more
	if err != nil || len(out) > 0 {
		t.Errorf("%q, %v", out, err)
	}
}
