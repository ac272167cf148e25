package arguments

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/alecthomas/kong"
)

// Parse reads the arguments into the verb that they name. It prints the help that they
// may ask for, and returns nothing then. A verb that has a method Check() error is asked
// whether its arguments go together; runs reports whether a verb does something, or is a
// word that another one has to follow.
//
// kong's own Parse, Validate and Run look methods up by names that are only known when
// the program runs, and where a program may do that, the linker keeps every exported
// method of every type: 5.6 MB of deskhand. So its steps are taken here without them.
func Parse(parser *kong.Kong, args []string, runs func(verb any) bool) (*kong.Context, error) {
	given, err := kong.Trace(parser, args)
	if err == nil {
		err = given.Error
	}
	if err != nil {
		return nil, err
	}
	if slices.ContainsFunc(given.Path, func(p *kong.Path) bool { return p.Flag != nil && p.Flag == parser.Model.HelpFlag }) {
		return nil, kong.DefaultHelpPrinter(kong.HelpOptions{Compact: true, ValueFormatter: kong.DefaultHelpValueFormatter}, given)
	}
	if err := given.Reset(); err != nil {
		return nil, err
	}
	if _, err := given.Apply(); err != nil {
		return nil, err
	}
	return given, valid(given, runs)
}

// valid returns what is wrong with arguments that were each understood.
func valid(given *kong.Context, runs func(any) bool) error {
	for _, path := range given.Path {
		node := path.Node()
		if node == nil {
			continue
		}
		if err := together(node.Flags); err != nil {
			return err
		}
		for _, value := range node.Values() {
			if err := oneOf(value); err != nil {
				return err
			}
		}
	}
	verb := given.Selected()
	if verb == nil {
		verb = given.Model.Node
	}
	if v, ok := Verb(verb).(interface{ Check() error }); ok {
		if err := v.Check(); err != nil {
			return fmt.Errorf("%s: %w", verb.Path(), err)
		}
	}
	return complete(verb, runs)
}

// together refuses two flags of which there may be only one.
func together(flags []*kong.Flag) error {
	seen := map[string]string{}
	for _, flag := range flags {
		for _, group := range flag.Xor {
			if !flag.Set {
				continue
			}
			if other, ok := seen[group]; ok {
				return fmt.Errorf("--%s and --%s can't be used together", other, flag.Name)
			}
			seen[group] = flag.Name
		}
	}
	return nil
}

// oneOf refuses a value that is not among those that there are.
func oneOf(value *kong.Value) error {
	if value.Enum == "" || value.Required && !value.Set {
		return nil
	}
	words := value.EnumSlice()
	is := fmt.Sprint(value.Target)
	if slices.Contains(words, is) {
		return nil
	}
	for i := range words {
		words[i] = strconv.Quote(words[i])
	}
	return fmt.Errorf("%s must be one of %s but got %q", value.ShortSummary(), strings.Join(words, ","), is)
}

// complete refuses a verb that lacks an argument, and a word that needs another one
// after it.
func complete(verb *kong.Node, runs func(any) bool) error {
	var missing []string
	for _, argument := range verb.Positional {
		if argument.Required && !argument.Set {
			missing = append(missing, argument.Summary())
		}
	}
	if len(missing) > 0 {
		return fmt.Errorf("expected %q", strings.Join(missing, " "))
	}
	if runs(Verb(verb)) {
		return nil
	}
	for _, child := range verb.Children {
		missing = append(missing, strconv.Quote(child.Name))
	}
	return fmt.Errorf("expected one of %s", strings.Join(missing, ", "))
}

// Verb is the value that a verb's arguments were read into.
func Verb(node *kong.Node) any { return node.Target.Addr().Interface() }
