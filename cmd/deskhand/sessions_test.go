package main

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestConversationsAreFoundRenamedExportedAndDeletedOnceAgreed(t *testing.T) {
	p := newPerson(t)
	for _, prompt := range []string{"what can you do?", "what is in this folder?"} {
		p.deskhand("ask", prompt, "--in", p.dir).must(t, 0)
	}
	all := p.deskhand("sessions", "--json").must(t, 0).lines(t)
	id := all[0]["id"].(string)
	p.deskhand("sessions", "rename", id, "My scans").must(t, 0)
	if found := p.deskhand("sessions", "--search", "my SCANS", "--json").must(t, 0).lines(t); len(found) != 1 || found[0]["id"] != id {
		t.Errorf("the search found %v", found)
	}
	if found := p.deskhand("sessions", "--before", "2001-01-01", "--json").must(t, 0); found.out != "" {
		t.Errorf("older than 2001: %s", found.out)
	}
	if found := p.deskhand("sessions", "--since", "2001-01-01", "--json").must(t, 0).lines(t); len(found) != 2 {
		t.Errorf("since 2001: %v", found)
	}
	p.deskhand("sessions", "--since", "yesterday").must(t, exitUsage)

	if md := p.deskhand("sessions", "export", id).must(t, 0).out; !strings.HasPrefix(md, "# My scans\n") || !strings.Contains(md, "what is in this folder?") {
		t.Errorf("exported %q", md)
	}
	file := filepath.Join(t.TempDir(), "conversation.json")
	p.deskhand("sessions", "export", id, "--format", "json", "--to", file).must(t, 0)
	p.deskhand("sessions", "export", id, "--to", file).must(t, exitFailed) // nothing is overwritten
	if raw, err := os.ReadFile(file); err != nil || !strings.Contains(string(raw), `"transcript"`) {
		t.Errorf("exported %q, %v", raw, err)
	}

	p.deskhand("sessions", "delete", id).must(t, exitRefused)
	p.deskhand("sessions", "delete", id, "--yes").must(t, 0)
	p.deskhand("sessions", "--delete-all").must(t, exitRefused)
	if said := p.deskhand("sessions", "--delete-all", "--yes").must(t, 0).out; said != "1 conversation deleted.\n" {
		t.Errorf("said %q", said)
	}
	if gone := p.deskhand("sessions", "--delete-all", "--yes", "--json").must(t, 0).lines(t); len(gone) != 1 || gone[0]["deleted"] != 0.0 {
		t.Errorf("of none was deleted %v", gone)
	}
	if audit := p.deskhand("history", "--audit").must(t, 0).out; !strings.Contains(audit, "files_list") {
		t.Errorf("the audit lost what was done: %q", audit)
	}
}

func TestTheAuditIsSearchedAndExported(t *testing.T) {
	p := newPerson(t)
	p.deskhand("ask", "tidy this folder", "--in", p.dir, "--approve", "all").must(t, 0)
	denied := p.deskhand("history", "--audit", "--search", "triage_apply", "--json").must(t, 0).lines(t)
	if len(denied) != 1 || denied[0]["tool"] != "triage_apply" || denied[0]["changes"].(float64) < 1 {
		t.Errorf("the search found %v", denied)
	}
	moves := p.deskhand("history", "--audit", "--search", "files_move", "--json").must(t, 0).lines(t)
	done := slices.IndexFunc(moves, func(m map[string]any) bool { return m["files_changed"] != nil })
	if done < 0 {
		t.Fatalf("no move has its files on record: %v", moves)
	}
	batch := p.deskhand("history", "--json").must(t, 0).lines(t)[0]["batch"]
	files, _ := moves[done]["files"].([]any)
	if moves[done]["batch"] != batch || float64(len(files)) != moves[done]["files_changed"] || len(files) == 0 {
		t.Errorf("of batch %v is on record %v", batch, moves[done])
	}
	for _, f := range files {
		file, _ := f.(map[string]any)
		info, err := os.Stat(fmt.Sprint(file["to"]))
		identity, _ := file["identity"].(map[string]any)
		if _, gone := os.Stat(fmt.Sprint(file["from"])); err != nil || gone == nil || identity["size"] != float64(info.Size()) {
			t.Errorf("on record is %v, on the disk %v, %v", file, info, err)
		}
	}
	rows, err := csv.NewReader(strings.NewReader(p.deskhand("history", "--audit", "--export", "csv").must(t, 0).out)).ReadAll()
	if err != nil || len(rows) < 4 || rows[0][1] != "tool" {
		t.Errorf("exported %q, %v", rows, err)
	}
	var calls []map[string]any
	if err := json.Unmarshal([]byte(p.deskhand("history", "--audit", "--export", "json").must(t, 0).out), &calls); err != nil || len(calls) != len(rows)-1 {
		t.Errorf("exported %d calls as JSON, %d as CSV: %v", len(calls), len(rows)-1, err)
	}
	if said := p.deskhand("grants").must(t, 0).out; said != "" {
		t.Errorf("grants stand that nobody gave: %s", said)
	}
	p.deskhand("grants", "revoke", "none").must(t, exitFailed)
}
