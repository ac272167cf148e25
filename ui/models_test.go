package ui_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"

	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/app/config"
	"github.com/deskhand/deskhand/ui/widgets"
)

// atModels returns a window that shows the models.
func atModels(t *testing.T, d *backend) *fixture {
	t.Helper()
	h := light(t, d)
	h.rail("Models")
	h.untilSaid("Built-in rules")
	return h
}

// row returns the row of a model.
func (h *fixture) row(name string) *widgets.Item {
	h.t.Helper()
	return find(h, "row of "+name, func(i *widgets.Item) bool { return i.Name() == name })
}

// inRow returns the button with these words in the row of a model.
func (h *fixture) inRow(name, words string) *widgets.Button {
	h.t.Helper()
	for _, o := range seen(h.row(name)) {
		if b, ok := o.(*widgets.Button); ok && b.Text() == words {
			return b
		}
	}
	h.t.Fatalf("there is no button %q next to %s", words, name)
	panic("unreachable")
}

// order returns the models in the order of the screen.
func (h *fixture) order() string {
	var names []string
	for _, o := range h.all() {
		if i, ok := o.(*widgets.Item); ok {
			names = append(names, i.Name())
		}
	}
	return strings.Join(names, ", ")
}

func (h *fixture) mustOrder(want string) {
	h.t.Helper()
	if got := h.order(); got != want {
		h.t.Errorf("the order is %s, want %s", got, want)
	}
}

func (d *backend) keeps(chain ...string) func() bool {
	return func() bool {
		d.mu.Lock()
		defer d.mu.Unlock()
		return slices.Equal(d.chain, chain)
	}
}

func TestModelsAreListedInOrderOfUseWithTheRulesLast(t *testing.T) {
	h := atModels(t, withModels())
	h.mustOrder("qwen3:8b, llama3.2:3b, rules, glm:cloud")
	h.mustSay("5.2 GB · context 32k · uses tools · thinks first · on the GPU", "2.0 GB · context 32k · uses tools · on the CPU",
		"Always last, so there's always an answer.", "Installed, not in use",
		"<not on this computer>", "It runs on another computer (ollama.com), which isn't allowed.")
	for _, o := range seen(h.row("rules")) {
		if b, ok := o.(*widgets.Button); ok {
			t.Errorf("the rules have a button %q", b.Text())
		}
	}
}

func TestNothingIsSaidAboutModelsUntilTheyAreKnown(t *testing.T) {
	h := light(t, bare())
	h.rail("Models")
	h.mustSay("Checking which models there are…")
	h.mustNotSay("Get a model", "too little memory", "Ollama isn't running")
	h.untilSaid("Built-in rules")
	h.mustNotSay("Checking which models there are…")
}

func TestTheOrderIsChangedByButtons(t *testing.T) {
	d := withModels()
	h := atModels(t, d)
	if !h.inRow("qwen3:8b", "Up").Disabled() || !h.inRow("llama3.2:3b", "Down").Disabled() {
		t.Error("the first one can go up, or the last one down past the rules")
	}
	test.Tap(h.inRow("llama3.2:3b", "Up"))
	h.mustOrder("llama3.2:3b, qwen3:8b, rules, glm:cloud") // at once
	h.until("it is kept", d.keeps("llama3.2:3b", "qwen3:8b"))
	test.Tap(h.inRow("llama3.2:3b", "Remove"))
	h.mustOrder("qwen3:8b, rules, llama3.2:3b, glm:cloud")
	h.until("it is kept", d.keeps("qwen3:8b"))
	test.Tap(h.inRow("llama3.2:3b", "Add"))
	h.until("it is kept", d.keeps("qwen3:8b", "llama3.2:3b"))
	h.mustOrder("qwen3:8b, llama3.2:3b, rules, glm:cloud")
}

