package ui_test

import (
	"flag"
	"image"
	"image/draw"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/ui/widgets"
)

// With -draw the pictures in testdata are drawn again: look at them before committing.
var redraw = flag.Bool("draw", false, "draw the pictures of the window again")

func TestTheWindowMatchesItsPictures(t *testing.T) {
	for _, row := range []struct {
		name  string
		v     fyne.ThemeVariant
		size  fyne.Size
		reach func(h *fixture)
	}{
		{"home-light", fynetheme.VariantLight, wide, func(*fixture) {}},
		{"home-dark-narrow", fynetheme.VariantDark, narrow, func(*fixture) {}},
		{"plan-light", fynetheme.VariantLight, wide, withEvidence},
		{"plan-dark-narrow", fynetheme.VariantDark, narrow, withEvidence},
		{"menu-dark-narrow", fynetheme.VariantDark, narrow, func(h *fixture) {
			withEvidence(h)
			h.window.Fyne().Resize(narrow)
			h.press("Names like…")
		}},
		{"why-dark-narrow", fynetheme.VariantDark, narrow, func(h *fixture) {
			h.window.Fyne().Resize(narrow)
			withEvidence(h)
			h.filter("To check 1")
			h.filter("Date unclear 1")
			h.until("the page", func() bool { return len(h.page().Marks()) == 3 })
			h.until("the thumbnails", h.drawn)
			h.drain()
		}},
		{"doubt-light", fynetheme.VariantLight, wide, func(h *fixture) {
			withEvidence(h)
			h.chip("05/12/2026").Tapped(nil)
			h.until("the page", func() bool { return len(h.page().Marks()) == 3 })
			h.until("the thumbnails", h.drawn)
			test.Tap(find(h, "sort and tick", func(b *widgets.IconButton) bool { return b.Name() == "Sort and tick" }))
		}},
		{"calendar-dark-narrow", fynetheme.VariantDark, narrow, func(h *fixture) {
			withEvidence(h)
			h.window.Fyne().Resize(narrow)
			opensACalendar(h, "20.02.2026")
			for range 3 {
				h.key(fyne.KeyPageDown)
			}
			h.key(fyne.KeyLeft)
		}},
		{"receipt-dark", fynetheme.VariantDark, narrow, func(h *fixture) {
			withEvidence(h)
			h.press("Rename 6 files")
			h.untilSaid("6 files renamed")
			h.press("Undo")
		}},
		{"failures-light", fynetheme.VariantLight, narrow, renamedInPart},
		{"failures-dark", fynetheme.VariantDark, wide, renamedInPart},
		{"chat-light", fynetheme.VariantLight, wide, askedInTheChat},
		{"chat-dark-narrow", fynetheme.VariantDark, narrow, askedInTheChat},
		{"activity-light", fynetheme.VariantLight, wide, func(h *fixture) {
			h.rail("Activity")
			h.untilSaid("stopped after 37 of 212 files")
		}},
		{"calls-dark-narrow", fynetheme.VariantDark, narrow, func(h *fixture) {
			h.rail("Activity")
			h.filter("All tool calls")
			h.untilSaid("4 calls")
		}},
		{"models-light", fynetheme.VariantLight, wide, func(h *fixture) {
			h.rail("Models")
			h.untilSaid("[Try it]")
			h.press("Try it")
			h.untilSaid("5 of 5 answers valid")
		}},
		{"servers-dark-narrow", fynetheme.VariantDark, narrow, func(h *fixture) {
			h.rail("Servers")
			h.untilSaid("weather")
		}},
		{"server-asked-light", fynetheme.VariantLight, narrow, func(h *fixture) {
			h.rail("Servers")
			h.untilSaid("weather")
			h.on("weather", "Review…")
		}},
		{"settings-light", fynetheme.VariantLight, wide, func(h *fixture) {
			h.rail("Settings")
			h.untilSaid("_{date} {issuer} {kind} {title}_")
			h.set("Names like", "x")
			h.untilSaid("Not saved")
		}},
	} {
		t.Run(row.name, func(t *testing.T) {
			h := open(t, lived(), row.v)
			h.untilSaid("Reads English")
			h.untilSaid("stopped after 37 of 212 files")
			h.until("the recent folders", func() bool { return !h.says("One moment…") })
			row.reach(h)
			mustLookLike(t, row.name+".png", h.picture(row.size))
		})
	}
}

// lived returns a backend with content on every page.
func lived() *backend {
	d := watched()
	d.fakeModels, d.fakeServers = withModels().fakeModels, withServers().fakeServers
	return d
}

func TestTheWindowFollowsTheSystemFromLightToDark(t *testing.T) {
	h := open(t, busyPast(), fynetheme.VariantLight)
	withEvidence(h)
	settings := fyne.CurrentApp().Settings()
	dark := *settings.Theme().(*variant)
	dark.v = fynetheme.VariantDark
	settings.SetTheme(&dark) // as Settings does
	h.drain()
	mustLookLike(t, "plan-dark-narrow.png", h.picture(narrow))
}

func withEvidence(h *fixture) {
	h.window.Drop([]string{receiptsFolder(h.t)})
	h.untilSaid("8 files read")
	h.chip("12 May 2026").Tapped(nil)
	h.until("the page", func() bool { return len(h.page().Marks()) == 4 })
	h.until("the thumbnails", h.drawn)
}

