package ui_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/ui/widgets"
)

// watched returns a backend with tool calls.
func watched() *backend {
	d := busyPast()
	call := func(minutes int, tool, args string, c app.Call) {
		c.When, c.Tool, c.Args = d.now.Add(-time.Duration(minutes)*time.Minute), tool, json.RawMessage(args)
		d.calls = append(d.calls, c)
	}
	call(1, "files_move", `{"moves":[{"from":"/x/a.pdf","to":"/x/b.pdf"},{"from":"/x/c.pdf","to":"/x/d.pdf"}]}`, app.Call{
		Server: "files", Verdict: "allow", By: "person", AskedBy: "model", Status: chat.StatusOK, MS: 120, Changes: 2,
		Effect: []chat.PathChange{{From: "/x/a.pdf", To: "/x/b.pdf"}}, Result: "Done.",
	})
	call(2, "files_move", `{"moves":[]}`, app.Call{Server: "files", Verdict: "deny", By: "person", AskedBy: "model", Status: chat.StatusDenied})
	call(3, "files_trash", `{"paths":["/x/old.txt"]}`, app.Call{Server: "files", Verdict: "deny", By: "look only", AskedBy: "model", Status: chat.StatusDenied})
	call(4, "documents_read", `{"path":"/x/scan 12.png"}`, app.Call{Server: "documents", Verdict: "allow", By: "read", AskedBy: "triage", Status: chat.StatusOK, MS: 1900})
	call(5, "weather_today", `{"where":"\u202eevil\u001b]52;c;AA\u0007"}`, app.Call{Server: "weather", Verdict: "allow", By: "grant for folder", AskedBy: "model", Status: chat.StatusError, Result: "no such town"})
	d.grants = []app.Grant{
		{ID: "1", Tool: "files_move", Folders: []string{"/x/Downloads"}},
		{ID: "2", Tool: "weather_today", Conversation: "c1"},
	}
	return d
}

// atCalls returns a window that shows the tool calls.
func atCalls(t *testing.T, d *backend) *fixture {
	t.Helper()
	h := light(t, d)
	h.rail("Activity")
	h.filter("All tool calls")
	h.until("the calls", func() bool { return strings.Contains(strings.Join(h.words(), "\n"), " call") && !h.says("[Undo]") })
	return h
}

func TestEveryCallIsListedWithWhoApprovedIt(t *testing.T) {
	h := atCalls(t, watched())
	find(h, "the box", func(c *widgets.Check) bool { return c.Text() == "System calls" }).Tapped(nil)
	h.untilSaid("5 calls")
	for _, words := range []string{
		"Moved 2 files\nToday 14:01 · files_move · approved by you",
		"Not approved: move 0 files\nToday 14:00 · files_move · refused by you",
		"Not allowed: move old.txt to the trash\nToday 13:59 · files_trash · refused: you only asked to look",
		"Read scan 12.png\nToday 13:58 · documents_read · read-only",
		"Couldn't use weather_today · no such town\nToday 13:57 · weather_today · allowed by you for this folder",
	} {
		h.mustSay(words)
	}
}

func TestTheWholeRecordOfACallIsShownInert(t *testing.T) {
	h := atCalls(t, watched())
	find(h, "the box", func(c *widgets.Check) bool { return c.Text() == "System calls" }).Tapped(nil)
	h.untilSaid("5 calls")
	for _, words := range []string{"Asked by  the assistant", "approved by you", "done after 120 ms", "From      /x/a.pdf\nTo        /x/b.pdf", "and 1 more change", `"from": "/x/c.pdf"`, "Result\nDone."} {
		if sheet := h.sheet(); !strings.Contains(sheet, words) {
			t.Errorf("it does not say %q but\n%s", words, sheet)
		}
	}
	h.window.Fyne().Canvas().Focus(h.list())
	h.key(fyne.KeyEnd)
	if sheet := h.sheet(); !strings.Contains(sheet, "no such town") || strings.ContainsAny(sheet, "\u202e\x1b\x07") {
		t.Errorf("it says %q", sheet)
	}
}

