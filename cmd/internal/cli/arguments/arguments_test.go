package arguments_test

import (
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"github.com/deskhand/deskhand/cmd/internal/cli/arguments"
)

type line struct {
	Copy struct {
		copyVerb
	} `cmd:"" help:"Copy it."`
	Group struct {
		One oneVerb `cmd:""`
		Two oneVerb `cmd:""`
	} `cmd:""`
}

type copyVerb struct {
	Path []string `arg:"" optional:"" name:"path"`
	As   string   `enum:"pdf,text" default:"pdf"`
	A    bool     `xor:"one"`
	B    bool     `xor:"one"`
}

func (c *copyVerb) Check() error {
	if len(c.Path) > 2 {
		return errors.New("two are enough")
	}
	return nil
}
func (*copyVerb) Run() {}

type oneVerb struct {
	Name string `arg:""`
}

func (*oneVerb) Run() {}

func runs(verb any) bool {
	_, ok := verb.(interface{ Run() })
	return ok
}

func TestACommandLineIsReadOrRefusedInWords(t *testing.T) {
	for args, want := range map[string]string{
		"copy x --as text":    "",
		"copy x --as word":    `--as must be one of "pdf","text" but got "word"`,
		"copy --a --b":        "--a and --b can't be used together",
		"copy x y z":          "copy: two are enough",
		"copy --nothing":      "unknown flag --nothing",
		"group":               `expected one of "one", "two"`,
		"group one":           `expected "<name>"`,
		"group one name":      "",
		"group one name more": "unexpected argument more",
	} {
		parser, err := kong.New(&line{}, kong.Name("test"))
		if err != nil {
			t.Fatal(err)
		}
		given, err := arguments.Parse(parser, strings.Fields(args), runs)
		if said := words(err); said != want || err == nil && given == nil {
			t.Errorf("%s: %q, not %q", args, said, want)
		}
	}
}

func words(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func TestHelpIsPrintedAndNothingIsRead(t *testing.T) {
	var out strings.Builder
	parser, err := kong.New(&line{}, kong.Name("test"), kong.Writers(&out, io.Discard))
	if err != nil {
		t.Fatal(err)
	}
	given, err := arguments.Parse(parser, []string{"group", "-h"}, runs)
	if given != nil || err != nil || !strings.Contains(out.String(), "Usage: test group <command>") {
		t.Errorf("%v, %v: %s", given, err, &out)
	}
}