func TestTheOrderIsChangedByKeysAndTheFocusStaysOnTheModel(t *testing.T) {
	d := withModels()
	h := atModels(t, d)
	alt := func(key fyne.KeyName) {
		h.window.Fyne().Canvas().Focused().(fyne.Shortcutable).TypedShortcut(&desktop.CustomShortcut{KeyName: key, Modifier: fyne.KeyModifierAlt})
	}
	h.window.Fyne().Canvas().Focus(h.row("qwen3:8b"))
	alt(fyne.KeyDown)
	h.until("it is kept", d.keeps("llama3.2:3b", "qwen3:8b"))
	alt(fyne.KeyDown) // the rules stay last
	h.drain()
	h.mustOrder("llama3.2:3b, qwen3:8b, rules, glm:cloud")
	alt(fyne.KeyUp)
	h.key(fyne.KeyDelete)
	h.until("it is kept", d.keeps("llama3.2:3b"))
	h.drain()
	h.key(fyne.KeyReturn)
	h.until("it is kept", d.keeps("llama3.2:3b", "qwen3:8b"))
	if f := h.window.Fyne().Canvas().Focused(); f != fyne.Focusable(h.row("qwen3:8b")) {
		t.Errorf("the focus is on %T", f)
	}
}

func TestADisappearingButtonMovesTheFocusToItsRow(t *testing.T) {
	h := atModels(t, withModels())
	h.window.Fyne().Canvas().Focus(h.inRow("qwen3:8b", "Remove"))
	h.key(fyne.KeyReturn)
	if f := h.window.Fyne().Canvas().Focused(); f != fyne.Focusable(h.row("qwen3:8b")) {
		t.Errorf("the focus is on %T", f)
	}
}

func TestAnOrderThatCannotBeSavedIsReverted(t *testing.T) {
	d := withModels()
	d.fail["SetChain"] = &config.Error{File: "/home/ada/config.toml", Line: 7, Code: config.NoKey, Key: "limits.round"}
	h := atModels(t, d)
	test.Tap(h.inRow("qwen3:8b", "Down"))
	h.untilSaid("config.toml, line 7: There's no key limits.round.")
	h.until("the old order", func() bool { return strings.HasPrefix(h.order(), "qwen3:8b, llama3.2:3b") })
	h.mustSay("config.toml, line 7: There's no key limits.round.")
}

func TestTheLastOfSeveralOrdersIsSaved(t *testing.T) {
	d := withModels()
	h := atModels(t, d)
	for range 5 {
		test.Tap(h.inRow("qwen3:8b", "Down"))
		test.Tap(h.inRow("qwen3:8b", "Up"))
	}
	test.Tap(h.inRow("qwen3:8b", "Down"))
	h.until("the last one is kept", d.keeps("llama3.2:3b", "qwen3:8b"))
	h.drain()
	h.mustOrder("llama3.2:3b, qwen3:8b, rules, glm:cloud")
}

func TestWithoutOllamaThePageSaysHowToGetIt(t *testing.T) {
	d := receipts()
	h := atModels(t, d)
	h.mustSay("Ollama isn't running", "Install it from ollama.com/download and start it", "[Refresh]")
	h.press("Open ollama.com/download")
	if len(h.opened) != 1 || h.opened[0] != "https://ollama.com/download" {
		t.Errorf("it opened %q", h.opened)
	}
	h.mustNotSay("[Download]", "[Try it]")
	d.change(func(d *backend) { d.fakeModels = withModels().fakeModels })
	h.press("Refresh")
	h.untilSaid("qwen3:8b")
	h.mustNotSay("Ollama isn't running")
	h.mustSay("[Download]", "[Try it]")
}

