package ui_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/policy"
	"github.com/deskhand/deskhand/ui/widgets"
)

// moves scripts a model to move files of a folder into its folder Kept.
func moves(dir string, names ...string) reply {
	var pairs []chat.PathChange
	for _, n := range names {
		pairs = append(pairs, chat.PathChange{From: filepath.Join(dir, n), To: filepath.Join(dir, "Kept", n)})
	}
	return calls("", "files_move", map[string]any{"moves": pairs})
}

// asked returns a chat that asks for approval to move a scan.
func asked(t *testing.T, more ...reply) (h *fixture, dir string) {
	t.Helper()
	d := receipts()
	dir = receiptsFolder(t)
	d.script.answers(append([]reply{moves(dir, "scan 12.png")}, more...)...)
	h = chatting(t, d)
	h.window.Drop([]string{dir})
	h.ask("Move the scan")
	h.untilSaid("Move 1 file?")
	return h, dir
}

func there(path ...string) bool {
	_, err := os.Stat(filepath.Join(path...))
	return err == nil
}

func TestAChangeShowsAllOfItsEffectAndWaits(t *testing.T) {
	h, dir := asked(t)
	h.mustSay("<can be undone>", "In "+dir, "scan 12.png", "Kept/scan 12.png", "[Move 1 file]", "[No]", "[Edit…]", "[Always allow…]")
	h.untilSaid("Needs your answer")
	if !there(dir, "scan 12.png") {
		t.Error("it was moved before it was approved")
	}
	if !find(h, "the rail", func(i *widgets.RailItem) bool { return i.Label() == "Chat" }).Marked() {
		t.Error("the rail does not show the waiting question")
	}
}

func TestEnterSaysNo(t *testing.T) {
	h, dir := asked(t, tells("I left it."))
	h.key(fyne.KeyReturn)
	h.untilSaid("I left it.")
	h.idle()
	h.mustSay("Not approved: move 1 file")
	if !there(dir, "scan 12.png") {
		t.Error("it was moved")
	}
	if find(h, "the rail", func(i *widgets.RailItem) bool { return i.Label() == "Chat" }).Marked() {
		t.Error("the rail still shows a waiting question")
	}
}

func TestAQuestionDoesNotTakeTheFocusWhileTyping(t *testing.T) {
	d, dir := receipts(), receiptsFolder(t)
	gate := make(chan struct{})
	d.script.answers(gated(gate, "I am ", "at it."), moves(dir, "scan 12.png"))
	d.script.answers(tells("Well."))
	h := chatting(t, d)
	h.ask("First")
	h.untilSaid("I am")
	close(gate)
	h.idle()
	h.ask("Second")
	h.typing("and th")
	h.untilSaid("Move 1 file?")
	h.typing("en")
	if got := h.composer().Text; got != "and then" {
		t.Errorf("the composer has %q", got)
	}
	h.press("No")
	h.untilSaid("Well.")
}

func TestAllowOnceCoversOneCall(t *testing.T) {
	h, dir := asked(t)
	h.backend.script.answers(moves(dir, "scan 14.png"), tells("Both are moved."))
	h.press("Move 1 file")
	h.until("the second question", func() bool { return there(dir, "Kept", "scan 12.png") && h.says("Kept/scan 14.png") })
	if there(dir, "Kept", "scan 14.png") {
		t.Fatal("the second call was not asked about")
	}
	h.press("Move 1 file")
	h.untilSaid("Both are moved.")
	h.mustSay("Moved 1 file · 1 file before, 1 after, no contents changed", "Nothing was deleted or overwritten.")
}

func TestApprovalCanCoverTheConversation(t *testing.T) {
	h, dir := asked(t)
	h.backend.script.answers(moves(dir, "scan 14.png"), tells("Both are moved."), moves(dir, "blank.png"))
	h.press("Always allow…")
	h.pick(1)
	h.untilSaid("Both are moved.")
	if !there(dir, "Kept", "scan 14.png") {
		t.Error("the second call was asked about")
	}
}

