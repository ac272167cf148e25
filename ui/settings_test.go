package ui_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/app/config"
	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/theme"
	"github.com/deskhand/deskhand/ui/widgets"
)

// atSettings returns a window that shows the settings.
func atSettings(t *testing.T, d *backend) *fixture {
	t.Helper()
	h := light(t, d)
	h.rail("Settings")
	h.press("Advanced…")
	h.until("the settings", func() bool { return h.says("_32768_") && h.says(".cache/deskhand") })
	return h
}

// setting returns the entry of a setting.
func (h *fixture) setting(label string) *widgets.Entry {
	h.t.Helper()
	return find(h, "setting "+label, func(e *widgets.Entry) bool { return e.PlaceHolder == label })
}

// set types a value into a setting and presses Enter.
func (h *fixture) set(label, value string) {
	h.t.Helper()
	e := h.setting(label)
	e.SetText(value)
	e.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
}

func (d *backend) wrote() []string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Clone(d.fakeSettings.kept)
}

func TestASettingIsSavedOnEnterAndCanBeReset(t *testing.T) {
	d := receipts()
	h := atSettings(t, d)
	h.mustNotSay("[Reset to")
	h.set("Rounds of tool calls", " 60 ")
	h.untilSaid("Saved.")
	h.untilSaid("[Reset to 40]")
	h.mustSay("Takes effect after a restart.")
	h.press("Reset to 40")
	h.until("the default", func() bool { return !h.says("[Reset to") })
	if got := d.wrote(); !slices.Equal(got, []string{"limits.rounds=60", "limits.rounds=40"}) {
		t.Errorf("it saved %q", got)
	}
}

func TestCorrectionsAreListedAndRemoved(t *testing.T) {
	d := receipts()
	d.habits = []app.Habit{
		{ID: "a", About: app.HabitIssuer, Sender: app.Sender{Name: "ACME Inc."}, Is: "Acme", When: time.Date(2026, 3, 3, 0, 0, 0, 0, time.UTC)},
		{ID: "b", About: app.HabitKind, Sender: app.Sender{Name: "Bank"}, Was: "Statement", Is: "Account"},
		{ID: "c", About: app.HabitName, Sender: app.Sender{Name: "Bank"}, Is: "{date} Bank"},
		{ID: "d", About: app.HabitFolder, Sender: app.Sender{Marks: []string{"vat:DE1"}}, Is: "Energy/{year}"},
	}
	h := atSettings(t, d)
	h.mustSay("ACME Inc. is called “Acme”", "3 Mar 2026", "Bank: “Statement” is called “Account”", "Bank: named like “{date} Bank”", "vat:DE1: goes to the folder “Energy/{year}”")
	for _, words := range []string{"is called “Acme”", "is called “Account”", "named like", "goes to the folder"} {
		h.press("Remove")
		h.until("a correction removed", func() bool { return !h.says(words) })
	}
	h.untilSaid("Nothing has been corrected yet.")
}

func TestLeavingASettingSavesItAndEscapeRevertsIt(t *testing.T) {
	d := receipts()
	h := atSettings(t, d)
	c := h.window.Fyne().Canvas()
	c.Focus(h.setting("Tool timeout"))
	h.setting("Tool timeout").SetText("60s")
	c.FocusNext()
	h.untilSaid("Saved.")
	c.Focus(h.setting("Failures in a row"))
	h.setting("Failures in a row").SetText("9")
	h.key(fyne.KeyEscape)
	c.FocusNext()
	h.drain()
	if got := d.wrote(); !slices.Equal(got, []string{"limits.tool_timeout=60s"}) {
		t.Errorf("it saved %q", got)
	}
}

func TestAnInvalidSettingIsRefusedAndStaysEditable(t *testing.T) {
	d := receipts()
	h := atSettings(t, d)
	for _, row := range []struct{ label, value, says string }{
		{"Rounds of tool calls", "many", "Not saved. Enter a whole number from 1 to 10,000,000."},
		{"Tool timeout", "soon", "Not saved. Enter a time of at most 24 hours, such as 120s."},
		{"Creativity (temperature)", "3", "Not saved. Enter a number from 0 to 2."},
		{"Names like", "no part", "Not saved. The pattern needs a part, such as {date} or {issuer}."},
	} {
		h.set(row.label, row.value)
		h.untilSaid(row.says)
		h.mustSay("_" + row.value + "_")
	}
	if got := d.wrote(); len(got) != 0 {
		t.Errorf("it saved %q", got)
	}
	d.fail["SetSetting"] = errors.New("disk full")
	h.set("Rounds of tool calls", "41")
	h.untilSaid("Couldn't save: the file can't be changed. Check who may write to it.")
}

