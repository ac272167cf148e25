//go:build unix

package mover

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/deskhand/deskhand/mcp/servers/files/safefs"
	"github.com/deskhand/deskhand/mcp/servers/files/safefs/safefstest"
	"github.com/deskhand/deskhand/mcp/servers/roots"
)

// With these set, the test binary is a program that works on the world in envBase, and
// kills itself before disk call envAt.
const (
	envBase = "MOVER_CRASH_BASE"
	envWork = "MOVER_CRASH_WORK"
	envAt   = "MOVER_CRASH_AT"
	envDisk = "MOVER_CRASH_DISK"
)

func TestMain(m *testing.M) {
	if os.Getenv(envBase) == "" {
		os.Exit(m.Run())
	}
	if err := victim(os.Getenv(envBase), os.Getenv(envWork), os.Getenv(envAt)); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// victim does the work that is to be killed. Its syncs are real.
func victim(base, work, at string) error {
	last, err := strconv.Atoi(at)
	if err != nil {
		return err
	}
	calls := 0
	kind := disks[os.Getenv(envDisk)]
	disk := &safefstest.Trap{Inner: safefs.Disk{}, Before: func(c safefstest.Call) error {
		if calls++; last >= 0 && calls > last {
			return syscall.Kill(os.Getpid(), syscall.SIGKILL)
		}
		return kind(c)
	}}
	w := &world{root: filepath.Join(base, "root"), journals: filepath.Join(base, "journals"), bin: filepath.Join(base, "Trash"), trap: disk}
	m, err := New(Config{JournalDir: w.journals, TrashDir: w.bin, FS: disk})
	if err != nil {
		return err
	}
	for {
		if work != "batch" {
			if err := recoverAll(m, w.scope()); err != nil {
				return err
			}
		}
		if work == "recover" {
			return m.Close()
		}
		_, err := batch(context.Background(), m, w.scope(), crowd(w), "")
		if work == "batch" || err != nil {
			return errors.Join(err, m.Close())
		}
	}
}

// recoverAll recovers, and undoes every batch.
func recoverAll(m *Mover, scope roots.Scope) error {
	if err := m.Recover(context.Background(), scope); err != nil {
		return err
	}
	for range 100 {
		if _, err := m.Undo(context.Background(), scope, "", "", nil); errors.Is(err, ErrNothing) {
			return nil
		} else if err != nil {
			return err
		}
	}
	return errors.New("there is always something left to undo")
}

// toll counts the losses.
type toll struct {
	t                               *testing.T
	disk                            string
	kills, lost, overwritten, temps int
}

func (c *toll) String() string {
	return fmt.Sprintf("kills %d, bytes lost %d, overwrites %d, temps left %d", c.kills, c.lost, c.overwritten, c.temps)
}

// run starts a victim and reports whether it was killed: by itself before call at, or by
// us after a while.
func (c *toll) run(base, work string, at int, after time.Duration) (killed bool) {
	c.t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), envBase+"="+base, envWork+"="+work, envAt+"="+strconv.Itoa(at), envDisk+"="+c.disk)
	var said strings.Builder
	cmd.Stderr = &said
	must(c.t, cmd.Start())
	if after > 0 {
		timer := time.AfterFunc(after, func() { _ = cmd.Process.Kill() })
		defer timer.Stop()
	}
	err := cmd.Wait()
	status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus)
	if killed = ok && status.Signaled() && status.Signal() == syscall.SIGKILL; killed {
		c.kills++
	} else if err != nil {
		c.t.Fatalf("the %s in front of call %d: %v: %s", work, at, err, said.String())
	}
	return killed
}

// audit compares a world with what it was: each file must exist, and those in no move
// must be untouched.
func (c *toll) audit(w *world, before map[string]string) {
	c.t.Helper()
	now := snapshot(c.t, w.root)
	there := map[string]int{}
	for _, what := range now {
		there[what]++
	}
	for name, what := range before {
		if there[what]--; there[what] < 0 && strings.Contains(what, `"`) {
			c.lost += len(name) // a world's files hold their names
			c.t.Errorf("%s is lost", name)
		}
	}
	for _, name := range []string{"taken.pdf", "other.txt"} {
		if now[name] != before[name] {
			c.overwritten++
			c.t.Errorf("%s was overwritten", name)
		}
	}
}

// recoverHere recovers in this process and checks the result.
func (c *toll) recoverHere(w *world, before map[string]string) {
	c.t.Helper()
	m := w.mover(c.t)
	must(c.t, m.Recover(context.Background(), w.scope()))
	for name := range snapshot(c.t, w.root) {
		if strings.HasPrefix(filepath.Base(name), ".deskhand-") {
			c.temps++
			c.t.Errorf("the temporary %s is left", name)
		}
	}
	c.audit(w, before)
	must(c.t, errors.Join(recoverAll(m, w.scope()), m.Close()))
	sameWorld(c.t, snapshot(c.t, w.root), before, "after the recovery")
}

// TestCrash kills real processes: before each disk call of a batch of twelve moves, then
// before the first, the second … call of recovery after recovery, and at random moments.
// On uncommon disks fewer calls are tried. The short version leaves most out.
func TestCrash(t *testing.T) {
	for _, disk := range slices.Sorted(maps.Keys(disks)) {
		t.Run(disk, func(t *testing.T) {
			c := &toll{t: t, disk: disk}
			step, kills := 41, 5
			if disk == "a disk that renames" {
				step, kills = 23, 20
			}
			switch {
			case *crashKills == 0:
			case disk == "a disk that renames":
				step, kills = 1, *crashKills
			default:
				step, kills = 7, *crashKills/10
			}
			c.everywhere(quickDir(t), step)
			c.anytime(quickDir(t), kills)
			t.Log(c)
		})
	}
}

func (c *toll) everywhere(base string, step int) {
	c.t.Helper()
	for n, killed := 0, true; killed; n += step {
		w := newWorld(c.t, sub(c.t, base, n), crowdNames...)
		before := snapshot(c.t, w.root)
		killed = c.run(filepath.Dir(w.root), "batch", n, 0)
		c.audit(w, before)
		for k := 0; c.run(filepath.Dir(w.root), "recover", k, 0); k += step {
			c.audit(w, before)
		}
		c.recoverHere(w, before)
		must(c.t, os.RemoveAll(filepath.Dir(w.root)))
	}
}

func (c *toll) anytime(base string, kills int) {
	c.t.Helper()
	const together = 20 // kills in one world
	for first := 0; first < kills; first += together {
		w := newWorld(c.t, sub(c.t, base, first), crowdNames...)
		before := snapshot(c.t, w.root)
		for range min(together, kills-first) {
			wait := time.Duration(2000+rand.IntN(30_000)) * time.Microsecond
			if !c.run(filepath.Dir(w.root), "loop", -1, wait) {
				c.t.Fatal("the victim ended by itself")
			}
			c.audit(w, before)
		}
		c.recoverHere(w, before)
		must(c.t, os.RemoveAll(filepath.Dir(w.root)))
	}
}
