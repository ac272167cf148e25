package files_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/deskhand/deskhand/mcp/meta"
)

// batchesOf are the ids of a history, the newest first.
func batchesOf(r result) (ids []string) {
	for _, b := range r.Batches {
		ids = append(ids, b.Batch)
	}
	return ids
}

func TestTheHistoryTellsNothingOfWhatLiesOutside(t *testing.T) {
	d := newFixture(t, "mine/a.txt", "mine/b.txt", "mine/c.txt", "theirs/secret.txt", "theirs/plan.txt")
	mine, theirs := d.path("mine"), d.path("theirs")
	d.ok("move", object{"moves": d.moves("mine/a.txt", "mine/new/a.txt"), "batch": "in"})
	d.ok("move", object{"moves": d.moves("mine/b.txt", "theirs/b.txt", "theirs/plan.txt", "mine/plan.txt"), "batch": "across"})
	d.ok("trash", object{"paths": []string{d.path("mine/c.txt")}, "batch": "trashed"})
	d.ok("move", object{"moves": d.moves("theirs/secret.txt", "theirs/public.txt"), "batch": "out"})
	d.ok("make_folder", object{"path": d.path("theirs/folder"), "batch": "folder"})

	everything := []string{"folder", "out", "trashed", "across", "in"}
	inMine := []string{"trashed", "across", "in"}
	rows := []struct {
		what   string
		server []string
		meta   object
		want   []string
	}{
		{"the server's root is above", []string{d.root}, nil, everything},
		{"the server's root", []string{mine}, nil, inMine},
		{"the roots of the call", []string{d.root}, object{meta.RootsKey: []string{mine}}, inMine},
		{"no bound next to the server's root", []string{mine}, object{meta.RootsKey: nil}, inMine},
		{"roots of the call that lie elsewhere", []string{mine}, object{meta.RootsKey: []string{theirs}}, nil},
		{"a file alone", nil, object{meta.RootsKey: []string{d.path("mine/new/a.txt")}}, []string{"in"}},
		{"no bound at all", nil, object{meta.RootsKey: nil}, everything},
	}
	for _, row := range rows {
		t.Run(row.what, func(t *testing.T) {
			d.t = t
			d.start(row.server...)
			r := d.callWith("history", object{}, row.meta)
			if got := batchesOf(r); r.failed || !slices.Equal(got, row.want) {
				t.Fatalf("it tells of %q, want %q: %s", got, row.want, r.text)
			}
			told, _ := json.Marshal(r.Batches)
			if !slices.Contains(row.want, "out") && strings.Contains(string(told)+r.text, theirs) {
				t.Errorf("it tells of what lies outside: %s\n%s", told, r.text)
			}
			for _, id := range everything {
				one := d.callWith("history", object{"batch": id}, row.meta)
				if one.failed == slices.Contains(row.want, id) || one.failed && !strings.Contains(one.Message, "no such batch") {
					t.Errorf("asked for %s it says %s", id, one.text)
				}
			}
			if len(row.want) > 0 {
				if got := batchesOf(d.callWith("history", object{"limit": 1}, row.meta)); !slices.Equal(got, row.want[:1]) {
					t.Errorf("the last one is %q", got)
				}
			}
		})
	}

	d.t = t
	d.start(mine)
	moves := d.ok("history", object{"batch": "across"}).Batches[0].Moves
	if len(moves) != 2 || moves[0].From != d.path("mine/b.txt") || moves[0].To != "" || !strings.Contains(moves[0].Note, "went to a place outside") ||
		moves[1].From != "" || moves[1].To != d.path("mine/plan.txt") || !strings.Contains(moves[1].Note, "came from a place outside") {
		t.Errorf("of what crossed the border it tells %+v", moves)
	}
	if moves := d.ok("history", object{"batch": "trashed"}).Batches[0].Moves; len(moves) != 1 || moves[0].To != "" || moves[0].Note != "it went to the trash" {
		t.Errorf("of what went to the trash it tells %+v", moves)
	}
}

func TestAHostThatOpenedNoFolderLearnsNothingOfWhatWasDone(t *testing.T) {
	d := newFixture(t, "a.txt")
	d.ok("move", object{"moves": d.moves("a.txt", "b.txt"), "batch": "one"})
	d.start()
	for tool, args := range map[string]object{
		"history": {}, "undo": {}, "finish": {"batch": "one"},
	} {
		for _, with := range []object{nil, {"other": 1}, {meta.RootsKey: []string{}}} {
			r := d.callWith(tool, args, with)
			if r.ErrorType != "permission_denied" || strings.Contains(r.text, d.root) {
				t.Errorf("%s %v is answered %s", tool, with, r.text)
			}
		}
	}
	d.holds(map[string]string{"b.txt": "contents of a.txt"})
}
