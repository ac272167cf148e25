package journal

import (
	"bytes"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"github.com/deskhand/deskhand/agentcore/wire/files"
	"github.com/deskhand/deskhand/mcp/servers/files/safefs"
)

// drawRecord draws a record that may come next in a batch of n steps.
func drawRecord(t *rapid.T, n int) Record {
	step := 0
	if n > 0 {
		step = rapid.IntRange(0, n-1).Draw(t, "step")
	}
	id := safefs.Identity{Dev: rapid.Uint64().Draw(t, "dev"), Inode: rapid.Uint64().Draw(t, "inode"), Size: rapid.Int64().Draw(t, "size"), MtimeNS: rapid.Int64().Draw(t, "mtime")}
	path := rapid.String().Draw(t, "path")
	records := []Record{
		Page{Moves: rapid.IntRange(0, 9).Draw(t, "moves"), Total: rapid.IntRange(0, 9).Draw(t, "total"), Roots: []string{path}},
		Folder{Path: path, Temp: ".t"},
		Intent{From: path, To: path + "2", ID: id, Undoes: rapid.IntRange(0, n).Draw(t, "undoes"), Again: rapid.IntRange(0, n).Draw(t, "again"), Kind: Trash, Label: path},
		Close{Receipt: files.Receipt{Moved: step}, Undo: rapid.Bool().Draw(t, "undo")},
	}
	if n > 0 {
		records = append(
			records, Done{Step: step, ID: id, Hash: "h"}, Failed{Step: step, Why: path, Stopped: true}, Parked{Step: step},
			Retarget{Step: step, To: path}, Copied{Step: step, ID: id, Hash: "h"},
		)
	}
	return rapid.SampledFrom(records).Draw(t, "record")
}

// TestPropertyAnyCutOfAnyJournalIsAPrefix writes random records and cuts the file
// anywhere or flips a byte.
func TestPropertyAnyCutOfAnyJournalIsAPrefix(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		chain, text, states, ends := framing{}, []byte(magic), []*Batch{}, []int{}
		whole := &Batch{}
		for i := range rapid.IntRange(1, 12).Draw(t, "records") {
			r := Record(Begin{Version: 1, Batch: "b", Roots: []string{"/r"}})
			if i > 0 {
				r = drawRecord(t, len(whole.Steps))
			}
			payload, err := encode(i, r)
			if err != nil {
				t.Fatal(err)
			}
			decoded, err := decode(i, payload)
			if err != nil {
				t.Fatal(err)
			}
			if err := whole.apply(decoded); err != nil {
				t.Fatal(err)
			}
			text = chain.append(text, payload)
			before, err := read(bytes.NewReader(text))
			if err != nil {
				t.Fatal(err)
			}
			states, ends = append(states, before), append(ends, len(text))
		}
		whole.size, whole.framing = int64(len(text)), chain
		if !reflect.DeepEqual(states[len(states)-1], whole) {
			t.Fatalf("read    %+v\nwritten %+v", states[len(states)-1], whole)
		}
		cut := rapid.IntRange(0, len(text)).Draw(t, "cut")
		got, err := read(bytes.NewReader(text[:cut]))
		if err != nil {
			t.Fatalf("cut at byte %d: %v", cut, err)
		}
		n := 0
		for n < len(ends) && ends[n] <= cut {
			n++
		}
		if got.lines != n || n > 0 && !reflect.DeepEqual(got, states[n-1]) {
			t.Fatalf("cut at byte %d, %d records are read of %d", cut, got.lines, n)
		}
	})
}