func TestTheAddressAndKeyVariableOfOllamaAreSet(t *testing.T) {
	d := withModels()
	d.advice.Remote = app.RemoteModels{Address: "http://192.168.1.5:11434"}
	h := atSettings(t, d)
	h.mustSay("Takes effect immediately.", "Another computer is used only after you allow it on the Models page.", "The key itself is never stored.")
	h.set("Address of Ollama", "not an address")
	h.untilSaid("Not saved. Enter an address, such as 192.168.1.5:11434.")
	h.set("Address of Ollama", "192.168.1.5:11434")
	h.untilSaid("Saved.")
	h.set("Key variable", "sk-123")
	h.untilSaid("Not saved. Enter the name of an environment variable, never the key itself.")
	h.set("Key variable", "OFFICE_KEY")
	h.until("both are kept", func() bool {
		return slices.Equal(d.wrote(), []string{"models.ollama_host=192.168.1.5:11434", "models.ollama_key_env=OFFICE_KEY"})
	})
	h.rail("Models")
	h.untilSaid("Use models on another computer?")
}

func TestTheLastOfSeveralPendingSettingsWins(t *testing.T) {
	d := receipts()
	d.saveGate = make(chan struct{})
	h := atSettings(t, d)
	for _, v := range []string{"41", "42", "43"} {
		h.set("Rounds of tool calls", v)
	}
	close(d.saveGate)
	h.until("the last", func() bool { w := d.wrote(); return len(w) > 0 && w[len(w)-1] == "limits.rounds=43" })
	if got := d.wrote(); len(got) != 2 {
		t.Errorf("it saved %q", got)
	}
}

func TestAReadyPatternTakesEffectImmediately(t *testing.T) {
	d := receipts()
	h := atSettings(t, d)
	h.press("Choose")
	h.pick(2)
	h.untilSaid("_{kind} {date} {issuer}_")
	h.untilSaid("[Reset to {date} {issuer} {kind} {title}]")
	h.rail("Home")
	h.mustSay("[{kind} {date} {issuer}]")
	h.window.Drop([]string{receiptsFolder(t)})
	h.untilSaid("Receipt 2025-10-18 Kaufhalle")
}

func TestATypedTemplateShowsAPreview(t *testing.T) {
	d := receipts()
	h := atSettings(t, d)
	e := h.setting("Names like")
	e.SetText("{year}/{kind}")
	h.untilSaid("Makes example of {year}/{kind}")
	e.SetText("kind")
	h.untilSaid("The pattern needs a part, such as {date} or {issuer}.")
	if got := d.wrote(); len(got) != 0 {
		t.Errorf("it saved %q", got)
	}
}

func TestYesOrNoIsChosen(t *testing.T) {
	d := receipts()
	h := atSettings(t, d)
	test.Tap(find(h, "Yes", func(f *widgets.Filter) bool { return f.Text() == "Yes" })) // the first: subfolders
	h.untilSaid("Saved.")
	if got := d.wrote(); !slices.Equal(got, []string{"naming.subfolders=true"}) {
		t.Errorf("it saved %q", got)
	}
}

func TestAdvancedSettingsAreFoldedAndTheWindowComesFirst(t *testing.T) {
	h := light(t, receipts())
	h.rail("Settings")
	h.untilSaid("(System)")
	h.mustSay("Appearance", "Language", "Names like", "Include subfolders", "Languages in scans", "(Deutsch)")
	h.mustNotSay("Largest context window", ".cache/deskhand")
	h.press("Advanced…")
	h.mustSay("Largest context window", "Where things are stored")
	h.press("Hide advanced")
	h.mustNotSay("Largest context window")
}

