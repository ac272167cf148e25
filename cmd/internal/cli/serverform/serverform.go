package serverform

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/deskhand/deskhand/agentcore/wire/elicit"
)

// longestField is how many bytes of what is typed into a field are read.
const longestField = 32 << 10

// longestChoice is how many bytes of the answer to a choice are read.
const longestChoice = 1 << 10

// Terminal is where the person is asked.
type Terminal struct {
	// Tell prints, Ask prints a question and reads a line of so many bytes.
	Tell func(format string, words ...any)
	Ask  func(question string, longest int) string
	// Visible spells out what would not show.
	Visible func(string) string
}

// Elicit puts what a server asks for to the person, field by field.
func (t Terminal) Elicit(ctx context.Context, q elicit.Question) elicit.Answer {
	answered := make(chan elicit.Answer, 1)
	go func() { // the read of a terminal cannot be called off
		if q.URL != "" {
			answered <- t.page(q)
		} else {
			answered <- t.form(ctx, q)
		}
	}()
	select {
	case answer := <-answered:
		return answer
	case <-ctx.Done():
		return elicit.Answer{}
	}
}

// page shows where the server wants the person to go. Nothing is opened here.
func (t Terminal) page(q elicit.Question) elicit.Answer {
	t.Tell("%s asks you to open a page: %s\n  %s\nIt leads to %s. Deskhand does not see what you do there.\n",
		t.Visible(q.Server), t.Visible(q.Message), t.Visible(q.URL), t.Visible(q.Host()))
	return elicit.Answer{Action: actionOf(t.Ask("Open it in your browser, then answer: [y: opened, d: decline, N: cancel] ", longestChoice))}
}

func (t Terminal) form(ctx context.Context, q elicit.Question) elicit.Answer {
	t.Tell("%s asks you: %s\nWhat you enter is sent to %s, which is not part of Deskhand. Don't enter passwords or keys.\n",
		t.Visible(q.Server), t.Visible(q.Message), t.Visible(q.Server))
	action := actionOf(t.Ask("Answer it? [y: yes, d: decline, N: cancel] ", longestChoice))
	if action != elicit.Accept {
		return elicit.Answer{Action: action}
	}
	values := map[string]any{}
	for _, f := range q.Fields {
		value, ok := t.field(ctx, f)
		if !ok {
			return elicit.Answer{}
		}
		if value != nil {
			values[f.Name] = value
		}
	}
	return elicit.Answer{Action: elicit.Accept, Values: values}
}

// maxTimes is how often a field is asked for.
const maxTimes = 5

// field asks for a field until what is typed is one; false: it never was.
func (t Terminal) field(ctx context.Context, f elicit.Field) (any, bool) {
	for range maxTimes {
		if ctx.Err() != nil {
			return nil, false
		}
		value, problem := f.Value(entered(f, t.Ask(t.prompt(f), longestField)))
		if problem.Code == "" {
			return value, true
		}
		t.Tell("%s\n", formProblemWords(problem))
	}
	return nil, false
}

func agrees(said string) bool {
	return slices.Contains([]string{"y", "yes", "j", "ja"}, strings.ToLower(said))
}

func actionOf(said string) elicit.Action {
	switch {
	case agrees(said):
		return elicit.Accept
	case strings.EqualFold(said, "d"):
		return elicit.Decline
	}
	return elicit.Cancel
}

// prompt is what is printed before a field is typed.
func (t Terminal) prompt(f elicit.Field) string {
	var b strings.Builder
	for i, o := range f.Options {
		fmt.Fprintf(&b, "  %d: %s\n", i+1, t.Visible(o.Title))
	}
	b.WriteString(t.Visible(cmp.Or(f.Title, f.Name)))
	if f.About != "" {
		b.WriteString(" (" + t.Visible(f.About) + ")")
	}
	var notes []string
	switch f.Kind {
	case elicit.YesNo:
		notes = append(notes, "y or n")
	case elicit.One:
		notes = append(notes, "a number")
	case elicit.Several:
		notes = append(notes, "numbers, separated by commas")
	}
	if !f.Required {
		notes = append(notes, "optional")
	}
	if len(f.Default) > 0 {
		notes = append(notes, "Enter: "+t.Visible(strings.Join(f.Default, ", ")))
	}
	if len(notes) > 0 {
		b.WriteString(" [" + strings.Join(notes, "; ") + "]")
	}
	return b.String() + ": "
}

// entered is what was typed as a field takes it: options are typed by their numbers,
// and nothing is what the server proposes.
func entered(f elicit.Field, typed string) []string {
	if typed == "" {
		return f.Default
	}
	switch f.Kind {
	case elicit.YesNo:
		return []string{strconv.FormatBool(agrees(typed))}
	case elicit.One, elicit.Several:
		var values []string
		for part := range strings.SplitSeq(typed, ",") {
			at, err := strconv.Atoi(strings.TrimSpace(part))
			if err != nil || at < 1 || at > len(f.Options) {
				return []string{typed} // one of the values, or refused
			}
			values = append(values, f.Options[at-1].Value)
		}
		return values
	}
	return []string{typed}
}

// formProblemWords say why a value is none.
func formProblemWords(p elicit.Problem) string {
	if words, ok := plainProblems[p.Code]; ok {
		return words
	}
	bound := strconv.FormatFloat(p.Bound, 'f', -1, 64)
	switch p.Code {
	case elicit.Under:
		return "At least " + bound + "."
	case elicit.Over:
		return "At most " + bound + "."
	case elicit.TooShort:
		return "At least " + bound + " characters."
	case elicit.TooLong:
		return "At most " + bound + " characters."
	case elicit.TooFew:
		return "Choose at least " + bound + "."
	case elicit.TooMany:
		return "Choose at most " + bound + "."
	}
	return "Choose one of the options."
}

// plainProblems are the problems that are told without a bound.
var plainProblems = map[elicit.Code]string{
	elicit.Missing:   "This is required.",
	elicit.NoNumber:  "This must be a number.",
	elicit.NoInteger: "This must be a whole number.",
	elicit.NoEmail:   "This must be an email address.",
	elicit.NoAddress: "This must be a full address, such as https://example.org.",
	elicit.NoDate:    "This must be a date, such as 2026-11-22.",
	elicit.NoTime:    "This must be a time, such as 2026-11-22T14:00:00Z.",
}
