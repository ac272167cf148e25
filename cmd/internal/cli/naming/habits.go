package naming

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/cmd/internal/cli/serverwords"
	"github.com/deskhand/deskhand/cmd/internal/cli/termtext"
	"github.com/deskhand/deskhand/cmd/internal/cli/verb"
)

// Habits is the verb habits.
type Habits struct {
	List   listHabits   `cmd:"" default:"withargs" help:"List what your corrections taught, newest first."`
	Edit   editHabit    `cmd:"" help:"Change a habit."`
	Remove removeHabit  `cmd:"" aliases:"delete" help:"Forget a habit."`
	Export exportHabits `cmd:"" help:"Write all habits to standard output as JSON."`
}

type listHabits struct {
	JSON bool `name:"json" help:"Write each entry as a line of JSON."`
}

// Run lists the habits.
func (l *listHabits) Run(c verb.Console) error {
	return c.Stored(func(core *app.Controller) error {
		habits, err := core.Habits(c.Context)
		if err != nil {
			return err
		}
		const none = "There are no habits yet. Deskhand keeps one when you correct a name, sender, kind or folder in a plan and apply it."
		return termtext.Print(termtext.List{Out: c.Out, Errs: c.Errs, JSON: l.JSON, None: none}, habits, func(h app.Habit) string {
			return h.ID + "  " + serverwords.Visible(habitLine(h))
		})
	})
}

// habitLine says a habit.
func habitLine(h app.Habit) string {
	sender := h.Sender.Name
	sender = cmp.Or(sender, strings.Join(h.Sender.Marks, ", "))
	says := map[string]string{
		string(app.HabitIssuer): "is called", string(app.HabitName): "files are named", string(app.HabitFolder): "files go into",
	}[string(h.About)]
	if h.About == app.HabitKind {
		says = fmt.Sprintf("%q is called", h.Was)
	}
	return fmt.Sprintf("%s: %s %q (%s)", sender, says, h.Is, h.When.Format(time.DateOnly))
}

type editHabit struct {
	ID string `arg:"" help:"The habit."`
	Is string `arg:"" name:"text" help:"Its new value: a name, a kind or a template."`
}

// Run changes a habit.
func (e *editHabit) Run(c verb.Console) error {
	return c.Stored(func(core *app.Controller) error { return core.EditHabit(c.Context, e.ID, e.Is) })
}

type removeHabit struct {
	ID string `arg:"" help:"The habit."`
}

// Run forgets a habit.
func (r *removeHabit) Run(c verb.Console) error {
	return c.Stored(func(core *app.Controller) error { return core.RemoveHabit(c.Context, r.ID) })
}

type exportHabits struct {
	JSON bool `name:"json" help:"The same."`
}

// Run writes all habits.
func (e *exportHabits) Run(c verb.Console) error {
	return c.Stored(func(core *app.Controller) error {
		habits, err := core.Habits(c.Context)
		if err != nil {
			return err
		}
		out := json.NewEncoder(c.Out)
		out.SetEscapeHTML(false)
		out.SetIndent("", " ")
		return out.Encode(habits)
	})
}