func TestApprovalCanCoverAFolder(t *testing.T) {
	h, dir := asked(t, tells("Moved."))
	h.press("Always allow…")
	h.pick(2)
	h.untilSaid("Moved.")
	if g := h.backend.grants; len(g) != 1 || g[0].Scope != policy.ScopeFolder || g[0].Folders[0] != dir {
		t.Errorf("the permission is %+v", g)
	}
}

func TestWithoutAFolderNoneIsOfferedForApproval(t *testing.T) {
	d := receipts()
	one, two := folder(t, "One", "a.txt"), folder(t, "Two")
	d.script.answers(calls("", "files_move", map[string]any{"moves": []chat.PathChange{
		{From: filepath.Join(one, "a.txt"), To: filepath.Join(two, "a.txt")},
	}}))
	h := chatting(t, d)
	h.window.Drop([]string{one, two})
	h.ask("Move it")
	h.untilSaid("Move 1 file?")
	h.mustSay("One/a.txt", "Two/a.txt")
	h.press("Always allow…")
	if menu, ok := h.window.Fyne().Canvas().Focused().(*widgets.Menu); !ok || menu.Lines() != 1 {
		t.Fatalf("the menu offers more than the conversation: %v", menu)
	}
	h.pick(1)
	h.idle()
	if !there(two, "a.txt") {
		t.Error("it was not moved")
	}
}

func TestAThirdPartyToolShowsItsServerAndAllArguments(t *testing.T) {
	d := receipts()
	long := strings.Repeat("far ", 900) + "the end"
	d.script.answers(calls("", "weather_forecast", map[string]any{"place": long, "secret": "s3"}), tells("It rains."))
	h := chatting(t, d)
	h.ask("Will it rain?")
	h.untilSaid("Let weather run weather_forecast?")
	h.mustSay("This tool isn't part of Deskhand.", `"secret": "s3"`, "far the end", "[Allow it once]", "[Edit…]")
	h.press("Edit…")
	find(h, "the arguments", func(e *widgets.Entry) bool { return e.PlaceHolder == "Arguments" }).SetText("{not")
	h.press("Preview")
	h.mustSay("This isn't valid JSON.")
	find(h, "the arguments", func(e *widgets.Entry) bool { return e.PlaceHolder == "Arguments" }).SetText(`{"place":"here"}`)
	h.press("Preview")
	h.until("the new question", func() bool { return h.says(`"place": "here"`) && h.says("[Allow it once]") })
	h.mustNotSay("s3")
	h.press("Allow it once")
	h.untilSaid("It rains.")
	h.mustSay("Used weather_forecast")
}

func TestACallCanBeEditedAndIsAskedAgain(t *testing.T) {
	h, dir := asked(t, tells("Done."))
	h.press("Edit…")
	h.mustSay("Edit before approving", "_Kept/scan 12.png_")
	h.press("Back")
	h.mustSay("[Move 1 file]")
	h.press("Edit…")
	find(h, "the name", func(e *widgets.Entry) bool { return e.Text == "Kept/scan 12.png" }).SetText("Kept/Invoice.png")
	h.press("Preview")
	h.until("the question", func() bool { return h.says("Kept/Invoice.png") && h.says("[Move 1 file]") })
	h.press("Move 1 file")
	h.untilSaid("Done.")
	if !there(dir, "Kept", "Invoice.png") || there(dir, "scan 12.png") {
		t.Error("it was not moved to its target")
	}
}

func TestStopAndClosingAnswerNo(t *testing.T) {
	for what, end := range map[string]func(*fixture){
		"Stop":    func(h *fixture) { h.press("Stop"); h.idle(); h.mustSay("Stopped") },
		"closing": func(h *fixture) { h.close() },
	} {
		t.Run(what, func(t *testing.T) {
			h, dir := asked(t)
			end(h)
			if !there(dir, "scan 12.png") {
				t.Error("it was moved")
			}
			h.backend.tmu.Lock()
			defer h.backend.tmu.Unlock()
			messages := h.backend.conversations["chat-1"].messages
			if last := messages[len(messages)-1]; last.Role != chat.RoleTool || last.Status != chat.StatusCancelled {
				t.Errorf("the record is %+v", last)
			}
		})
	}
}

