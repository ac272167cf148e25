package table

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/deskhand/deskhand/app/papers"
	"github.com/deskhand/deskhand/ui/inert"
	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/views/kit"
	"github.com/deskhand/deskhand/ui/widgets"
)

const csv, workbook = ".csv", ".xlsx"

// export asks for a format and a file.
func (p *Page) export() {
	ask := func(extension string) func() {
		return func() {
			name := locale.L("Table {{.Day}}", "Day", p.Frame.Now().Format(time.DateOnly)) + extension
			p.prompt.AskFile(locale.L("Save table as"), kit.InHome(name), func(file string) { p.saveAs(file, extension) })
		}
	}
	widgets.OpenMenu(p.save, []widgets.Choice{
		{Words: locale.L("Excel workbook"), Pick: ask(workbook)},
		{Words: locale.L("CSV"), Pick: ask(csv)},
	})
}

// saveAs writes the shown rows; a workbook also has their sums.
func (p *Page) saveAs(file, extension string) {
	if !strings.EqualFold(filepath.Ext(file), extension) {
		file += extension
	}
	rows := slices.Clone(p.rows)
	p.Frame.Work.Start(func(context.Context) func() {
		err := papers.Save(file, rows, extension == workbook)
		return func() { p.saved(file, err) }
	})
}

func (p *Page) saved(file string, err error) {
	if err != nil {
		p.notice.Fail(kit.Explain(err, locale.L("Couldn't save the table as {{.File}}. Choose another place.", "File", inert.Line(file))))
		return
	}
	p.notice.Tell(locale.L("Table saved as {{.File}}.", "File", inert.Line(file)),
		widgets.NewButton(locale.L("Open file"), widgets.Secondary, func() { p.Frame.OpenFile(file, p.notice) }),
		widgets.NewButton(locale.L("OK"), widgets.Secondary, p.notice.Clear))
}