func TestTheFittingModelIsDownloadedAndUsedInOneClick(t *testing.T) {
	d := bare()
	d.steps = make(chan struct{})
	h := atModels(t, d)
	h.mustSay("qwen3:8b fits this computer's 16 GB of memory.")
	h.mustNotSay("[Try it]")
	h.press("Get and use qwen3:8b · 5.2 GB")
	h.untilSaid("0 kB of 5.2 GB · 52 MB/s · 2 minutes left")
	for range 5 {
		d.steps <- struct{}{}
	}
	h.untilSaid("2.6 GB of 5.2 GB · 52 MB/s · less than a minute left")
	h.mustNotSay("[Download]")
	h.press("Cancel")
	h.untilSaid("Stopped. The 2.6 GB of qwen3:8b downloaded so far are kept; you can resume at any time.")
	h.press("Resume")
	h.untilSaid("2.6 GB of 5.2 GB")
	close(d.steps)
	h.untilSaid("qwen3:8b is installed and is now used first.")
	h.until("it is kept", d.keeps("qwen3:8b"))
	h.untilSaid("5.2 GB · context 8k · uses tools")
	h.mustNotSay("[Get and use")
}

func TestADownloadContinuesOnOtherPages(t *testing.T) {
	d := withModels()
	d.steps = make(chan struct{})
	h := atModels(t, d)
	h.get("gemma3:4b")
	h.untilSaid("Downloading gemma3:4b")
	h.rail("Home")
	d.steps <- struct{}{}
	d.steps <- struct{}{}
	h.rail("Models")
	h.untilSaid("660 MB of 3.3 GB")
	close(d.steps)
	h.untilSaid("gemma3:4b is installed.")
	h.press("Use first")
	h.until("it is kept", d.keeps("gemma3:4b", "qwen3:8b", "llama3.2:3b"))
}

// get downloads a model by its name.
func (h *fixture) get(name string) {
	h.t.Helper()
	e := find(h, "the name of a model", func(e *widgets.Entry) bool { return strings.HasPrefix(e.PlaceHolder, "Model name") })
	e.SetText(name)
	e.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
}

func TestAnUnknownModelIsReported(t *testing.T) {
	h := atModels(t, withModels())
	h.get("gpt-9")
	h.untilSaid("There's no model of this name to download. Look up its name at ollama.com/library.")
	h.mustSay("[Download]")
}

func TestAMissingModelCanBeDownloadedFromItsRow(t *testing.T) {
	d := withModels()
	d.chain = []string{"gemma3:4b", "qwen3:8b"}
	h := atModels(t, d)
	h.mustSay("It isn't installed.")
	test.Tap(h.inRow("gemma3:4b", "Download"))
	h.untilSaid("gemma3:4b is installed.")
	h.untilSaid("3.3 GB · context 8k")
	h.mustOrder("gemma3:4b, qwen3:8b, rules, llama3.2:3b, glm:cloud")
}

func TestAModelIsTriedOnTheSample(t *testing.T) {
	d := withModels()
	d.steps = make(chan struct{})
	h := atModels(t, d)
	h.press("Try it")
	h.untilSaid("0 of 5")
	d.steps <- struct{}{}
	h.untilSaid("2025-10-18 Kaufhalle Süd Receipt 12.60.jpg")
	h.mustSay("4 fields · 1 s", "1 of 5", "[Cancel]")
	close(d.steps)
	h.untilSaid("qwen3:8b does well. 3 s per file · 5 of 5 answers valid · 17 fields found")
	h.mustSay("document(7).pdf", "3 fields · 4 s")
	h.mustNotSay("[Cancel]")
}

func TestAStoppedEvaluationShowsPartialResults(t *testing.T) {
	d := withModels()
	d.steps = make(chan struct{})
	h := atModels(t, d)
	h.press("Try it")
	d.steps <- struct{}{}
	d.steps <- struct{}{}
	h.untilSaid("2 of 5")
	h.press("Cancel")
	h.untilSaid("Stopped. 1.5 s per file · 2 of 2 answers valid · 8 fields found (4 by the rules alone).")
	h.press("Try it")
	h.untilSaid("0 of 5")
	h.mustNotSay("Kaufhalle Süd", "Stopped. ")
}

