package chat

import (
	"cmp"
	"context"
	"slices"
	"strconv"

	"fyne.io/fyne/v2"

	"github.com/deskhand/deskhand/agentcore/wire/elicit"
	"github.com/deskhand/deskhand/ui/inert"
	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/prose"
	"github.com/deskhand/deskhand/ui/theme"
	"github.com/deskhand/deskhand/ui/views/kit"
	"github.com/deskhand/deskhand/ui/widgets"
)

// serverQuestion is a server's question that waits for its answer.
type serverQuestion struct {
	elicit.Question
	answer chan elicit.Answer // capacity 1: only the first answer counts
}

func (q *serverQuestion) say(a elicit.Answer) {
	select {
	case q.answer <- a:
	default:
	}
}

// Elicit puts a server's question where its call is shown, and waits for the answer. It
// is called from several goroutines.
func (a *Asker) Elicit(ctx context.Context, asked elicit.Question) elicit.Answer {
	a.mu.Lock()
	put := a.form
	a.mu.Unlock()
	if put == nil {
		return elicit.Answer{Action: elicit.Decline}
	}
	q := &serverQuestion{Question: asked, answer: make(chan elicit.Answer, 1)}
	withdraw := put(q)
	defer withdraw()
	select {
	case answer := <-q.answer:
		return answer
	case <-ctx.Done():
		return elicit.Answer{}
	}
}

// serverForm shows a server's question: a form, or a page to open.
type serverForm struct {
	c      *Page
	q      *serverQuestion
	root   fyne.CanvasObject
	fields []*formField
	first  fyne.Focusable // gets the focus
	send   *widgets.Button
}

func newServerForm(c *Page, q *serverQuestion) *serverForm {
	f := &serverForm{c: c, q: q}
	server := inert.Line(q.Server)
	cancel := widgets.NewButton(locale.L("Cancel"), widgets.Secondary, func() { f.say(elicit.Cancel, nil) })
	decline := widgets.NewButton(locale.L("Decline"), widgets.Secondary, func() { f.say(elicit.Decline, nil) })
	column := widgets.Column(theme.Gap12)
	f.first = cancel
	if q.URL != "" {
		f.send = widgets.NewButton(locale.L("Open the page"), widgets.Primary, f.open)
		address := prose.Plain(inert.Text(q.URL))
		address[0].Code = true
		column.Add(widgets.Title(locale.L("{{.Server}} asks you to open a page", "Server", server)).Wrap())
		column.Add(said(q.Message))
		column.Add(prose.New(address...))
		column.Add(widgets.Small(locale.L("It leads to {{.Host}}. What you do there doesn't pass through Deskhand.", "Host", q.Host())).Wrap().Coloured(theme.Doubt))
	} else {
		f.send = widgets.NewButton(locale.L("Send to {{.Server}}", "Server", kit.Short(server, 24)), widgets.Primary, f.submit)
		column.Add(widgets.Title(locale.L("{{.Server}} asks you for something", "Server", server)).Wrap())
		column.Add(said(q.Message))
		column.Add(widgets.Small(locale.L("What you enter is sent to {{.Server}}, which isn't part of Deskhand. Don't enter passwords or keys.", "Server", server)).Wrap().Coloured(theme.Doubt))
		for i, of := range q.Fields {
			field := newFormField(f, of)
			if f.fields = append(f.fields, field); i == 0 && field.entry != nil {
				f.first = field.entry
			}
			column.Add(field.root)
		}
	}
	column.Add(widgets.Row(theme.Gap8, f.send, decline, cancel))
	f.root = widgets.Inset(theme.Gap8, theme.Gap4, theme.Gap8, theme.Gap4, column)
	return f
}

func (f *serverForm) object() fyne.CanvasObject { return f.root }

// said shows a server's own text.
func said(message string) fyne.CanvasObject { return prose.New(prose.Plain(inert.Text(message))...) }

func (f *serverForm) say(action elicit.Action, values map[string]any) {
	f.send.Enabled(false)
	f.q.say(elicit.Answer{Action: action, Values: values})
}

// open opens the page, which is the yes that the server waits for.
func (f *serverForm) open() {
	if err := f.c.Frame.Browse(f.q.URL); err != nil {
		f.c.notice.Fail(kit.Explain(err, locale.L("Couldn't open the browser.")))
		return
	}
	f.say(elicit.Accept, nil)
}

// submit sends the values, once all are valid.
func (f *serverForm) submit() {
	values, ok := map[string]any{}, true
	for _, field := range f.fields {
		value, problem := field.of.Value(field.typed())
		field.wrong.Set(formProblemWords(problem))
		field.wrong.Hidden = problem.Code == ""
		if ok = ok && problem.Code == ""; value != nil {
			values[field.of.Name] = value
		}
	}
	if ok {
		f.say(elicit.Accept, values)
		return
	}
	f.c.thread.relayout()
}

// formField is one field, filled in with the server's default.
type formField struct {
	of     elicit.Field
	root   fyne.CanvasObject
	wrong  *widgets.Text
	entry  *widgets.Entry   // nil: something is chosen
	checks []*widgets.Check // one per option, or the only one of a yes/no
	chosen string           // of one option
}

