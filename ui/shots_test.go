package ui_test

import (
	"context"
	"fmt"
	"image/png"
	"os"
	"path/filepath"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"github.com/deskhand/deskhand/agentcore/event"
	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/ui/widgets"
)

func TestShots(t *testing.T) {
	out := os.Getenv("SHOTS")
	if out == "" {
		return
	}
	_ = context.Background
	for name, v := range map[string]fyne.ThemeVariant{"light": fynetheme.VariantLight, "dark": fynetheme.VariantDark} {
		d := receipts()
		h := open(t, d, v)
		shot := func(what string) {
			h.settle()
			for suffix, size := range map[string]fyne.Size{"": fyne.NewSize(1280, 800), "-small": fyne.NewSize(900, 600)} {
				f, err := os.Create(filepath.Join(out, what+"-"+name+suffix+".png"))
				if err != nil {
					t.Fatal(err)
				}
				if err := png.Encode(f, h.picture(size)); err != nil {
					t.Fatal(err)
				}
				_ = f.Close()
			}
			h.window.Fyne().Resize(fyne.NewSize(1280, 800))
		}
		h.untilSaid("Reads English")
		shot("home")
		d.warn = []event.Warning{{Text: "fake.png is not a picture, so it keeps its name."}, {Text: "x"}}
		dir := receiptsFolder(t)
		d.gate = make(chan struct{}, 100)
		for range 3 {
			d.gate <- struct{}{}
		}
		h.window.Drop([]string{dir})
		h.untilSaid("3 of 8")
		shot("reading")
		for range 5 {
			d.gate <- struct{}{}
		}
		h.untilSaid("8 files read")
		h.until("the thumbnails", h.drawn)
		shot("plan-warned")
		h.press("All right")
		chip := find(h, "chip", func(c *widgets.Chip) bool { return c.Text() == "12 May 2026" })
		chip.Tapped(nil)
		h.until("the page", h.drawn)
		h.until("marks", func() bool { return len(find(h, "page", func(*widgets.Page) bool { return true }).Marks()) > 0 })
		shot("plan")
		h.key(fyne.KeyF2)
		shot("plan-edit")
		h.key(fyne.KeyEscape)
		chip = find(h, "chip", func(c *widgets.Chip) bool { return c.Text() == "05/12/2026" })
		chip.Tapped(nil)
		h.until("the page", h.drawn)
		shot("plan-doubt")
		h.press("Save plan…")
		shot("plan-save")
		h.key(fyne.KeyEscape)
		close(d.gate)
		h.press("Rename 6 files")
		h.untilSaid("6 files renamed")
		shot("receipt")
		h.press("Undo")
		shot("receipt-undo")
		h.press("Done")
		h.untilSaid("Last time")
		d.folders = []app.Folder{{Path: dir, Files: 8}, {Path: "/x/Downloads", Files: 318}}
		h.until("last", func() bool { return h.says("6 files renamed in") })
		h.window.Drop([]string{filepath.Join(dir, "nothing")})
		h.untilSaid("There is no nothing")
		h.until("folders", func() bool { return h.says("318 files") })
		shot("home-error")
		h.press("Choose files…")
		h.until("files", func() bool { return h.says(" here") })
		shot("chooser")
		h.key(fyne.KeyEscape)
		day := 24 * time.Hour
		var many []app.Move
		for i := range 100 {
			many = append(many, app.Move{From: fmt.Sprintf("/x/Downloads/IMG_%d.jpg", i), To: fmt.Sprintf("/x/Downloads/2026-05-12 Alder & Finch %d.jpg", i)})
		}
		many[1].Note = "edited since: keeps your edits"
		d.batches = append([]app.Batch{{ID: "i", When: d.now, Done: 37, Of: 212, State: plan.BatchInterrupted, Folder: "/x/Downloads"}}, d.batches...)
		d.batches = append(d.batches,
			app.Batch{ID: "m", When: d.now.Add(-day), Done: 212, Of: 212, State: plan.BatchDone, Folder: "/x/Downloads", Moves: many, Receipt: &plan.Receipt{FilesIn: 212, FilesOut: 212}},
			app.Batch{ID: "u", When: d.now.Add(-9 * day), Done: 9, Of: 9, State: plan.BatchUndone, Folder: "/x/Desktop", Moves: many[:3]})
		find(h, "rail", func(i *widgets.RailItem) bool { return i.Label() == "Activity" }).Tapped(nil)
		h.untilSaid("stopped after 37")
		shot("activity")
	}
	for _, v := range []fyne.ThemeVariant{fynetheme.VariantLight} {
		d := receipts()
		h := open(t, d, v)
		find(h, "rail", func(i *widgets.RailItem) bool { return i.Label() == "Activity" }).Tapped(nil)
		h.untilSaid("Nothing has been")
		f, _ := os.Create(filepath.Join(out, "activity-empty.png"))
		_ = png.Encode(f, h.picture(fyne.NewSize(900, 600)))
		_ = f.Close()
	}
}
