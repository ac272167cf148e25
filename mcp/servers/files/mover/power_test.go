package mover

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/deskhand/deskhand/mcp/servers/files/journal"
	"github.com/deskhand/deskhand/mcp/servers/files/safefs/safefstest"
	"github.com/deskhand/deskhand/mcp/servers/roots"
)

// unplugged is a world on a disk that forgets what was not synced.
type unplugged struct {
	*world
	disk *safefstest.Forgetful
}

// newUnplugged creates the folders on the real disk too, which is asked what a root is.
func newUnplugged(t testing.TB, base string, names ...string) *unplugged {
	t.Helper()
	w := newWorld(t, base)
	must(t, os.MkdirAll(w.journals, 0o700))
	disk := safefstest.NewForgetful(w.root, w.journals, w.bin)
	for _, name := range names {
		disk.Put(w.root, name, "contents of "+name)
	}
	w.trap.Inner, w.trap.NoSync = disk, false
	return &unplugged{w, disk}
}

func (u *unplugged) lost(before map[string]string) []string {
	have := map[string]int{}
	for _, text := range u.disk.Files(u.root) {
		have[text]++
	}
	var lost []string
	for name, text := range before {
		if have[text]--; have[text] < 0 {
			lost = append(lost, name)
		}
	}
	return lost
}

// rollBackAll recovers and undoes everything, as the next start does.
func (u *unplugged) rollBackAll(t *testing.T) error {
	m := u.mover(t)
	return errors.Join(recoverEverything(m, u.scope()), m.Close())
}