func TestAQuestionElsewhereMarksItsConversation(t *testing.T) {
	d, dir := receipts(), receiptsFolder(t)
	gate := make(chan struct{})
	move := moves(dir, "scan 12.png")
	d.script.answers(
		func(ctx context.Context, req chat.Request, emit func(chat.Delta)) (chat.Reply, error) {
			<-gate
			return move(ctx, req, emit)
		},
		tells("Here is nothing."), tells("Moved."))
	h := chatting(t, d)
	h.ask("Move the scan")
	h.until("the turn", func() bool { return h.says("Working…") })
	h.press("New conversation")
	h.ask("Hello")
	close(gate)
	h.untilSaid("Needs your answer")
	h.mustNotSay("[Move 1 file]")
	h.conversation("Move the scan")
	h.untilSaid("[Move 1 file]")
	h.press("Move 1 file")
	h.idle()
	if !there(dir, "Kept", "scan 12.png") {
		t.Error("it was not moved")
	}
}

func TestEveryRowOfALongChangeIsReachable(t *testing.T) {
	d := receipts()
	var names []string
	for i := range 75 {
		names = append(names, fmt.Sprintf("%02d %s.txt", i, strings.Repeat("long name ", 12)))
	}
	dir := folder(t, "Many", names...)
	d.script.answers(moves(dir, names...), tells("Done."))
	h := chatting(t, d)
	h.ask("Move all")
	h.untilSaid("Move 75 files?")
	for _, more := range []string{"55", "35"} {
		h.press("Show more of the other " + more)
	}
	for _, n := range names {
		h.mustSay("Kept/" + n)
	}
}

func TestDeceptiveNamesAreSpelledOut(t *testing.T) {
	d := receipts()
	name := "gnp.\u202Eexe\u200b.png"
	dir := folder(t, "Tricks", name)
	d.script.answers(moves(dir, name))
	h := chatting(t, d)
	h.ask("Move it")
	h.untilSaid("Move 1 file?")
	h.mustSay("gnp.<U+202E>exe<U+200B>.png")
	h.mustNotSay("\u202E", "\u200b")
}

func TestAMoveIsUndoneFromTheChat(t *testing.T) {
	h, dir := asked(t, tells("Done."))
	h.press("Move 1 file")
	h.untilSaid("Done.")
	h.idle()
	h.press("Undo")
	h.mustSay("Undo 1 move?")
	h.press("Undo 1 file")
	h.untilSaid("1 file is back where it was.")
	h.mustSay("<undone>")
	h.mustNotSay("[Undo]")
	if !there(dir, "scan 12.png") {
		t.Error("it is not back")
	}
}

func TestAProposedPlanIsReviewedOnItsPage(t *testing.T) {
	d, dir := receipts(), receiptsFolder(t)
	d.script.answers(calls("", "triage_propose", map[string]any{"paths": []string{dir}}), tells("I would rename six."))
	h := chatting(t, d)
	h.ask("What would you rename?")
	h.untilSaid("I would rename six.")
	h.untilSaid("[Review the plan]")
	h.mustSay("Found names for Receipts 2026 · 8 read, 6 ready, 1 to check", "IMG_3310.jpg", "2025-10-18 Kaufhalle Süd Receipt 12.60.jpg", "and 3 more files. Nothing is changed yet.")
	h.press("Review the plan")
	h.untilSaid("8 files read")
	h.press("Rename 6 files")
	h.untilSaid("6 files renamed")
	h.rail("Chat")
	h.conversation("What would you rename?")
	h.press("New conversation")
	h.conversation("What would you rename?")
	h.untilSaid("This plan has been applied.")
}