func TestAModelIsTriedOnOwnFiles(t *testing.T) {
	home := folder(t, "person", "1.pdf", "2.pdf", "3.pdf", "4.pdf", "5.pdf", "6.pdf")
	t.Setenv("HOME", home)
	d := withModels()
	d.known["1.pdf"] = plan.Item{To: "Letter.pdf"}
	h := atModels(t, d)
	h.press("five sample files")
	h.pick(2)
	h.untilSaid("0 folders, 6 files here")
	h.mustSay("Choose up to five files")
	for range 6 {
		h.key(fyne.KeySpace)
		h.key(fyne.KeyDown)
	}
	h.press("Read 5 files") // and not six
	h.mustSay("[1.pdf and 4 more]")
	h.press("Try it")
	h.untilSaid("1 of 5 answers valid")
	h.mustSay("Letter.pdf", "no valid answer", "<no valid answer>")
	want := []string{}
	for i := range 5 {
		want = append(want, filepath.Join(home, fmt.Sprint(i+1)+".pdf"))
	}
	if !slices.Equal(d.tried, want) {
		t.Errorf("it was tried on %q, want %q", d.tried, want)
	}
}

func TestAFailedEvaluationIsReportedAndCanBeRepeated(t *testing.T) {
	d := withModels()
	d.fail["Evaluate"] = os.ErrDeadlineExceeded
	h := atModels(t, d)
	h.press("Try it")
	h.untilSaid("Couldn't try qwen3:8b. Check that Ollama is running, then try again.")
	d.change(func(d *backend) { d.fail["Evaluate"] = nil })
	h.press("Try it")
	h.untilSaid("5 of 5 answers valid")
}

func TestAnEvaluationUsesTheChosenModel(t *testing.T) {
	d := withModels()
	h := atModels(t, d)
	h.press("qwen3:8b")
	h.pick(2)
	h.press("Try it")
	h.untilSaid("llama3.2:3b does well. 3 s per file · 5 of 5")
}

func TestTabReachesEverythingOfTheModels(t *testing.T) {
	h := atModels(t, withModels())
	mustReach(t, h.reached(), "qwen3:8b", "Up", "Down", "Remove", "Model name, such as qwen3:8b", "Download", "five sample files", "Try it")
	h = atModels(t, bare())
	mustReach(t, h.reached(), "Get and use qwen3:8b · 5.2 GB")
	h = atModels(t, receipts())
	mustReach(t, h.reached(), "Refresh")
}

func TestEnterDownloadsTheFittingModel(t *testing.T) {
	h := atModels(t, bare())
	h.window.Fyne().Canvas().Unfocus()
	h.key(fyne.KeyReturn)
	h.untilSaid("qwen3:8b is installed and is now used first.")
	h = atModels(t, withModels())
	h.key(fyne.KeyReturn) // does nothing without an offer
	h.drain()
	h.mustNotSay("Downloading")
}

func TestModelsOnAnotherComputerNeedApprovalOfItsAddress(t *testing.T) {
	d := withModels()
	d.advice.Remote, d.advice.Ollama = app.RemoteModels{Address: "http://192.168.1.5:11434"}, false
	h := open(t, d, fynetheme.VariantLight)
	h.rail("Models")
	h.untilSaid("Use models on another computer?")
	h.mustSay("Your requests, and names and text from your files, would be sent to http://192.168.1.5:11434.")
	h.mustNotSay("Ollama isn't running")
	h.press("Allow this address")
	h.untilSaid("Models run on another computer")
	h.mustSay("are sent to http://192.168.1.5:11434.")
	h.press("Stop using it")
	h.untilSaid("Use models on another computer?")
	if d.advice.Remote.Allowed {
		t.Error("it is still allowed")
	}
}

