package event_test

import (
	"encoding/json"
	"sync"
	"testing"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/event"
	"github.com/deskhand/deskhand/agentcore/plan"
)

func TestAnEventIsOneFlatObject(t *testing.T) {
	for _, row := range []struct {
		body event.Body
		want string
	}{
		{event.TextDelta{Index: 2, Text: "hi"}, `{"type":"text_delta","stream":"c/1","seq":1,"index":2,"text":"hi"}`},
		{event.Progress{Progress: chat.Progress{Done: 1, Total: 3}}, `{"type":"progress","stream":"c/1","seq":1,"done":1,"total":3}`},
		{event.Receipt{Receipt: plan.Receipt{Batch: "b", FilesIn: 2, FilesOut: 2, Moved: 2, Undo: "deskhand undo b"}}, `{"type":"receipt","stream":"c/1","seq":1,"batch":"b","files_in":2,"files_out":2,"moved":2,"skipped":0,"failed":0,"contents_changed":0,"stopped":false,"undo":"deskhand undo b"}`},
		{event.ModelChanged{From: "a", To: "b", Why: "HTTP 500"}, `{"type":"model_changed","stream":"c/1","seq":1,"from":"a","to":"b","why":"HTTP 500"}`},
	} {
		var got event.Event
		event.NewStream("c/1", func(e event.Event) { got = e }).Emit(row.body)
		raw, err := json.Marshal(got)
		if err != nil || string(raw) != row.want {
			t.Errorf("%s, %v\nwant %s", raw, err, row.want)
		}
	}
}

func TestSequenceNumbersGrowByOneWhoeverEmits(t *testing.T) {
	var last int64
	s := event.NewStream("s", func(e event.Event) {
		if e.Seq != last+1 {
			t.Errorf("%d came after %d", e.Seq, last)
		}
		last = e.Seq
	})
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 100 {
				s.Emit(event.Warning{Warning: chat.Warning{Text: "w"}})
			}
		})
	}
	wg.Wait()
	if last != 800 {
		t.Fatalf("%d events of 800", last)
	}
}
