package ui

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"fyne.io/fyne/v2"

	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/ui/inert"
	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/theme"
	"github.com/deskhand/deskhand/ui/views/kit"
	"github.com/deskhand/deskhand/ui/widgets"
)

// footer shows the status in small print.
type footer struct {
	work    *kit.Work
	backend Backend
	root    *fyne.Container
	dot     *widgets.Area
	model   *widgets.Text
	get     *widgets.Button // opens the models page; shown if no model is available
	there   bool            // the models page is shown
	none    bool            // no model is available
	trouble *widgets.Text   // replaces both
	reads   *widgets.Text
	safe    *widgets.Text
}

// newFooter returns the footer; models opens the models page.
func newFooter(work *kit.Work, backend Backend, models func()) *footer {
	f := &footer{
		work: work, backend: backend, dot: widgets.Dot(theme.Muted),
		model: widgets.Small("").Shrink(), trouble: widgets.Small("").Shrink().Coloured(theme.Doubt),
		reads: widgets.Small("").Shrink(), safe: widgets.Small("").Shrink(),
		get: widgets.NewButton(locale.L("Get better names with a local model ›"), widgets.Link, models).Small(),
	}
	f.get.Hide()
	line := widgets.RowGrow(theme.Gap12, f.trouble, f.dot, f.model, f.get, f.trouble, f.reads, f.safe)
	f.root = widgets.Frame(widgets.Rule(), nil, nil, nil,
		widgets.Fixed(0, footerHeight, widgets.Inset(0, 20, 0, 20, line)))
	return f
}

const footerHeight float32 = 33

func (f *footer) object() fyne.CanvasObject { return f.root }

// at records whether the models page is shown: then there is no button for it.
func (f *footer) at(models bool) {
	f.there = models
	f.get.Hidden = !f.none || models
	f.root.Refresh()
}

func (f *footer) visible(on bool) {
	if on {
		f.root.Show()
	} else {
		f.root.Hide()
	}
}

func (f *footer) load() {
	f.work.Start(func(ctx context.Context) func() {
		s, err := f.backend.Status(ctx)
		return func() {
			if err == nil {
				f.show(s)
			}
		}
	})
}

// troubleWords says what does not work; empty if all does.
func troubleWords(t app.Trouble) string {
	switch t.Code {
	case app.TroubleServers:
		return locale.L("{{.Names}} didn't start. See the Servers page.", "Names", locale.List(t.Servers))
	case app.TroubleNoReader:
		return locale.L("Pictures and scans can't be read. {{.Why}}", "Why", t.Text)
	}
	return damageWords(t.Damage)
}

// damageWords says which of our own files were damaged, and what was recovered.
func damageWords(d app.Damage) string {
	var said []string
	if kept := d.Database; kept.MovedTo != "" {
		said = append(said, locale.N(
			"The database was damaged and is now at {{.Path}}; {{.N}} message could be read and was kept.",
			"The database was damaged and is now at {{.Path}}; {{.N}} messages could be read and were kept.", kept.Messages, "Path", inert.Line(kept.MovedTo)))
	}
	if d.Database.FromSnapshot > 0 {
		said = append(said, locale.N(
			"{{.N}} conversation came from an earlier copy and may lack the latest messages.",
			"{{.N}} conversations came from an earlier copy and may lack the latest messages.", d.Database.FromSnapshot))
	}
	if d.Habits != "" {
		said = append(said, locale.L("Your earlier corrections couldn't be read and are now at {{.Path}}.", "Path", inert.Line(d.Habits)))
	}
	return strings.Join(said, " ")
}

// languageWords return the name of an OCR language.
func languageWords(code string) string {
	names := map[string]string{
		"eng": locale.L("English"), "deu": locale.L("German"), "fra": locale.L("French"), "spa": locale.L("Spanish"), "ita": locale.L("Italian"),
		"nld": locale.L("Dutch"), "por": locale.L("Portuguese"), "pol": locale.L("Polish"), "swe": locale.L("Swedish"), "dan": locale.L("Danish"),
		"nor": locale.L("Norwegian"), "fin": locale.L("Finnish"), "ces": locale.L("Czech"), "tur": locale.L("Turkish"), "ukr": locale.L("Ukrainian"),
		"rus": locale.L("Russian"), "jpn": locale.L("Japanese"), "kor": locale.L("Korean"), "chi_sim": locale.L("Chinese"),
		"chi_tra": locale.L("Traditional Chinese"),
	}
	return cmp.Or(names[code], code)
}

func (f *footer) show(s app.Status) {
	f.none = s.Model == "" && s.Trouble.Code == ""
	f.get.Hidden = !f.none || f.there
	f.model.Hidden = s.Trouble.Code != ""
	f.trouble.Set(troubleWords(s.Trouble))
	switch {
	case s.Trouble.Code != "":
		f.dot.Paint(theme.Doubt)
	case s.Model == "":
		f.dot.Paint(theme.Doubt)
		f.model.Set(locale.L("Basic mode: no model yet"))
	case slices.Contains(s.Away, s.Model):
		f.dot.Paint(theme.Doubt)
		f.model.Set(locale.L("{{.Model}} · not on this computer", "Model", s.Model))
	default:
		f.dot.Paint(theme.Accent)
		f.model.Set(locale.L("{{.Model}} · on this computer", "Model", s.Model))
	}
	f.reads.Set("")
	if len(s.Languages) > 0 {
		names := make([]string, len(s.Languages))
		for i, code := range s.Languages {
			names[i] = languageWords(code)
		}
		f.reads.Set(locale.L("Reads {{.Languages}}", "Languages", strings.Join(names, ", ")))
	}
	f.safe.Set(locale.L("Nothing leaves this computer"))
	f.safe.Style(theme.Muted, false)
	if n := len(s.Away); n > 0 {
		f.safe.Set(locale.L("{{.Name}} can reach the network", "Name", s.Away[0]))
		if n > 1 {
			f.safe.Set(locale.N("{{.Name}} and {{.N}} more can reach the network", "{{.Name}} and {{.N}} more can reach the network", n-1, "Name", s.Away[0]))
		}
		f.safe.Style(theme.Doubt, false)
	}
	f.root.Refresh()
}