func TestAModelServerIsAddedAllowedAndRemoved(t *testing.T) {
	d := withModels()
	h := atModels(t, d)
	h.mustNotSay("key variable")
	h.press("Add a server…")
	h.entry("For example, office").SetText("Not a name")
	h.press("Add")
	h.untilSaid("Its name must be lowercase letters, digits and hyphens.")
	h.entry("For example, office").SetText("office")
	h.entry("http://127.0.0.1:8000/v1; several with spaces in between").SetText("http://192.0.2.1:8000/v1 http://192.0.2.2:8000/v1")
	h.entry("For example, OFFICE_KEY").SetText("OFFICE_KEY")
	h.press("Add")
	h.untilSaid("would be sent to http://192.0.2.1:8000/v1, http://192.0.2.2:8000/v1. · OFFICE_KEY, which holds its key, isn't set")
	h.press("Allow this address")
	h.untilSaid("names and text from your files, are sent to http://192.0.2.1:8000/v1, http://192.0.2.2:8000/v1.")
	if e := d.engines[0]; !e.Remote || e.Kind != app.EngineOpenAI || e.KeyEnv != "OFFICE_KEY" {
		t.Errorf("saved: %+v", e)
	}
	h.press("Stop using it")
	h.untilSaid("would be sent to http://192.0.2.1:8000/v1")
	var remove *widgets.Button // the last one of the page
	for _, o := range h.all() {
		if b, ok := o.(*widgets.Button); ok && b.Text() == "Remove" {
			remove = b
		}
	}
	remove.Tapped(nil)
	h.until("it is gone", func() bool { return !h.says("192.0.2.1") })
}

func TestAnUnusedModelIsDeletedAfterAQuestion(t *testing.T) {
	d := withModels()
	h := atModels(t, d)
	for _, o := range seen(h.row("qwen3:8b")) {
		if b, ok := o.(*widgets.Button); ok && b.Text() == "Delete…" {
			t.Error("a model in use can be deleted")
		}
	}
	h.inRow("llama3.2:3b", "Remove").Tapped(nil)
	h.untilSaid("Installed, not in use")
	h.inRow("llama3.2:3b", "Delete…").Tapped(nil)
	h.mustSay("Delete llama3.2:3b from this computer? That frees 2.0 GB, and it can be downloaded again.")
	if b, ok := h.window.Fyne().Canvas().Focused().(*widgets.Button); !ok || b.Text() != "Cancel" {
		t.Error("the safe answer does not have the focus")
	}
	h.press("Cancel")
	h.mustOrder("qwen3:8b, rules, llama3.2:3b, glm:cloud")

	h.inRow("llama3.2:3b", "Delete…").Tapped(nil)
	h.press("Delete llama3.2:3b")
	h.until("the model is gone", func() bool { return h.order() == "qwen3:8b, rules, glm:cloud" })
}

func TestHomeOffersAnInstalledModelOnce(t *testing.T) {
	d := receipts()
	d.running, d.advice.Offer = true, "qwen3:8b"
	h := open(t, d, fynetheme.VariantLight)
	h.untilSaid("qwen3:8b is installed. Use it for answers and names?")
	h.press("Use qwen3:8b")
	kept := func() string {
		d.mu.Lock()
		defer d.mu.Unlock()
		return fmt.Sprint(d.fakeModels.kept)
	}
	h.until("the choice", func() bool { return kept() != "[]" })
	if got := kept(); got != "[[auto]]" {
		t.Errorf("saved: %s", got)
	}
	h.mustNotSay("[Not now]")
}

func TestTheOfferOfAModelCanBeDeclined(t *testing.T) {
	d := receipts()
	d.running, d.advice.Offer = true, "qwen3:8b"
	h := open(t, d, fynetheme.VariantLight)
	h.untilSaid("[Not now]")
	h.press("Not now")
	h.rail("Chat")
	h.rail("Home")
	h.drain()
	h.mustNotSay("[Not now]")
	if len(d.fakeModels.kept) != 0 {
		t.Errorf("saved: %v", d.fakeModels.kept)
	}
}

func TestALoadedModelShowsUntilWhenAndCanBeUnloaded(t *testing.T) {
	d := withModels()
	for i := range d.installed {
		d.installed[i].Until = time.Date(2026, 11, 22, 14, 5, 0, 0, time.Local)
	}
	h := atModels(t, d)
	h.untilSaid("6.0 GB in memory until 14:05")
	test.Tap(h.inRow("qwen3:8b", "Unload"))
	h.until("the memory", func() bool { return !h.says("6.0 GB in memory until 14:05") })
}
