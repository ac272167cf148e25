package deskhand_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// unusual are words that no name has, each with the field's own; docs/CONTRIBUTING.md
// says why. Words that have a plain sense too, such as link, rest, near and outside,
// are left to who reads.
var unusual = map[string]string{
	"anew": "again", "asides": "notices", "audition": "evaluation", "beside": "next to, or sibling", "beware": "check", "dear": "costly",
	"deed": "call, outcome or step", "desk": "backend", "furnish": "make", "heed": "follow", "mind": "supervise", "minder": "reaper or supervisor",
	"shelf": "catalogue, or reserved names", "standing": "status", "talk": "conversation", "tame": "bound", "trial": "evaluation",
	"tries": "attempts", "twin": "duplicate", "unsend": "retract", "wreck": "damage", "settle": "recover or resolve",
}

// fine are names that have such a word in another sense.
var fine = []string{
	"TestThePromptHasTheStandingRulesAndNamesNoTool", // those that hold always
	"besides", // as well as
}

// wordsOf are the words that a name is put together of.
var wordsOf = regexp.MustCompile(`[A-Z]?[a-z]+|[A-Z]+`)

func TestNamesAreThoseOfTheField(t *testing.T) {
	places := map[string]string{}
	fset := token.NewFileSet()
	for _, p := range packages(t) {
		places[filepath.Base(p.path)] = p.path
		files, err := filepath.Glob(filepath.Join(p.dir, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			places[strings.TrimSuffix(filepath.Base(file), ".go")] = file
			parsed, err := parser.ParseFile(fset, file, nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			ast.Inspect(parsed, func(n ast.Node) bool {
				if name, ok := n.(*ast.Ident); ok {
					places[name.Name] = fset.Position(name.Pos()).String()
				}
				return true
			})
		}
	}
	for _, name := range slices.Sorted(maps.Keys(places)) {
		for _, word := range wordsOf.FindAllString(name, -1) {
			if better, bad := unusualWord(word); bad && !slices.Contains(fine, name) && !slices.Contains(fine, strings.ToLower(word)) {
				t.Errorf("%s: %s has the word %q: say %s", places[name], name, word, better)
			}
		}
	}
}

// unusualWord returns what to say for a word, in any of its forms, that no name has.
func unusualWord(word string) (better string, bad bool) {
	word = strings.ToLower(word)
	for _, ending := range []string{"", "s", "d", "ed"} {
		base, cut := strings.CutSuffix(word, ending)
		if better, bad = unusual[base]; cut && bad {
			return better, true
		}
	}
	return "", false
}