func recoverEverything(m *Mover, scope roots.Scope) error {
	if err := m.Recover(context.Background(), scope); err != nil {
		return err
	}
	for range 5 {
		_, err := m.Undo(context.Background(), scope, "", "", nil)
		if errors.Is(err, ErrNothing) || errors.Is(err, journal.ErrUnknown) {
			return nil
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// TestAPowerCutAtAnyCallLosesNothing cuts the power before every disk call: what was not
// synced is lost, entirely or in any part.
func TestAPowerCutAtAnyCallLosesNothing(t *testing.T) {
	for _, name := range slices.Sorted(maps.Keys(disks)) {
		for _, forgets := range []string{"everything", "some of it", "other parts of it"} {
			t.Run(name+" forgets "+forgets, func(t *testing.T) {
				t.Parallel()
				base := quickDir(t)
				for n, alive := 0, false; !alive; n += stride(name) {
					u := newUnplugged(t, filepath.Join(base, fmt.Sprint(n)), crowdNames...)
					before := u.disk.Files(u.root)
					alive = !u.dyingOn(disks[name], n, func() {
						m := u.mover(t)
						_, err := batch(t.Context(), m, u.scope(), crowd(u.world), "crowd")
						must(t, errors.Join(err, m.Close()))
					})
					var keep *rand.Rand
					if forgets != "everything" {
						keep = rand.New(rand.NewPCG(uint64(n), uint64(len(forgets))))
					}
					u.disk.Cut(keep)
					when := fmt.Sprintf("after a power cut before call %d", n)
					if lost := u.lost(before); len(lost) > 0 {
						t.Fatalf("%s %q are lost: %v", when, lost, u.disk.Files(u.root))
					}
					must(t, u.rollBackAll(t))
					if got := u.disk.Files(u.root); !maps.Equal(got, before) {
						t.Fatalf("%s and an undo there is %v, want %v", when, got, before)
					}
					must(t, os.RemoveAll(filepath.Join(base, fmt.Sprint(n))))
				}
			})
		}
	}
}

// powerKinds returns a world for the batches of kinds.
func powerKinds(t testing.TB, base string) *unplugged {
	t.Helper()
	u := newUnplugged(t, base, "a.txt", "b.txt", "c d%.txt", "sub/c.txt")
	must(t, os.MkdirAll(u.bin, 0o700))
	for name, was := range map[string]string{"old.txt": "old.txt", "a.txt": "gone/older.txt"} {
		u.disk.Put(u.bin, "files"+"/"+name, "trashed "+name)
		u.disk.Put(u.bin, "info"+"/"+name+".trashinfo", "[Trash Info]\n"+"Path="+u.path(was)+"\nDeletionDate=2026-01-02T03:04:05\n")
	}
	return u
}

// everything returns what the folder and the trash hold, without labels.
func (u *unplugged) everything() []string {
	texts := slices.Collect(maps.Values(u.disk.Files(u.root)))
	for name, text := range u.disk.Files(u.bin) {
		if strings.HasPrefix(name, "files"+"/") {
			texts = append(texts, text)
		}
	}
	return texts
}

// tidyBin fails if a label has no file, a file no label, or a temporary file is left.
func (u *unplugged) tidyBin(t testing.TB, when string) {
	t.Helper()
	bin := u.disk.Files(u.bin)
	for path := range bin {
		folder, name := filepath.Split(path)
		partner := "info" + "/" + name + ".trashinfo"
		if folder == "info"+"/" {
			partner = "files" + "/" + strings.TrimSuffix(name, ".trashinfo")
		}
		if _, there := bin[partner]; !there || strings.HasPrefix(name, ".") {
			t.Fatalf("%s the trash holds %s alone: %v", when, path, bin)
		}
	}
}

// TestAPowerCutAtAnyCallOfAnyKindLosesNothing cuts the power while files are copied,
// written, put into the trash and restored, and while that is undone.
func TestAPowerCutAtAnyCallOfAnyKindLosesNothing(t *testing.T) {
	for _, disk := range slices.Sorted(maps.Keys(disks)) {
		for _, kind := range slices.Sorted(maps.Keys(kinds)) {
			for _, forgets := range []string{"everything", "some of it"} {
				t.Run(kind+" on "+disk+" that forgets "+forgets, func(t *testing.T) {
					t.Parallel()
					base := quickDir(t)
					for n, alive := 0, false; !alive; n += stride(disk) {
						u := powerKinds(t, sub(t, base, n))
						before, all := u.disk.Files(u.root), u.everything()
						alive = !u.dyingOn(disks[disk], n, func() {
							m := u.mover(t)
							must(t, u.doKind(t.Context(), m, kind))
							_, err := m.Undo(t.Context(), u.scope(), "", "", nil)
							must(t, errors.Join(err, m.Close()))
						})
						var keep *rand.Rand
						if forgets != "everything" {
							keep = rand.New(rand.NewPCG(uint64(n), 1))
						}
						u.disk.Cut(keep)
						when := fmt.Sprintf("after a power cut before call %d", n)
						keptAll(t, u.everything(), all, when)
						must(t, u.rollBackAll(t))
						keptAll(t, u.everything(), all, when+" and an undo")
						if got := u.disk.Files(u.root); !maps.Equal(got, before) {
							t.Fatalf("%s and an undo there is %v, want %v", when, got, before)
						}
						u.tidyBin(t, when+" and an undo")
						must(t, os.RemoveAll(sub(t, base, n)))
					}
				})
			}
		}
	}
}

// TestADiskThatForgetsIsNoticed makes sure that the test above can fail: without the
// syncs files are lost.
func TestADiskThatForgetsIsNoticed(t *testing.T) {
	base, lost := quickDir(t), 0
	for n, alive := 0, false; !alive; n++ {
		u := newUnplugged(t, filepath.Join(base, fmt.Sprint(n)), crowdNames...)
		u.trap.NoSync = true
		before := u.disk.Files(u.root)
		alive = !u.dyingOn(disks["another disk for every name"], n, func() {
			m := u.mover(t)
			_, err := batch(t.Context(), m, u.scope(), crowd(u.world), "crowd")
			must(t, errors.Join(err, m.Close()))
		})
		u.disk.Cut(rand.New(rand.NewPCG(uint64(n), 1)))
		lost += len(u.lost(before))
	}
	if lost == 0 {
		t.Error("nothing is lost without syncs: the disk does not forget")
	}
}
