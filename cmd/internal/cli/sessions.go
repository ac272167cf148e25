package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/lists"
	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/cmd/internal/cli/termtext"
)

type sessionsCmd struct {
	List   listSessions  `cmd:"" default:"withargs" help:"List the conversations, newest first."`
	Show   showSession   `cmd:"" help:"Show one conversation."`
	Export exportSession `cmd:"" help:"Write one conversation to standard output."`
	Delete deleteSession `cmd:"" help:"Delete one conversation; its record of tool calls is kept."`
	Rename renameSession `cmd:"" help:"Rename a conversation."`
}

type listSessions struct {
	Search    string `help:"Only those with this text in them." placeholder:"Q"`
	Since     day    `help:"Only those with a message at or after this day or time." placeholder:"DATE"`
	Before    day    `help:"Only those whose last message is before this day or time." placeholder:"DATE"`
	DeleteAll bool   `help:"Delete every conversation instead."`
	Yes       bool   `help:"Delete without asking."`
	JSON      bool   `name:"json" help:"Write each entry as a line of JSON."`
}

// day is a day, which begins at midnight local time, or a time: 2026-03-04 or
// 2026-03-04T15:00:00Z.
type day struct{ time.Time }

// UnmarshalText parses either form.
func (d *day) UnmarshalText(text []byte) (err error) {
	for _, layout := range []string{time.DateOnly, time.RFC3339} {
		if d.Time, err = time.ParseInLocation(layout, string(text), time.Local); err == nil {
			return nil
		}
	}
	return fmt.Errorf("%q is not a date such as 2026-03-04", text)
}

// Check refuses to delete all if a filter is given.
func (l *listSessions) Check() error {
	if l.DeleteAll && (l.Search != "" || !l.Since.IsZero() || !l.Before.IsZero()) {
		return errors.New("--delete-all deletes every conversation; it can't be used with --search, --since or --before")
	}
	return nil
}

// Run lists the conversations, each as it is found.
func (l *listSessions) Run(c *Console) error {
	return c.stored(func(core *app.Controller) error {
		if l.DeleteAll {
			return l.deleteAll(c, core)
		}
		filter := app.SessionFilter{Search: l.Search, Since: l.Since.Time, Before: l.Before.Time}
		var printed error
		found := false
		err := core.EachSession(c.ctx, filter, func(s chat.Conversation) bool {
			found, printed = true, l.print(c, s)
			return printed == nil
		})
		switch {
		case err != nil:
			return err
		case found, l.JSON:
			return printed
		case filter != app.SessionFilter{}:
			return termtext.Tell(c.errs, "No conversation matches.\n")
		}
		return termtext.Tell(c.errs, "There are no conversations yet. Start one with, for example: deskhand ask \"What can you do?\"\n")
	})
}

func (l *listSessions) print(c *Console, s chat.Conversation) error {
	if l.JSON {
		return c.line(s)
	}
	return termtext.Tell(c.out, "%s  %s  %3d messages  %s\n", s.ID, s.Updated.Local().Format("2006-01-02 15:04"), s.Messages, s.Title)
}

func (l *listSessions) deleteAll(c *Console, core *app.Controller) error {
	all, err := core.Sessions(c.ctx, app.SessionFilter{})
	if err != nil {
		return err
	}
	if err := c.agreed(l.Yes, fmt.Sprintf("Delete all %d conversations? This cannot be undone.", len(all)), nothingDeleted); err != nil {
		return err
	}
	n, err := core.DeleteAllSessions(c.ctx)
	switch {
	case err != nil:
		return err
	case l.JSON:
		return c.line(map[string]int{"deleted": n})
	}
	return termtext.Tell(c.out, "%s deleted.\n", termtext.Count(n, "conversation"))
}

const nothingDeleted = "Nothing was deleted"

// agreed asks the question unless yes is set. Without a terminal it refuses, and the
// error says what was not done: "Nothing was deleted".
func (c *Console) agreed(yes bool, question, undone string) error {
	switch {
	case yes, c.interactive() && c.yes(question):
		return nil
	case c.interactive():
		return ended{exitRefused, undone + "."}
	}
	return ended{exitRefused, undone + ": there is no terminal to ask at. To do it anyway, add --yes."}
}

type showSession struct {
	ID   string `arg:"" help:"The conversation."`
	JSON bool   `name:"json" help:"Write each message as a line of JSON."`
}

// Run shows one conversation.
func (s *showSession) Run(c *Console) error {
	return c.stored(func(core *app.Controller) error {
		_, messages, err := core.Session(c.ctx, s.ID)
		if err != nil {
			return err
		}
		return termtext.Print(c.list(s.JSON, ""), messages, messageLine)
	})
}

func messageLine(m chat.Message) string {
	speaker := string(m.Role)
	if m.Role == chat.RoleTool {
		speaker = fmt.Sprintf("%s (%s)", m.Tool, m.Status)
	}
	calls := lists.Map(m.Calls, func(c chat.ToolCall) string { return fmt.Sprintf("→ %s %s", c.Name, c.Args) })
	return speaker + ": " + strings.TrimSpace(strings.Join(append([]string{m.Text}, calls...), "\n"))
}

type exportSession struct {
	ID     string `arg:"" help:"The conversation."`
	Format string `help:"md (readable) or json (everything that is stored)." enum:"md,json" default:"md"`
	To     path   `help:"Write to this new file instead." placeholder:"FILE"`
}

// Run writes one conversation out.
func (e *exportSession) Run(c *Console) error {
	return c.stored(func(core *app.Controller) error {
		if e.To == "" {
			return core.ExportSession(c.ctx, e.ID, e.Format, c.out)
		}
		return intoNew(string(e.To), func(w io.Writer) error { return core.ExportSession(c.ctx, e.ID, e.Format, w) })
	})
}

// intoNew writes a new file, or leaves none.
func intoNew(path string, write func(io.Writer) error) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	err = write(f)
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err != nil {
		_ = os.Remove(path) // it is ours, and half of what was asked for
	}
	return err
}

type deleteSession struct {
	ID  string `arg:"" help:"The conversation."`
	Yes bool   `help:"Delete without asking."`
}

// Run deletes one conversation.
func (d *deleteSession) Run(c *Console) error {
	return c.stored(func(core *app.Controller) error {
		found, _, err := core.Session(c.ctx, d.ID)
		if err != nil {
			return err
		}
		question := fmt.Sprintf("Delete %q with its %d messages? This cannot be undone.", found.Title, found.Messages)
		if err := c.agreed(d.Yes, question, nothingDeleted); err != nil {
			return err
		}
		if err := core.DeleteSession(c.ctx, d.ID); err != nil {
			return err
		}
		return termtext.Tell(c.out, "1 conversation deleted: %s\n", found.Title)
	})
}

type renameSession struct {
	ID    string `arg:"" help:"The conversation."`
	Title string `arg:"" help:"Its new title."`
}

// Run renames one conversation.
func (r *renameSession) Run(c *Console) error {
	return c.stored(func(core *app.Controller) error { return core.RenameSession(c.ctx, r.ID, r.Title) })
}