func TestCallsCanBeSearched(t *testing.T) {
	h := atCalls(t, watched())
	search := find(h, "search", func(e *widgets.Entry) bool { return e.PlaceHolder == "Search calls" })
	search.SetText("OLD.txt")
	h.untilSaid("1 call")
	h.mustSay("move old.txt to the trash")
	h.mustNotSay("Moved 2 files")
	search.SetText("nothing like it")
	h.untilSaid("No matching calls.")
	search.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	h.untilSaid("4 calls")
}

func TestSystemCallsAreShownOnRequest(t *testing.T) {
	h := atCalls(t, watched())
	h.untilSaid("4 calls")
	h.mustNotSay("scan 12.png")
	find(h, "the box", func(c *widgets.Check) bool { return c.Text() == "System calls" }).Tapped(nil)
	h.untilSaid("5 calls")
	h.mustSay("scan 12.png")
}

func TestOlderCallsAreShownOnRequest(t *testing.T) {
	d := watched()
	for i := range 300 {
		d.calls = append(d.calls, app.Call{When: d.now.Add(-time.Duration(i+10) * time.Minute), Tool: fmt.Sprint("tool_", i)})
	}
	h := atCalls(t, d)
	h.untilSaid("the newest 200 calls")
	h.press("Show older")
	h.untilSaid("304 calls")
	h.mustNotSay("the newest", "[Show older]")
}

func TestShownCallsAreExportedToANewFile(t *testing.T) {
	home := folder(t, "person", "taken.csv")
	t.Setenv("HOME", home)
	h := atCalls(t, watched())
	find(h, "search", func(e *widgets.Entry) bool { return e.PlaceHolder == "Search calls" }).SetText("trash")
	h.untilSaid("1 call")
	save := func(name string) {
		h.press("Export…")
		h.untilSaid("Save as (CSV or JSON)")
		find(h, "the file", func(e *widgets.Entry) bool { return e.PlaceHolder == "Save as (CSV or JSON)" }).SetText(filepath.Join(home, name))
		h.press("Save")
	}
	for name, want := range map[string]string{"calls.csv": "csv files_trash\n", "calls.JSON": "json files_trash\n"} {
		save(name)
		h.untilSaid("Calls saved as " + filepath.Join(home, name))
		if got, err := os.ReadFile(filepath.Join(home, name)); err != nil || string(got) != want {
			t.Errorf("it wrote %q, %v", got, err)
		}
	}
	save("taken.csv")
	h.untilSaid("Existing files are never overwritten: choose a new name")
	if got, _ := os.ReadFile(filepath.Join(home, "taken.csv")); string(got) != "the content of taken.csv" {
		t.Errorf("it became %q", got)
	}
}

func TestACancelledExportLeavesNoFile(t *testing.T) {
	home := folder(t, "person")
	t.Setenv("HOME", home)
	d := watched()
	d.exportGate = make(chan struct{})
	h := atCalls(t, d)
	h.press("Export…")
	h.untilSaid("Save as (CSV or JSON)")
	h.press("Save")
	h.mustSay("Writing Deskhand calls.csv…")
	h.press("Cancel")
	h.untilSaid("Stopped. No file was left behind.")
	if left := names(t, home); left != "" {
		t.Errorf("it left %s", left)
	}
}

func TestAPermissionIsListedAndRevoked(t *testing.T) {
	d := watched()
	h := atCalls(t, d)
	h.untilSaid("Allowed without asking")
	h.mustSay("Move files · always in /x/Downloads", "weather_today · in one conversation")
	h.press("Revoke")
	h.until("it is gone", func() bool { return !h.says("Move files · always in") })
	h.mustSay("weather_today · in one conversation")
	h.press("Revoke")
	h.until("both are gone", func() bool { return !h.says("Allowed without asking") })
}

func TestUnreadableCallsAreReportedAndTheChangesStay(t *testing.T) {
	d := watched()
	d.fail["Audit"] = os.ErrPermission
	h := light(t, d)
	h.rail("Activity")
	h.filter("All tool calls")
	h.untilSaid("Couldn't load the tool calls.")
	h.filter("Changes")
	h.untilSaid("stopped after 37 of 212 files")
	h.mustNotSay("[Export…]")
}

func TestTabReachesEverythingOfTheCalls(t *testing.T) {
	h := atCalls(t, watched())
	h.untilSaid("Allowed without asking")
	mustReach(t, h.reached(), "Changes", "All tool calls", "Export…", "Search calls", "Revoke", "*widgets.List")
}
