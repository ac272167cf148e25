package chat

import (
	"cmp"
	"context"
	"errors"
	"io"
	"path/filepath"
	"strings"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/ui/inert"
	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/views/kit"
	"github.com/deskhand/deskhand/ui/widgets"
)

// askRename asks for a new title of a conversation.
func (c *Page) askRename(of chat.Conversation) {
	c.panel.Ask(locale.L("Name"), of.Title, locale.L("Rename"), func(title string) {
		title = strings.TrimSpace(title)
		if title == "" {
			return
		}
		c.manage(func(ctx context.Context) error { return c.backend.RenameSession(ctx, of.ID, title) },
			locale.L("Couldn't rename the conversation. Try again in a moment."), c.list.load)
	})
}

// askDelete asks whether to delete a conversation.
func (c *Page) askDelete(of chat.Conversation) {
	words := locale.L("Delete “{{.Title}}” ({{.Messages}})? This can't be undone. Your files and the Activity log aren't affected.",
		"Title", kit.Short(inert.Line(of.Title), 60), "Messages", messagesWords(of.Messages))
	c.confirm(words, locale.L("Delete this conversation"), func() {
		if t, ok := c.conversations[of.ID]; ok {
			t.stop()
		}
		c.manage(func(ctx context.Context) error { return c.backend.DeleteSession(ctx, of.ID) },
			locale.L("Couldn't delete the conversation. Try again in a moment."), func() { c.gone(of.ID) })
	})
}

// askDeleteAll asks whether to delete all conversations, with their number.
func (c *Page) askDeleteAll() {
	n := c.list.found
	c.confirm(locale.N("Delete this conversation? This can't be undone. Your files and the Activity log aren't affected.",
		"Delete all {{.N}} conversations? This can't be undone. Your files and the Activity log aren't affected.", n),
		locale.N("Delete {{.N}} conversation", "Delete {{.N}} conversations", n), func() {
			for _, t := range c.conversations {
				t.stop()
			}
			c.manage(func(ctx context.Context) error {
				_, err := c.backend.DeleteAllSessions(ctx)
				return err
			}, locale.L("Couldn't delete the conversations. Try again in a moment."), func() { c.gone(c.open.id) })
		})
}

// confirm asks before something is deleted.
func (c *Page) confirm(question, yes string, do func()) {
	button := widgets.NewButton(yes, widgets.Primary, func() {
		c.notice.Clear()
		do()
	})
	keep := widgets.NewButton(locale.L("Keep"), widgets.Secondary, c.notice.Clear)
	c.notice.Warn(question, button, keep)
	c.Frame.Focus(keep)
}

// manage changes conversations, and then reloads them.
func (c *Page) manage(do func(context.Context) error, otherwise string, then func()) {
	c.Frame.Work.Start(func(ctx context.Context) func() {
		err := do(ctx)
		return func() {
			switch {
			case errors.Is(err, context.Canceled):
			case err != nil:
				c.notice.Fail(kit.Explain(err, otherwise))
			default:
				then()
			}
		}
	})
}

// gone leaves a conversation that no longer exists.
func (c *Page) gone(id string) {
	delete(c.conversations, id)
	delete(c.drafts, id)
	if c.open.id == id {
		c.open.id = ""
		c.Begin()
	}
	c.list.load()
}

// askExport asks for the file of an export.
func (c *Page) askExport(of chat.Conversation) {
	file := kit.InHome(fileName(of.Title) + ".md")
	c.panel.AskFile(locale.L("Save as (Markdown or JSON)"), file, func(file string) {
		c.manage(func(ctx context.Context) error { return c.export(ctx, of.ID, file) },
			locale.L("Couldn't save the conversation as {{.File}}. Existing files are never overwritten: choose a new name, in a folder that exists.", "File", file),
			func() {
				c.notice.Tell(locale.L("Conversation saved as {{.File}}.", "File", file), widgets.NewButton(locale.L("OK"), widgets.Secondary, c.notice.Clear))
			})
	})
}

// export writes a conversation to a new file.
func (c *Page) export(ctx context.Context, id, file string) error {
	format := "md"
	if strings.EqualFold(filepath.Ext(file), ".json") {
		format = "json"
	}
	return kit.WriteNew(file, func(w io.Writer) error { return c.backend.ExportSession(ctx, id, format, w) })
}

// fileName makes a file name from a title.
func fileName(title string) string {
	name := strings.Map(func(r rune) rune {
		if strings.ContainsRune(`/\:*?"<>|`, r) {
			return ' '
		}
		return r
	}, inert.Line(title))
	return cmp.Or(kit.Short(strings.Trim(name, " ."), 60), locale.L("Conversation"))
}
