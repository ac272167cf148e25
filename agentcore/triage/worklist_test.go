package triage_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"testing"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/event"
	"github.com/deskhand/deskhand/agentcore/triage"
)

// growingFolder is a toolbox over a folder of files that are all still being written. It
// lists them page by page; after stuck pages it says the same page for ever.
type growingFolder struct {
	disk
	files, stuck  int
	pages, widest int
}

func (h *growingFolder) Call(ctx context.Context, inv chat.Invocation) chat.ToolResult {
	switch inv.Call.Name {
	case "files_info":
		return answer(map[string]any{"path": "/hall", "name": "hall", "type": "folder"})
	case "files_list":
		return h.list(inv.Call.Args)
	}
	return h.disk.Call(ctx, inv)
}

func (h *growingFolder) list(raw json.RawMessage) chat.ToolResult {
	var args struct {
		Limit int    `json:"limit"`
		After string `json:"after"`
	}
	first := 0
	if err := json.Unmarshal(raw, &args); err != nil {
		panic(err)
	}
	if args.After != "" && (h.stuck == 0 || h.pages < h.stuck) {
		if _, err := fmt.Sscanf(args.After, "/hall/%d.part", &first); err != nil {
			panic(err)
		}
		first++
	}
	h.pages, h.widest = h.pages+1, max(h.widest, args.Limit)
	var entries []map[string]any
	for i := first; i < min(h.files, first+args.Limit); i++ {
		name := fmt.Sprintf("%06d.part", i)
		entries = append(entries, map[string]any{"path": "/hall/" + name, "name": name, "type": "file", "flags": []string{"being_written"}})
	}
	return answer(map[string]any{"entries": entries, "files": h.files, "truncated": first+args.Limit < h.files})
}

// Of more files than a plan is made for, the first page of the list tells the count,
// and none is read.
func TestMoreFilesThanAPlanIsMadeForAreCounted(t *testing.T) {
	d := newFixture(t, nil)
	h := &growingFolder{files: 9_000}
	d.Tools, d.Most = h, 8_999
	_, err := d.Propose(t.Context(), triage.Request{Paths: []string{"/hall"}}, func(event.Body) {})
	var many *triage.TooMany
	if !errors.As(err, &many) || *many != (triage.TooMany{Files: 9_000, Most: 8_999}) || !errors.Is(err, triage.ErrTooMany) {
		t.Errorf("err = %v", err)
	}
	if h.pages > 3 { // one of them to see what lies deeper, one how the names there are made
		t.Errorf("%d pages of the list were asked for", h.pages)
	}
	d.Most = 9_000
	if p := d.propose(triage.Request{Paths: []string{"/hall"}}); len(p.Items) != h.files {
		t.Errorf("the plan has %d items", len(p.Items))
	}
}

func TestAllOfAHundredThousandFilesAreLookedAt(t *testing.T) {
	d := newFixture(t, nil)
	h := &growingFolder{files: 100_000}
	d.Tools = h
	p := d.propose(triage.Request{Paths: []string{"/hall"}})
	if len(p.Items) != h.files || p.Items[h.files-1].From != "/hall/099999.part" {
		t.Errorf("the plan has %d items", len(p.Items))
	}
	if h.widest > 5000 {
		t.Errorf("a page may have %d entries, which a server's longest line may not hold", h.widest)
	}
	for _, e := range d.events {
		if w, is := e.(event.Warning); is {
			t.Errorf("there is a warning: %+v", w)
		}
	}
}

func TestAListThatDoesNotGoOnEndsWithAWarning(t *testing.T) {
	d := newFixture(t, nil)
	h := &growingFolder{files: 100_000, stuck: 2}
	d.Tools = h
	d.propose(triage.Request{Paths: []string{"/hall"}})
	warned := false
	for _, e := range d.events {
		_, is := e.(event.Warning)
		warned = warned || is
	}
	if h.pages > 5 || !warned {
		t.Errorf("%d pages were asked for, a warning was given: %v", h.pages, warned)
	}
}
