package chat

import (
	"context"
	"errors"
	"strings"
	"time"

	"fyne.io/fyne/v2"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/theme"
	"github.com/deskhand/deskhand/ui/views/kit"
	"github.com/deskhand/deskhand/ui/widgets"
)

// conversationList is the column of conversations, newest first.
type conversationList struct {
	c      *Page
	root   fyne.CanvasObject
	search *widgets.Entry
	list   *widgets.List
	none   *widgets.Text
	all    *widgets.Button
	items  []listItem
	found  int
	coming string             // the conversation being loaded
	query  string             // the search text
	stop   context.CancelFunc // ends the running search
}

// listItem is a conversation, or a heading for those of a period.
type listItem struct {
	of   chat.Conversation
	head string
}

// listWide is the width of the column; the rest are heights of its rows.
const (
	listWide   float32 = 232
	rowHeight  float32 = 52
	headHeight float32 = 32
	firstShown         = 40 // how many are shown as soon as they are found
)

func newConversationList(c *Page) *conversationList {
	l := &conversationList{c: c, search: widgets.NewEntry(locale.L("Search conversations")), none: widgets.Small("").Wrap(), stop: func() {}}
	l.search.OnChanged = l.look
	l.search.GivenUp = func() { l.search.SetText("") }
	l.list = widgets.NewList(func() int { return len(l.items) },
		func() fyne.CanvasObject { return newListRow(l) },
		func(i int, o fyne.CanvasObject) { o.(*listRow).show(l.items[i]) })
	l.list.Chosen = l.choose
	l.list.Key = l.key
	fresh := widgets.NewButton(locale.L("New conversation"), widgets.Secondary, c.Begin).WithIcon(theme.IconPlus)
	l.all = widgets.NewButton(locale.L("Delete all…"), widgets.Remark, c.askDeleteAll)
	l.all.Hide()
	top := widgets.Column(theme.Gap8, fresh, l.search, l.none)
	bottom := widgets.Inset(theme.Gap4, 0, 0, 0, widgets.Row(0, l.all))
	column := widgets.Frame(widgets.Inset(0, 0, theme.Gap8, 0, top), bottom, nil, nil, l.list.Bare())
	l.root = widgets.Frame(nil, nil, nil, widgets.Rule(),
		widgets.Fixed(listWide, 0, widgets.Inset(theme.Gap16, theme.Gap12, theme.Gap8, theme.Gap12, column)))
	return l
}

func (l *conversationList) object() fyne.CanvasObject { return l.root }

// look searches for a text. It ends a running search.
func (l *conversationList) look(query string) {
	l.query = strings.TrimSpace(query)
	l.load()
}

// load reloads the conversations. The first ones are shown before the last is found.
func (l *conversationList) load() {
	l.stop()
	query := l.query
	l.stop = l.c.Frame.Work.Start(func(ctx context.Context) func() {
		var found []chat.Conversation
		err := l.c.backend.EachSession(ctx, app.SessionFilter{Search: query}, func(c chat.Conversation) bool {
			found = append(found, c)
			if len(found) == firstShown {
				first := found[:firstShown:firstShown]
				l.c.Frame.Work.Post(func() { l.loaded(query, first, nil) })
			}
			return ctx.Err() == nil
		})
		stopped := ctx.Err() != nil
		return func() {
			if !stopped {
				l.loaded(query, found, err)
			}
		}
	})
}

func (l *conversationList) loaded(query string, found []chat.Conversation, err error) {
	if query != l.query || errors.Is(err, context.Canceled) {
		return
	}
	if err != nil {
		l.c.notice.Fail(kit.Explain(err, locale.L("Couldn't list the conversations. Try again in a moment.")))
		return
	}
	l.found = len(found)
	l.items = byAge(found, l.c.Frame.Now())
	for _, c := range found {
		if c.ID == l.c.open.id {
			l.c.open.title = c.Title
		}
	}
	for i, it := range l.items {
		height := rowHeight
		if it.head != "" {
			height = headHeight
		}
		l.list.SetItemHeight(i, height)
	}
	l.none.Set("")
	switch {
	case l.found == 0 && query != "":
		l.none.Set(locale.L("No conversation contains “{{.Query}}”.", "Query", kit.Short(query, 40)))
	case l.found == 0:
		l.none.Set(locale.L("Your conversations are kept here, on this computer."))
	}
	l.none.Hidden = l.found > 0
	l.all.Hidden = l.found == 0 || query != ""
	l.root.Refresh()
}

// byAge adds a heading for each period.
func byAge(found []chat.Conversation, now time.Time) []listItem {
	var items []listItem
	last := ""
	for _, c := range found {
		if head := ageWords(c.Updated, now); head != last {
			items = append(items, listItem{head: head})
			last = head
		}
		items = append(items, listItem{of: c})
	}
	return items
}

func midnightOf(now time.Time) time.Time {
	return time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, now.Location())
}

func messagesWords(n int) string { return locale.N("{{.N}} message", "{{.N}} messages", n) }

// ageWords say roughly how long ago something was.
func ageWords(t, now time.Time) string {
	t = t.In(now.Location())
	midnight := midnightOf(now)
	switch {
	case !t.Before(midnight):
		return locale.L("Today")
	case !t.Before(midnight.AddDate(0, 0, -1)):
		return locale.L("Yesterday")
	case !t.Before(midnight.AddDate(0, 0, -7)):
		return locale.L("Last 7 days")
	case t.Year() == now.Year():
		return locale.Month(t.Month())
	}
	return locale.L("{{.Month}} {{.Year}}", "Month", locale.Month(t.Month()), "Year", t.Year())
}

// refresh shows the present marks and selection.
func (l *conversationList) refresh() { l.list.Refresh() }

func (l *conversationList) choose(row int) {
	if it := l.items[row]; it.head == "" {
		l.c.choose(it.of)
	}
}

// key handles a key for the focused conversation.
func (l *conversationList) key(row int, key *fyne.KeyEvent) bool {
	it := l.items[row]
	if it.head != "" {
		return false
	}
	switch key.Name {
	case fyne.KeyF2:
		l.c.askRename(it.of)
	case fyne.KeyDelete:
		l.c.askDelete(it.of)
	case fyne.KeyReturn, fyne.KeyEnter, fyne.KeyRight:
		l.c.Frame.Focus(l.c.entry.words)
	default:
		return false
	}
	return true
}

// detail is the small print of a conversation.
func (l *conversationList) detail(of chat.Conversation) (words string, colour fyne.ThemeColorName) {
	if t, ok := l.c.conversations[of.ID]; ok {
		switch {
		case t.asking():
			return locale.L("Needs your answer"), theme.Doubt
		case t.running:
			return locale.L("Working…"), theme.Accent
		}
	}
	now := l.c.Frame.Now()
	at := of.Updated.In(now.Location())
	words = locale.Clock(at)
	if at.Before(midnightOf(now).AddDate(0, 0, -1)) {
		words = locale.Day(at)
	}
	return words + kit.Dotted(messagesWords(of.Messages)), theme.Muted
}

// Find moves the focus to the search for conversations.
func (c *Page) Find() { c.Frame.Focus(c.list.search) }
