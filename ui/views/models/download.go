package models

import (
	"context"
	"errors"
	"strings"

	"fyne.io/fyne/v2"

	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/theme"
	"github.com/deskhand/deskhand/ui/views/kit"
	"github.com/deskhand/deskhand/ui/widgets"
)

// download is the card that downloads a model: the one that fits this computer with one
// press, any other by name. One at a time.
type download struct {
	list   *modelList
	root   *widgets.Panel
	title  *widgets.Text
	ask    *fyne.Container // while nothing is being downloaded
	advice *widgets.Text
	best   *widgets.Button
	first  *fyne.Container // holds best
	name   *widgets.Entry
	going  *fyne.Container // while something is
	bar    *widgets.Parts
	far    *widgets.Text
	cancel *widgets.Button

	fits app.ModelAdvice
	now  string // the model being downloaded; empty: none
	lead bool   // whether it is to be first in the chain afterwards
	stop context.CancelFunc
	last app.Download
}

func newDownload(l *modelList) *download {
	d := &download{
		list: l, title: widgets.Title(""), advice: widgets.Body("").Wrap(),
		name: widgets.NewEntry(locale.L("Model name, such as qwen3:8b")),
		bar:  widgets.NewParts(), far: widgets.Small("").Shrink(), stop: func() {},
	}
	d.best = widgets.NewButton("", widgets.Primary, d.submit)
	byName := func() { d.start(strings.TrimSpace(d.name.Text), false) }
	d.name.OnSubmitted = func(string) { byName() }
	d.cancel = widgets.NewButton(locale.L("Cancel"), widgets.Secondary, d.giveUp)
	library := widgets.Small(locale.L("Any model from ollama.com/library. It's downloaded from there; none of your data is sent.")).Wrap()
	d.first = widgets.Row(0, d.best)
	d.ask = widgets.Column(theme.Gap12, d.advice, d.first,
		widgets.RowGrow(theme.Gap8, d.name, d.name, widgets.NewButton(locale.L("Download"), widgets.Secondary, byName)), library)
	d.going = widgets.Column(theme.Gap12, d.bar, widgets.RowGrow(theme.Gap16, d.far, d.far, d.cancel))
	d.root = widgets.Card(widgets.Column(theme.Gap12, d.title, d.ask, d.going))
	return d
}

// arrange shows what fits this computer. A running download is kept.
func (d *download) arrange(fits app.ModelAdvice) {
	d.fits = fits
	d.show()
}

func (d *download) show() {
	busy := d.now != ""
	d.root.Hidden = !d.fits.Ollama && !busy
	d.ask.Hidden, d.going.Hidden = busy, !busy
	d.title.Set(locale.L("Get a model"))
	if busy {
		d.title.Set(locale.L("Downloading {{.Model}}", "Model", d.now))
	}
	d.advice.Set(adviceWords(d.fits))
	d.advice.Hidden = !d.recommends() && d.fits.Model != ""
	d.best.Set(locale.L("Get and use {{.Model}}", "Model", d.fits.Model))
	if d.fits.Size > 0 {
		d.best.Set(locale.L("Get and use {{.Model}} · {{.Size}}", "Model", d.fits.Model, "Size", kit.Bytes(d.fits.Size)))
	}
	d.first.Hidden = !d.recommends()
	d.root.Refresh()
}

// recommends reports whether there is a model to install on this computer.
func (d *download) recommends() bool { return d.fits.Model != "" && !d.fits.Installed }

// ready reports whether a model can be downloaded now.
func (d *download) ready() bool { return d.fits.Ollama && d.now == "" }

// submit downloads the model that fits this computer.
func (d *download) submit() {
	if d.recommends() {
		d.start(d.fits.Model, true)
	}
}

// start downloads a model; lead puts it first in the chain afterwards.
func (d *download) start(name string, lead bool) {
	if name == "" || !d.ready() {
		return
	}
	d.now, d.lead, d.last = name, lead, app.Download{}
	d.list.notice.Clear()
	d.cancel.Set(locale.L("Cancel"))
	d.cancel.Enable()
	d.tell(d.last)
	d.show()
	d.list.fill()
	frame := d.list.page.Frame
	news := &kit.Latest[app.Download]{Post: frame.Work.Post, Show: d.tell}
	d.stop = frame.Work.Start(func(ctx context.Context) func() {
		err := d.list.page.backend.Pull(ctx, name, news.Take)
		return func() { d.ended(err) }
	})
}

func (d *download) tell(now app.Download) {
	d.last = now
	d.bar.Fill(float32(now.Fraction))
	d.far.Set(downloadWords(now))
}

// giveUp stops the download; further calls do nothing.
func (d *download) giveUp() {
	d.cancel.Disable()
	d.cancel.Set(locale.L("Stopping…"))
	d.stop()
}

func (d *download) ended(err error) {
	name, lead := d.now, d.lead
	d.now = ""
	d.show()
	again := widgets.NewButton(locale.L("Resume"), widgets.Secondary, func() { d.start(name, lead) })
	switch {
	case errors.Is(err, context.Canceled):
		d.list.notice.Warn(stoppedWords(name, d.last), again)
	case err != nil:
		d.list.notice.Fail(kit.Explain(err, locale.L("Couldn't download {{.Model}}. Check the name and your connection, then press Resume.", "Model", name)), again)
	default:
		d.here(name, lead)
	}
	d.list.load()
}

// stoppedWords say how much of a stopped download is here.
func stoppedWords(model string, last app.Download) string {
	if last.Completed == 0 {
		return locale.L("Stopped. You can resume the download of {{.Model}} at any time.", "Model", model)
	}
	return locale.L("Stopped. The {{.Size}} of {{.Model}} downloaded so far are kept; you can resume at any time.",
		"Size", kit.Bytes(last.Completed), "Model", model)
}

// here shows that a model is installed, and adds it to the chain.
func (d *download) here(name string, lead bool) {
	d.name.SetText("")
	if lead {
		d.list.add(name, true)
		d.list.notice.Tell(locale.L("{{.Model}} is installed and is now used first.", "Model", name))
		return
	}
	use := widgets.NewButton(locale.L("Use first"), widgets.Secondary, func() {
		d.list.notice.Clear()
		d.list.add(name, true)
	})
	d.list.notice.Tell(locale.L("{{.Model}} is installed.", "Model", name), use)
}
