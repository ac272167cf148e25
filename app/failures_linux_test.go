package app

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/deskhand/deskhand/agentcore/event"
	"github.com/deskhand/deskhand/agentcore/plan"
)

// smallDisk mounts a disk of so many bytes and returns its folder.
func smallDisk(t *testing.T, folder string, size string) {
	t.Helper()
	must(t, os.MkdirAll(folder, 0o700))
	if err := syscall.Mount("tmpfs", folder, "tmpfs", 0, "size="+size); err != nil {
		t.Skipf("no disk can be mounted here: %v", err)
	}
	t.Cleanup(func() { must(t, syscall.Unmount(folder, syscall.MNT_DETACH)) })
}

// fill fills the disk of a folder.
func fill(t *testing.T, folder string) {
	t.Helper()
	f, err := os.Create(filepath.Join(folder, "filler"))
	must(t, err)
	for chunk := bytes.Repeat([]byte("x"), 64<<10); len(chunk) > 0; {
		if _, err := f.Write(chunk); err != nil {
			chunk = chunk[:len(chunk)/2]
		}
	}
	must(t, f.Close())
}

// reported returns a receipt's failures, by name.
func reported(t *testing.T, r plan.Receipt) map[string]string {
	t.Helper()
	raw, err := json.Marshal(r)
	must(t, err)
	var out struct {
		Failures []struct{ Path, Kind string }
	}
	must(t, json.Unmarshal(raw, &out))
	kinds := map[string]string{}
	for _, f := range out.Failures {
		kinds[filepath.Base(f.Path)] = f.Kind
	}
	return kinds
}

func TestAFullDiskIsSaidOfEachFileThatDidNotFit(t *testing.T) {
	d := newFixture(t, DenyAll{})
	small := filepath.Join(d.base, "small")
	smallDisk(t, small, "64k")
	d.put("one.txt", bill+strings.Repeat("more\n", 20_000))
	d.put("two.txt", strings.ReplaceAll(bill, "AF-0001", "AF-0002"))
	paths := []string{filepath.Join(d.open, "one.txt"), filepath.Join(d.open, "two.txt")}
	p, err := d.core.Propose(t.Context(), ProposeRequest{Paths: paths, Into: small}, func(event.Event) {})
	must(t, err)
	r, err := d.core.Apply(t.Context(), p.ID, func(event.Event) {})
	must(t, err)
	if kinds := reported(t, r); r.Moved != 1 || r.Failed != 1 || len(kinds) != 1 || kinds["one.txt"] != "disk_full" {
		t.Errorf("the receipt is %+v, failed are %v", r, kinds)
	}
	if _, err := os.Lstat(paths[0]); err != nil {
		t.Error(err)
	}
}

func TestABatchOfWhichNothingMovedOffersNoUndo(t *testing.T) {
	d := newFixture(t, DenyAll{})
	small := filepath.Join(d.base, "small")
	smallDisk(t, small, "64k")
	d.put("one.txt", bill)
	p, err := d.core.Propose(t.Context(), ProposeRequest{Paths: []string{filepath.Join(d.open, "one.txt")}, Into: small}, func(event.Event) {})
	must(t, err)
	fill(t, small)
	r, err := d.core.Apply(t.Context(), p.ID, func(event.Event) {})
	must(t, err)
	if kinds := reported(t, r); r.Moved != 0 || r.Failed != 1 || r.Undo != "" || kinds["one.txt"] != "disk_full" {
		t.Errorf("the receipt is %+v, failed are %v", r, kinds)
	}
}

func TestAFullDiskUnderTheJournalIsNotTakenForFilesThatChanged(t *testing.T) {
	d := newFixture(t, DenyAll{})
	must(t, d.core.Close())
	smallDisk(t, filepath.Join(d.base, "state"), "4m")
	core, err := Open(d.options)
	must(t, err)
	d.core = core
	d.put("one.txt", bill)
	p := d.proposed("one.txt")
	fill(t, filepath.Join(d.base, "state"))
	r, err := d.core.Apply(t.Context(), p.ID, func(event.Event) {})
	if err == nil || errors.Is(err, ErrWorldChanged) || r.Moved != 0 {
		t.Errorf("it is said %v, the receipt is %+v", err, r)
	}
	if _, err := os.Lstat(p.Items[0].From); err != nil {
		t.Error(err)
	}
	must(t, os.Remove(filepath.Join(d.base, "state", "filler")))
	r, err = d.core.Apply(t.Context(), p.ID, func(event.Event) {})
	if err != nil || r.Moved != 1 {
		t.Errorf("once there is room it is said %v, the receipt is %+v", err, r)
	}
}

func TestEachFileThatIsNotAsItWasWhenThePlanWasMadeIsNamed(t *testing.T) {
	d := newFixture(t, DenyAll{})
	for i, name := range []string{"gone.txt", "edited.txt", "fine.txt", "taken.txt"} {
		d.put(name, strings.ReplaceAll(bill, "AF-0001", fmt.Sprintf("AF-000%d", i)))
	}
	p := d.proposed("gone.txt", "edited.txt", "fine.txt", "taken.txt")
	must(t, os.Remove(filepath.Join(d.open, "gone.txt")))
	d.put("edited.txt", bill+"edited since")
	taken := slices.IndexFunc(p.Items, func(it plan.Item) bool { return filepath.Base(it.From) == "taken.txt" })
	d.put(filepath.Base(p.Items[taken].To), "somebody's own file")
	_, err := d.core.Apply(t.Context(), p.ID, func(event.Event) {})
	var changed *WorldChanged
	if !errors.As(err, &changed) || !errors.Is(err, ErrWorldChanged) {
		t.Fatalf("it is said %v", err)
	}
	kinds := reported(t, plan.Receipt{Failures: changed.Failures})
	if want := map[string]string{"gone.txt": "vanished", "edited.txt": "changed", "taken.txt": "taken"}; !maps.Equal(kinds, want) {
		t.Errorf("named are %v, want %v", kinds, want)
	}
	if _, err := os.Lstat(filepath.Join(d.open, "fine.txt")); err != nil {
		t.Errorf("the others were moved: %v", err)
	}
}
