package mover

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// swapSeconds is how long the racing test races.
var swapSeconds = flag.Float64("swap.seconds", 1, "how many seconds a folder is swapped for a link while files are moved")

// swapper exchanges a folder for a link, again and again, until stop is closed. In the
// end the folder is back.
func swapper(folder, link string, stop <-chan struct{}) (swaps int, err error) {
	exchange := func() error {
		return unix.Renameat2(unix.AT_FDCWD, folder, unix.AT_FDCWD, link, unix.RENAME_EXCHANGE)
	}
	for {
		select {
		case <-stop:
			if swaps%2 == 1 {
				err = exchange()
			}
			return swaps, err
		default:
		}
		if err := exchange(); err != nil {
			return swaps, err
		}
		swaps++
	}
}

// TestAFolderThatKeepsBeingSwappedForALinkLeadsNowhere has another thread swap a folder
// and a link to the canary's tree as fast as it can, while batches and undos go through
// that folder.
func TestAFolderThatKeepsBeingSwappedForALinkLeadsNowhere(t *testing.T) {
	w := newWorld(t, t.TempDir(), "sub/a.txt", "sub/b.txt", "c.txt")
	w.write(t, filepath.Join(w.canary, "a.txt"), "the canary's own")
	w.write(t, filepath.Join(w.canary, "out", "b.txt"), "the canary's own too")
	canary, sums := snapshot(t, w.canary), contents(t, w.root)
	must(t, os.Symlink(w.canary, filepath.Join(w.root, "link")))

	stop, ended := make(chan struct{}), make(chan error, 1)
	swaps := 0
	go func() {
		var err error
		swaps, err = swapper(w.path("sub"), w.path("link"), stop)
		ended <- err
	}()
	m := w.mover(t)
	moved, refused := 0, 0
	for end := time.Now().Add(time.Duration(*swapSeconds * float64(time.Second))); time.Now().Before(end); {
		// Each may be refused, or be made in the folder as it is.
		report, err := batch(t.Context(), m, w.scope(), w.requests(
			"sub/a.txt", "a.txt", "a.txt", "sub/a.txt", "sub/b.txt", "sub/out/b.txt", "sub/out/b.txt", "sub/b.txt", "c.txt", "sub/c.txt", "sub/c.txt", "c.txt",
		), "")
		if err != nil || report.Receipt.Moved == 0 {
			refused++
			continue
		}
		moved += report.Receipt.Moved
		_, _ = m.Undo(t.Context(), w.scope(), report.Receipt.Batch, "", nil)
	}
	close(stop)
	must(t, errors.Join(<-ended, m.Close()))
	m = w.mover(t) // the next start ends what was interrupted
	must(t, errors.Join(m.Recover(t.Context(), w.scope()), m.Close()))
	must(t, os.Remove(w.path("link")))
	when := fmt.Sprintf("after %d swaps, %d moves and %d refusals", swaps, moved, refused)
	t.Log(when)
	sameWorld(t, snapshot(t, w.canary), canary, when+" outside")
	keptAll(t, contents(t, w.root), sums, when)
	noTemps(t, w.root, when)
	if swaps < 100 || moved == 0 || refused == 0 {
		t.Errorf("nothing raced: %s", when)
	}
}
