package guard_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/guard"
	wire "github.com/deskhand/deskhand/agentcore/wire/files"
)

// teller is a toolbox whose calls answer with this data.
type teller struct {
	spec chat.ToolSpec
	data string
}

func (t teller) Specs() []chat.ToolSpec { return []chat.ToolSpec{t.spec} }

func (t teller) Call(context.Context, chat.Invocation) chat.ToolResult {
	return chat.ToolResult{OK: true, Tool: t.spec.Name, Text: "done", Data: json.RawMessage(t.data)}
}

// recordOf calls the one tool of a toolbox, allowing everything, and returns its audit
// record.
func recordOf(t *testing.T, box teller) guard.Record {
	t.Helper()
	b := newFixture(t)
	g := guard.New(b.config(guard.AllowAll{}))
	g.Wrap(box).Call(t.Context(), chat.Invocation{Call: chat.ToolCall{Name: box.spec.Name, Args: []byte(`{}`)}, By: "model"})
	if err := g.Flush(t.Context()); err != nil {
		t.Fatal(err)
	}
	records := b.audit.records()
	return records[len(records)-1]
}

func own(data string) teller {
	return teller{chat.ToolSpec{Name: "files_copy", Parameters: []byte(`{}`), Effect: chat.EffectChange, Server: "files", Own: true}, data}
}

const copied = `{"batch":"b1","moved":[
	{"from":"/s/a","to":"/s/b","status":"moved","sha256":"00ff","identity":{"dev":1,"inode":2,"size":3,"mtime_ns":4}},
	{"from":"/s/c","to":"/s/c","status":"skipped"}]}`

func TestWhichFilesAChangeHasChangedStandsOnRecordWithTheirHashAndIdentity(t *testing.T) {
	r := recordOf(t, own(copied))
	if r.Batch != "b1" || r.FilesChanged != 1 || len(r.Files) != 1 {
		t.Fatalf("on record is %+v", r)
	}
	f := r.Files[0]
	if f.From != "/s/a" || f.To != "/s/b" || f.SHA256 != "00ff" || f.Identity == nil || *f.Identity != (wire.Identity{Dev: 1, Inode: 2, Size: 3, MtimeNS: 4}) {
		t.Errorf("on record is %+v of %+v", f.Identity, f)
	}
	made := recordOf(t, own(`{"batch":"b2","created":["/s/new"]}`))
	if made.FilesChanged != 1 || made.Files[0].To != "/s/new" {
		t.Errorf("of a new folder is on record %+v", made)
	}
}

func TestOnlyOurOwnServersAreBelievedAboutWhatTheyChanged(t *testing.T) {
	foreign := own(copied)
	foreign.spec.Own, foreign.spec.Server = false, "other"
	reading := own(copied)
	reading.spec.Effect = chat.EffectRead
	for _, box := range []teller{foreign, reading, own(`{"moved":7,"batch":"b1"}`), own(``)} {
		if r := recordOf(t, box); r.Batch != "" || r.FilesChanged != 0 || r.Files != nil {
			t.Errorf("%+v: on record is %+v", box, r)
		}
	}
}

func TestALongListOfChangedFilesIsCountedWholeAndKeptInPart(t *testing.T) {
	var moves []string
	for i := range 1000 {
		moves = append(moves, fmt.Sprintf(`{"from":"/s/%d","to":"/s/%s%d","status":"moved"}`, i, strings.Repeat("x", 100), i))
	}
	r := recordOf(t, own(`{"batch":"b1","moved":[`+strings.Join(moves, ",")+`]}`))
	encoded, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	if r.FilesChanged != 1000 || len(r.Files) < 100 || len(encoded) > 64<<10 {
		t.Errorf("%d of %d files are on record, in %d bytes", len(r.Files), r.FilesChanged, len(encoded))
	}
}
