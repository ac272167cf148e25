package chat

import (
	"bytes"
	"encoding/json"
	"errors"
	"path/filepath"
	"strings"

	"fyne.io/fyne/v2"

	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/theme"
	"github.com/deskhand/deskhand/ui/views/kit"
	"github.com/deskhand/deskhand/ui/widgets"
)

// editing lets the user change a call before it is previewed and asked about again.
type editing struct {
	a    *approval
	args map[string]any
	key  string           // the key of the pairs of files
	to   []*widgets.Entry // the target of each file; nil: all of it is edited as text
	text *widgets.Entry
	fail *widgets.Text
}

// editMax is how many files are edited one by one.
const editMax = 50

var errNoPairs = errors.New("no pairs of files")

// newEditing returns the editor of a call's arguments; nil if they cannot be edited.
func newEditing(a *approval) *editing {
	e := &editing{a: a, fail: widgets.Small("").Wrap().Coloured(theme.Danger)}
	e.fail.Hide()
	raw := a.q.Invocation.Call.Args
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	if dec.Decode(&e.args) != nil {
		return nil
	}
	for _, key := range []string{"moves", "copies"} {
		if pairs, err := e.pairs(key); err == nil && len(pairs) > 0 && len(pairs) <= editMax {
			e.key = key
		}
	}
	if e.key == "" && a.q.Spec.Own {
		return nil // the arguments of our other tools are not text for users
	}
	return e
}

// pairs returns the files under a key, each with its target.
func (e *editing) pairs(key string) ([]map[string]any, error) {
	list, ok := e.args[key].([]any)
	if !ok {
		return nil, errNoPairs
	}
	var pairs []map[string]any
	for _, one := range list {
		pair, ok := one.(map[string]any)
		if _, is := pair["to"].(string); !ok || !is {
			return nil, errNoPairs
		}
		pairs = append(pairs, pair)
	}
	return pairs, nil
}

// object returns what replaces the question.
func (e *editing) object() fyne.CanvasObject {
	column := widgets.Column(theme.Gap12, widgets.Title(locale.L("Edit before approving")).Wrap(),
		widgets.Small(locale.L("Nothing happens yet. You'll be asked again with your changes.")).Wrap())
	if e.key == "" {
		e.text = widgets.NewEntry(locale.L("Arguments"))
		e.text.MultiLine = true
		e.text.SetText(kit.PrettyArgs(e.a.q.Invocation.Call.Args))
		e.text.SetMinRowsVisible(min(12, 1+strings.Count(e.text.Text, "\n")))
		column.Add(e.text)
	} else {
		column.Add(e.names())
	}
	column.Add(e.fail)
	column.Add(widgets.Row(theme.Gap8,
		widgets.NewButton(locale.L("Preview"), widgets.Primary, e.submit),
		widgets.NewButton(locale.L("Back"), widgets.Secondary, e.a.back)))
	return column
}

func (e *editing) names() fyne.CanvasObject {
	rows := widgets.Column(theme.Gap8)
	pairs, _ := e.pairs(e.key) // checked when it was made
	for _, pair := range pairs {
		from, _ := pair["from"].(string)
		before, _ := changePair(from, "", e.a.base)
		line := widgets.NewEntry(locale.L("Where to"))
		_, after := changePair(from, pair["to"].(string), e.a.base)
		line.SetText(after)
		line.OnSubmitted = func(string) { e.submit() }
		e.to = append(e.to, line)
		rows.Add(widgets.Split(theme.Gap12, beforePart, widgets.Quiet(before).Wrap(), line))
	}
	return rows
}

// submit answers with the changed arguments.
func (e *editing) submit() {
	raw, err := e.edited()
	if err != nil {
		e.fail.Set(locale.L("This isn't valid JSON. Keep its form: names and values in quotes."))
		e.fail.Show()
		e.a.c.thread.relayout()
		return
	}
	e.a.say(app.Answer{Edited: raw})
}

func (e *editing) edited() (json.RawMessage, error) {
	if e.text != nil {
		var check map[string]any
		if err := json.Unmarshal([]byte(e.text.Text), &check); err != nil {
			return nil, err
		}
		return json.RawMessage(e.text.Text), nil
	}
	pairs, err := e.pairs(e.key)
	if err != nil {
		return nil, err
	}
	for i, pair := range pairs {
		_, was := changePair("", pair["to"].(string), e.a.base)
		if typed := strings.TrimSpace(e.to[i].Text); typed != was && typed != "" {
			pair["to"] = e.whole(typed)
		}
	}
	return json.Marshal(e.args)
}

// whole returns the path for typed text: relative to the folder shown above the names or
// to the home, or absolute.
func (e *editing) whole(typed string) string {
	if rest, ok := strings.CutPrefix(typed, "~"+string(filepath.Separator)); ok {
		return filepath.Join(kit.HomeFolder(), rest)
	}
	if !filepath.IsAbs(typed) && e.a.base != "" {
		return filepath.Join(e.a.base, typed)
	}
	return typed
}
