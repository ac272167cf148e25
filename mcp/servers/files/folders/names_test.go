package folders

import (
	"fmt"
	"testing"
	"time"

	"github.com/deskhand/deskhand/mcp/servers/files/safefs"
)

func TestWhatIsRememberedOfFoldersIsBounded(t *testing.T) {
	var r memory
	folder := func(i, names int) *Names {
		return &Names{Path: fmt.Sprint(i), sure: true, Names: make([]Entry, names)}
	}
	for i := range 2 * keptFolders {
		r.keep(folder(i, 1))
	}
	if len(r.kept) != keptFolders || r.take("0", safefs.Identity{}, false) != nil || r.take(fmt.Sprint(2*keptFolders-1), safefs.Identity{}, false) == nil {
		t.Errorf("%d folders are remembered", len(r.kept))
	}
	r.keep(folder(1000, keptNames))
	if len(r.kept) != 1 {
		t.Errorf("next to a large folder %d are remembered", len(r.kept)-1)
	}
	r.keep(folder(1001, keptNames+1))
	if len(r.kept) != 1 || r.kept[0].Path != "1000" {
		t.Error("a folder that is too large is remembered")
	}
}

func TestNamesThatMayHaveChangedWithoutATraceAreForPlansAlone(t *testing.T) {
	for _, c := range []*Names{{Path: "a"}, {Path: "a", sure: true, ours: true}} {
		for _, exact := range []bool{true, false} {
			var r memory
			r.keep(c)
			if lent := r.take("a", safefs.Identity{}, exact) != nil; lent == exact {
				t.Errorf("%+v is lent to who wants it exactly (%v): %v", c, exact, lent)
			}
		}
	}
	now := time.Now()
	for age, want := range map[time.Duration]bool{0: false, 3 * time.Millisecond: false, time.Second: true} {
		if surelyKnown(safefs.Identity{MtimeNS: now.Add(-age).UnixNano() | 1}, now) != want {
			t.Errorf("a folder that changed %v ago is settled: %v", age, !want)
		}
	}
	if whole := now.Truncate(time.Second); surelyKnown(safefs.Identity{MtimeNS: whole.UnixNano()}, whole.Add(time.Second)) {
		t.Error("a disk that tells whole seconds is believed after one")
	}
}