func TestTheAppearanceChangesImmediately(t *testing.T) {
	d := receipts()
	h := light(t, d)
	h.rail("Settings")
	h.untilSaid("(Dark)")
	before := widgets.ColourOf(h.window.Fyne().Content(), theme.Background)
	h.filter("Dark")
	h.untilSaid("Saved.")
	if got := d.wrote(); !slices.Equal(got, []string{"window.appearance=dark"}) {
		t.Errorf("it saved %q", got)
	}
	dark := widgets.ColourOf(h.window.Fyne().Content(), theme.Background)
	h.filter("Light")
	h.until("it is light again", func() bool {
		return len(d.wrote()) == 2 && widgets.ColourOf(h.window.Fyne().Content(), theme.Background) == before
	})
	if dark == before {
		t.Error("dark looks like light")
	}
}

func TestTheLanguageChangesImmediatelyAndThePlanStays(t *testing.T) {
	t.Setenv(locale.Variable, "")
	t.Setenv("LANGUAGE", "")
	t.Setenv("LC_ALL", "en_US.UTF-8")
	t.Cleanup(func() { locale.Speak("") })
	h, _ := reviewing(t)
	h.editName("12 May 2026", "Ada's invoice")
	h.key(fyne.KeyReturn)
	h.untilSaid("Ada's invoice.png")
	h.drain()
	h.rail("Settings")
	h.untilSaid("(Deutsch)")
	h.filter("Deutsch")
	h.untilSaid("Einstellungen")
	h.shortcut(fyne.Key1)
	h.untilSaid("8 Dateien gelesen")
	h.mustSay("Ada's invoice.png", "[6 Dateien umbenennen]")
	h.shortcut(fyne.Key6)
	h.untilSaid("(System)")
	h.until("the settings", func() bool { return h.says("_{date} {issuer} {kind} {title}_") })
	h.filter("English")
	h.untilSaid("Advanced…")
	h.shortcut(fyne.Key1)
	h.untilSaid("8 files read")
	h.mustSay("Ada's invoice.png")
}

func TestTheOrderOfDayAndMonthIsChosen(t *testing.T) {
	d := receipts()
	h := light(t, d)
	h.rail("Settings")
	h.untilSaid("(May 12)")
	h.filter("May 12")
	h.untilSaid("Saved.")
	if got := d.wrote(); !slices.Equal(got, []string{"naming.date_order=month-first"}) {
		t.Errorf("it saved %q", got)
	}
	h.window.Drop([]string{receiptsFolder(t)})
	h.untilSaid("8 files read")
	h.chip("05/12/2026").Tapped(nil)
	h.mustSay("[Dec 5, 2026]", "Is this December 5, 2026 or May 12, 2026?", "2026-05-12 Hollow Tree Garden")
}

func TestAnInvalidConfigIsReportedWithItsLineAndCanBeOpened(t *testing.T) {
	d := receipts()
	d.problem = &config.Error{File: "/home/ada/.config/deskhand/config.toml", Line: 7, Code: config.Unreadable, Text: "rounds"}
	h := atSettings(t, d)
	h.untilSaid("config.toml, line 7: “rounds” can't be read. Text goes in quotes, a list in brackets, and each key may appear once. Fix it and press Reload.")
	h.press("Open file")
	if !slices.Equal(h.opened, []string{"/home/ada/.config/deskhand/config.toml"}) {
		t.Errorf("it opened %q", h.opened)
	}
	d.change(func(d *backend) { d.problem = nil })
	h.press("Reload")
	h.until("it is mended", func() bool { return !h.says("line 7") })
}

func TestReloadingDoesNotOverwriteTyping(t *testing.T) {
	d := receipts()
	h := atSettings(t, d)
	h.setting("Rounds of tool calls").SetText("5")
	d.change(func(d *backend) { d.values = map[string]string{"limits.tool_failures": "8"} })
	h.rail("Settings")
	h.untilSaid("_8_") // edited in the file
	h.mustSay("_5_")
}

func TestTheSettingsSayWhereThingsAreKept(t *testing.T) {
	h := atSettings(t, receipts())
	h.mustSay("/home/ada/.config/deskhand/config.toml", "/home/ada/.config/deskhand/mcp.json", "/home/ada/.local/share/deskhand", "/home/ada/.cache/deskhand")
	h.press("Show")
	if !slices.Equal(h.opened, []string{"/home/ada/.local/share/deskhand"}) {
		t.Errorf("it opened %q", h.opened)
	}
}

func TestTabReachesEverythingOfTheSettings(t *testing.T) {
	h := atSettings(t, receipts())
	mustReach(t, h.reached(), "Names like", "Choose", "Largest context window", "No", "Yes", "Rounds of tool calls", "Open file", "Show")
}
