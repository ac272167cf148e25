package serverform

import (
	"bufio"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/deskhand/deskhand/agentcore/wire/elicit"
)

// typing is a terminal at which this is typed.
func typing(text string, shown *strings.Builder) Terminal {
	lines := bufio.NewScanner(strings.NewReader(text))
	return Terminal{
		Tell: func(format string, words ...any) { fmt.Fprintf(shown, format, words...) },
		Ask: func(question string, _ int) string {
			shown.WriteString(question)
			lines.Scan()
			return lines.Text()
		},
		Visible: func(s string) string { return strings.Trim(strconv.QuoteToASCII(s), `"`) },
	}
}

func TestAFormAtTheTerminalIsFilledInLineByLineAndShownInert(t *testing.T) {
	two := 2.0
	q := elicit.Question{Server: "shop", Message: "Who\x1b[2J is it for?", Fields: []elicit.Field{
		{Name: "name", Title: "Your\u202e name", Kind: elicit.Text, Required: true, Least: &two},
		{Name: "size", Kind: elicit.One, Options: []elicit.Option{{Value: "s", Title: "Small"}, {Value: "m", Title: "Medium"}}, Default: []string{"s"}},
		{Name: "days", Kind: elicit.Several, Options: []elicit.Option{{Value: "mo", Title: "Monday"}, {Value: "tu", Title: "Tuesday"}}},
		{Name: "news", Kind: elicit.YesNo},
		{Name: "mail", Kind: elicit.Text, Format: "email"},
	}}
	for _, row := range []struct {
		what, typed string
		want        elicit.Answer
	}{
		{"filled in", "y\nA\nAnna Ädler\n2\n1, 2\nn\nanna\nanna@example.org\n", elicit.Answer{Action: elicit.Accept, Values: map[string]any{
			"name": "Anna Ädler", "size": "m", "days": []string{"mo", "tu"}, "news": false, "mail": "anna@example.org",
		}}},
		{"what is proposed", "y\nAnna\n\n\n\n\n", elicit.Answer{Action: elicit.Accept, Values: map[string]any{"name": "Anna", "size": "s"}}},
		{"declined", "D\n", elicit.Answer{Action: elicit.Decline}},
		{"cancelled", "\n", elicit.Answer{Action: elicit.Cancel}},
		{"broken off", "y\n", elicit.Answer{}},
	} {
		var shown strings.Builder
		asker := typing(row.typed, &shown)
		if got := asker.Elicit(t.Context(), q); !reflect.DeepEqual(got, row.want) {
			t.Errorf("%s: %+v", row.what, got)
		}
		if strings.ContainsAny(shown.String(), "\x1b\u202e") || !strings.Contains(shown.String(), "is sent to shop, which is not part of Deskhand") {
			t.Errorf("%s: %q", row.what, shown.String())
		}
	}
}

func TestAPageIsOpenedByThePersonAlone(t *testing.T) {
	q := elicit.Question{Server: "shop", Message: "Sign in.", URL: "https://example.org/sign-in?x=1"}
	var shown strings.Builder
	asker := typing("y\nd\n", &shown)
	for _, want := range []elicit.Action{elicit.Accept, elicit.Decline, elicit.Cancel} {
		if got := asker.Elicit(t.Context(), q); got.Action != want {
			t.Errorf("got %+v, want %s", got, want)
		}
	}
	for _, want := range []string{"  https://example.org/sign-in?x=1\n", "It leads to example.org."} {
		if !strings.Contains(shown.String(), want) {
			t.Errorf("%q is not shown:\n%s", want, shown.String())
		}
	}
}