func newFormField(f *serverForm, of elicit.Field) *formField {
	v := &formField{of: of, wrong: widgets.Small("").Wrap().Coloured(theme.Danger)}
	v.wrong.Hide()
	title := inert.Exact(of.Title)
	title = cmp.Or(title, inert.Exact(of.Name))
	label := locale.L("{{.Field}} (optional)", "Field", title)
	if of.Required {
		label = title
	}
	column := widgets.Column(theme.Gap4)
	if of.Kind != elicit.YesNo {
		column.Add(widgets.Quiet(label).Wrap())
	}
	column.Add(v.input(f, title))
	if of.About != "" {
		column.Add(widgets.Small(inert.Exact(of.About)).Wrap())
	}
	column.Add(v.wrong)
	v.root = column
	return v
}

// input returns the widget in which a value is typed or chosen.
func (v *formField) input(f *serverForm, title string) fyne.CanvasObject {
	switch v.of.Kind {
	case elicit.YesNo:
		return widgets.Row(0, v.check(title, slices.Contains(v.of.Default, strconv.FormatBool(true))))
	case elicit.Several:
		column := widgets.Column(0)
		for _, o := range v.of.Options {
			column.Add(widgets.Row(0, v.check(kit.Short(inert.Exact(o.Title), 60), slices.Contains(v.of.Default, o.Value))))
		}
		return column
	case elicit.One:
		return widgets.Row(0, v.menu())
	}
	v.entry = widgets.NewEntry(formHint(v.of))
	if len(v.of.Default) == 1 {
		v.entry.SetText(v.of.Default[0])
	}
	v.entry.OnSubmitted = func(string) { f.submit() }
	return v.entry
}

func (v *formField) check(words string, on bool) *widgets.Check {
	c := widgets.NewCheck(words, func(bool) {})
	c.Set(on)
	v.checks = append(v.checks, c)
	return c
}

// menuPart is how many options a menu shows at a time.
const menuPart = 12

// menu returns a button that opens the options.
func (v *formField) menu() *widgets.Button {
	var b *widgets.Button
	words := func() string {
		at := slices.IndexFunc(v.of.Options, func(o elicit.Option) bool { return o.Value == v.chosen })
		if at < 0 {
			return locale.L("Choose…")
		}
		return kit.Short(inert.Exact(v.of.Options[at].Title), 40)
	}
	if len(v.of.Default) == 1 {
		v.chosen = v.of.Default[0]
	}
	var open func(from int)
	open = func(from int) {
		to := min(len(v.of.Options), from+menuPart)
		var lines []widgets.Choice
		for _, o := range v.of.Options[from:to] {
			lines = append(lines, widgets.Choice{Words: kit.Short(inert.Exact(o.Title), 60), Chosen: o.Value == v.chosen, Pick: func() {
				v.chosen = o.Value
				b.Set(words())
			}})
		}
		if to < len(v.of.Options) {
			lines = append(lines, widgets.Choice{Words: locale.L("More…"), Pick: func() { open(to) }})
		}
		widgets.OpenMenu(b, lines)
	}
	b = widgets.NewButton(words(), widgets.Secondary, func() { open(0) }).WithCaret()
	return b
}

// typed returns the value of the field.
func (v *formField) typed() []string {
	switch v.of.Kind {
	case elicit.YesNo:
		return []string{strconv.FormatBool(v.checks[0].On())}
	case elicit.Several:
		var on []string
		for i, c := range v.checks {
			if c.On() {
				on = append(on, v.of.Options[i].Value)
			}
		}
		return on
	case elicit.One:
		return []string{v.chosen}
	}
	return []string{v.entry.Text}
}

// formHint says what to type.
func formHint(f elicit.Field) string {
	switch {
	case f.Kind == elicit.Integer:
		return locale.L("A whole number")
	case f.Kind == elicit.Number:
		return locale.L("A number")
	case f.Format == "email":
		return locale.L("An email address")
	case f.Format == "uri":
		return locale.L("A web address")
	case f.Format == "date":
		return locale.L("A date, such as 2026-11-22")
	case f.Format == "date-time":
		return locale.L("A time, such as 2026-11-22T14:00:00Z")
	}
	return ""
}

// formProblemWords say why a value is invalid.
func formProblemWords(p elicit.Problem) string {
	if words := plainProblems.Of(p.Code); words != "" || p.Code == "" {
		return words
	}
	bound := strconv.FormatFloat(p.Bound, 'f', -1, 64)
	switch p.Code {
	case elicit.Under:
		return locale.L("At least {{.Bound}}.", "Bound", bound)
	case elicit.Over:
		return locale.L("At most {{.Bound}}.", "Bound", bound)
	case elicit.TooShort:
		return locale.L("At least {{.Bound}} characters.", "Bound", bound)
	case elicit.TooLong:
		return locale.L("At most {{.Bound}} characters.", "Bound", bound)
	case elicit.TooFew:
		return locale.L("Choose at least {{.Bound}}.", "Bound", bound)
	case elicit.TooMany:
		return locale.L("Choose at most {{.Bound}}.", "Bound", bound)
	default:
		return locale.L("Choose one of the offered values.")
	}
}

// plainProblems are the problems that are worded without a bound.
var plainProblems = locale.Table[elicit.Code]{
	elicit.Missing:   "This is required.",
	elicit.NoNumber:  "This has to be a number.",
	elicit.NoInteger: "This has to be a whole number.",
	elicit.NoEmail:   "This has to be an email address.",
	elicit.NoAddress: "This has to be a whole address, such as https://example.org.",
	elicit.NoDate:    "This has to be a date, such as 2026-11-22.",
	elicit.NoTime:    "This has to be a time, such as 2026-11-22T14:00:00Z.",
}