// askedInTheChat shows a conversation with an open question.
func askedInTheChat(h *fixture) {
	dir := folder(h.t, "Receipts 2026", "IMG_3310.jpg", "scan 12.png", "contract_neu.pdf")
	h.backend.tools.plain = true // a temporary path would differ each time
	h.backend.script.answers(
		calls("I’ll look at what is there first.", "files_list", map[string]any{"path": dir}),
		calls("", "documents_read", map[string]any{"path": filepath.Join(dir, "contract_neu.pdf")}),
		calls("**Three** of them are from 2025. Shall I move these?", "files_move", map[string]any{"moves": []chat.PathChange{
			{From: "/home/ada/Receipts 2026/IMG_3310.jpg", To: "/home/ada/Receipts 2026/Archive/2025/2025-10-18 Kaufhalle Süd Receipt 12.60.jpg"},
			{From: "/home/ada/Receipts 2026/contract_neu.pdf", To: "/home/ada/Receipts 2026/Archive/2025/2025-08-01 Kanzlei Brandt Mietvertrag.pdf"},
			{From: "/home/ada/Receipts 2026/scan 12.png", To: "/home/ada/Receipts 2026/Archive/2025/2025-09-30 Studio Umber Minutes.png"},
		}}))
	h.rail("Chat")
	h.window.Drop([]string{dir})
	h.ask("Move last year’s invoices to Archive/2025")
	h.untilSaid("Move 3 files?")
	h.drain()
}

// mustLookLike compares two pictures. Rasterisers round differently, so every pixel may
// differ a little, and a few in a thousand more.
func mustLookLike(t *testing.T, name string, got image.Image) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *redraw {
		save(t, path, got)
		return
	}
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	want, err := png.Decode(file)
	_ = file.Close()
	if err != nil {
		t.Fatal(err)
	}
	if want.Bounds() != got.Bounds() {
		t.Fatalf("%s is %v, the window %v", name, want.Bounds(), got.Bounds())
	}
	b, far := got.Bounds(), 0
	one, other := plain(got), plain(want)
	for i := 0; i < len(one.Pix); i += 4 {
		if apart(one.Pix[i:i+3], other.Pix[i:i+3]) {
			far++
		}
	}
	if limit := b.Dx() * b.Dy() * 3 / 1000; far > limit {
		failed := filepath.Join(t.ArtifactDir(), name)
		save(t, failed, got)
		t.Errorf("%d pixels differ from %s (at most %d may); run with -artifacts to find it as %s", far, path, limit, failed)
	}
}

// plain returns a picture with comparable bytes.
func plain(img image.Image) *image.RGBA {
	p := image.NewRGBA(img.Bounds())
	draw.Draw(p, p.Bounds(), img, img.Bounds().Min, draw.Src)
	return p
}

// apart reports whether two colours differ by more than a little.
func apart(a, b []uint8) bool {
	const little = 24
	for i := range a {
		if d := int(a[i]) - int(b[i]); d > little || d < -little {
			return true
		}
	}
	return false
}

func save(t *testing.T, path string, img image.Image) {
	t.Helper()
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := png.Encode(file, img); err != nil {
		t.Fatal(err)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestEveryPageFitsANarrowWindow(t *testing.T) {
	h := open(t, lived(), fynetheme.VariantLight)
	h.untilSaid("stopped after 37 of 212 files")
	h.mustFit("home")
	withEvidence(h)
	h.mustFit("the review")
	h.press("Save plan…")
	h.untilSaid("Save plan as")
	h.mustFit("the review with a question")
	h.press("Cancel")
	h.press("Rename 6 files")
	h.untilSaid("6 files renamed")
	h.press("Undo")
	h.mustFit("the receipt")
	h.rail("Activity")
	h.untilSaid("newest first")
	h.drain()
	h.mustFit("the activity")
	h.filter("All tool calls")
	h.untilSaid("4 calls")
	h.press("Export…")
	h.untilSaid("Save as (CSV or JSON)")
	h.mustFit("the calls")
	h.rail("Models")
	h.untilSaid("[Try it]")
	h.mustFit("the models")
	h.get("gpt-9")
	h.untilSaid("There's no model of this name to download.")
	h.mustFit("the models with a failure")
	h.rail("Servers")
	h.untilSaid("weather")
	h.mustFit("the servers")
	h.on("files", "Tools")
	h.mustFit("the tools of a server")
	h.key(fyne.KeyEscape)
	h.on("weather", "Review…")
	h.mustFit("the question about a server")
	h.key(fyne.KeyEscape)
	h.on("notes", "Log")
	h.mustFit("the log of a server")
	h.key(fyne.KeyEscape)
	h.press("Add a server…")
	h.press("Save")
	h.mustFit("the form of a server")
	h.rail("Settings")
	h.press("Advanced…")
	h.untilSaid("_32768_")
	h.mustFit("the settings")
}

func TestTheChatFitsANarrowWindow(t *testing.T) {
	h := light(t, receipts())
	h.rail("Chat")
	h.untilSaid("What can I do for you?")
	h.mustFit("an empty chat")
	askedInTheChat(h)
	h.mustFit("the chat with a question")
	h.press("Edit…")
	h.mustFit("the chat with a change that is edited")
	h.press("Delete all…")
	h.mustFit("the chat with a question above it")
}

// mustFit fails unless the shown page fits a narrow window.
func (h *fixture) mustFit(what string) {
	h.t.Helper()
	if m := h.window.Fyne().Content().MinSize(); m.Width > narrow.Width || m.Height > narrow.Height {
		h.t.Errorf("%s needs %v", what, m)
	}
}

// renamedInPart shows the receipt of a batch with failures.
func renamedInPart(h *fixture) {
	withEvidence(h)
	h.backend.change(func(d *backend) {
		d.refuses = map[string]chat.Code{
			"scan 12.png": chat.CodeDiskFull, "IMG_3310.jpg": chat.CodeReadOnly, "IMG_3312.jpg": chat.CodeVanished,
		}
	})
	h.press("Rename 6 files")
	h.untilSaid("3 files renamed")
}
