package deskhand_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"
)

var update = flag.Bool("update", false, "write the catalogue of the window's sentences again")

// catalogue is where the window's sentences are, in English.
const catalogue = "ui/locale/en.json"

// notWords are literals that look like words and are none, by package.
var notWords = map[string][]string{
	"ui/views/models": {"https://"}, // of an address
	"ui/portal": { // D-Bus
		"DBUS_SESSION_BUS_ADDRESS", "org.freedesktop.portal.Desktop", "org.freedesktop.portal.FileChooser.SaveFile", "org.freedesktop.portal.Request", "Response", "/request/",
	},
	"ui":                {"Deskhand", "D", "file", "x11:%x"},         // its name, its mark, a scheme, a window
	"ui/views/chat":     {"person", "moves", "copies", "md", "json"}, // on record; in arguments; formats
	"ui/widgets":        {"M", "Mg"},                                 // what a line is measured by
	"ui/prose":          {"Mg"},
	"ui/views/settings": {"en", "de", "English", "Deutsch"},                                             // languages, each in its own words
	"ui/inert":          {"<U+%04X>"},                                                                   // what stands for a sign that hides
	"ui/locale":         {"The catalogue of the window cannot be read", "N"},                            // for a log; the gap of N
	"ui/theme":          {"icons/", "theme: no drawing of ", "doubtTint", "dangerTint", "currentColor"}, // files and colours
}

// A spoken is a call of locale.L or locale.N.
type spoken struct {
	place     string
	sentences []string // one, or the form for one thing and the one for many
	gaps      []string // what the call fills
	problem   string
}

func TestTheCatalogueHasEachSentenceOfTheWindow(t *testing.T) {
	want := map[string]any{}
	for _, s := range windowSentences(t) {
		if s.problem != "" {
			t.Errorf("%s: %s", s.place, s.problem)
			continue
		}
		key := s.sentences[len(s.sentences)-1]
		var message any = key
		if len(s.sentences) == 2 {
			message = map[string]any{"one": s.sentences[0], "other": key}
		}
		if had, ok := want[key]; ok && fmt.Sprint(had) != fmt.Sprint(message) {
			t.Errorf("%s: %q is said with a form for one thing in one place and not, or with another one, elsewhere", s.place, key)
		}
		want[key] = message
	}
	if *update {
		writeCatalogue(t, catalogue, want)
	}
	have := readCatalogue(t, catalogue)
	for key := range want {
		if fmt.Sprint(have[key]) != fmt.Sprint(want[key]) {
			t.Errorf("%s has %q for %q. Run: scripts/with-go go test . -run Catalogue -update", catalogue, have[key], key)
		}
	}
	for key := range have {
		if want[key] == nil {
			t.Errorf("%s has %q, which nobody says. Run: scripts/with-go go test . -run Catalogue -update", catalogue, key)
		}
	}
}

// TestTheCatalogueOfEachTranslationHasEachSentence holds the other languages against the English
// one. With -update what is missing gets its English words, to be translated.
func TestTheCatalogueOfEachTranslationHasEachSentence(t *testing.T) {
	english := readCatalogue(t, catalogue)
	files, err := filepath.Glob(filepath.Join(filepath.Dir(catalogue), "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range slices.DeleteFunc(files, func(f string) bool { return f == catalogue }) {
		have := readCatalogue(t, file)
		if *update {
			maps.DeleteFunc(have, func(key string, _ any) bool { return english[key] == nil })
			for key, words := range english {
				if have[key] == nil {
					have[key] = words
				}
			}
			writeCatalogue(t, file, have)
		}
		for key := range have {
			if english[key] == nil {
				t.Errorf("%s has %q, which nobody says. Run: scripts/with-go go test . -run Catalogue -update", file, key)
			}
		}
		for key, words := range english {
			if have[key] == nil {
				t.Errorf("%s lacks %q. Run: scripts/with-go go test . -run Catalogue -update, and translate it", file, key)
				continue
			}
			sameForm(t, file, key, words, have[key])
		}
	}
}

// sameForm holds a translation against the English message: it has the same forms
// for numbers, and fills no other gaps.
func sameForm(t *testing.T, file, key string, english, other any) {
	t.Helper()
	_, counted := english.(map[string]any)
	forms, alsoCounted := other.(map[string]any)
	if counted != alsoCounted {
		t.Errorf("%s has other forms of %q than English", file, key)
		return
	}
	if !counted {
		forms = map[string]any{"": other}
	}
	for form, words := range forms {
		for _, gap := range gapPattern.FindAllString(words.(string), -1) {
			if !strings.Contains(fmt.Sprint(english), gap) {
				t.Errorf("%s: %q in form %q has a gap that nothing fills: %s", file, key, form, gap)
			}
		}
	}
}

func readCatalogue(t *testing.T, file string) map[string]any {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var messages map[string]any
	if err := json.Unmarshal(data, &messages); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return messages
}

func writeCatalogue(t *testing.T, file string, messages map[string]any) {
	t.Helper()
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(messages); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, out.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

var gapPattern = regexp.MustCompile(`\{\{\.(\w+)\}\}`)

func TestEachGapOfASentenceIsFilled(t *testing.T) {
	for _, s := range windowSentences(t) {
		filled := slices.Clone(s.gaps)
		if len(s.sentences) == 2 {
			filled = append(filled, "N")
		}
		named := map[string]bool{}
		for _, sentence := range s.sentences {
			for _, m := range gapPattern.FindAllStringSubmatch(sentence, -1) {
				named[m[1]] = true
				if !slices.Contains(filled, m[1]) {
					t.Errorf("%s: nothing fills {{.%s}} of %q", s.place, m[1], sentence)
				}
			}
		}
		for _, gap := range s.gaps {
			if !named[gap] {
				t.Errorf("%s: %q has no gap %s", s.place, s.sentences, gap)
			}
		}
	}
}

func TestTheWordsOfTheWindowAreInTheCatalogue(t *testing.T) {
	packages := windowFiles(t)
	for _, path := range slices.Sorted(maps.Keys(packages)) {
		for _, file := range packages[path] {
			for _, l := range wordsIn(file) {
				if value, _ := strconv.Unquote(l.Value); !slices.Contains(notWords[path], value) {
					t.Errorf("%s: %s is not said through ui/locale", file.at(l), l.Value)
				}
			}
		}
	}
}

// A windowFile is a file of the window that is no test.
type windowFile struct {
	set *token.FileSet
	*ast.File
	path string
}

func (f windowFile) at(n ast.Node) string {
	p := f.set.Position(n.Pos())
	return fmt.Sprintf("%s:%d", f.path, p.Line)
}

func windowFiles(t *testing.T) map[string][]windowFile {
	t.Helper()
	all := map[string][]windowFile{}
	for _, p := range packages(t) {
		if !fits(p.path, "ui/...") {
			continue
		}
		for _, name := range p.files {
			set, path := token.NewFileSet(), filepath.Join(p.dir, name)
			file, err := parser.ParseFile(set, path, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			all[p.path] = append(all[p.path], windowFile{set, file, path})
		}
	}
	return all
}

func windowSentences(t *testing.T) []spoken {
	t.Helper()
	var all []spoken
	for path, files := range windowFiles(t) {
		for _, f := range files {
			ast.Inspect(f.File, func(n ast.Node) bool {
				if call, ok := n.(*ast.CallExpr); ok {
					if kind := saying(call, path); kind != "" {
						all = append(all, readCall(f, call, kind))
					}
				}
				if table, ok := n.(*ast.CompositeLit); ok && isTable(table) {
					for _, row := range table.Elts {
						all = append(all, readRow(f, row))
					}
				}
				return true
			})
		}
	}
	return all
}

// saying is L or N where a call is one of locale's; empty elsewhere.
func saying(call *ast.CallExpr, path string) string {
	switch fun := call.Fun.(type) {
	case *ast.SelectorExpr:
		if from, ok := fun.X.(*ast.Ident); ok && from.Name == "locale" && (fun.Sel.Name == "L" || fun.Sel.Name == "N") {
			return fun.Sel.Name
		}
	case *ast.Ident:
		if path == "ui/locale" && (fun.Name == "L" || fun.Name == "N") {
			return fun.Name
		}
	}
	return ""
}

// isTable reports whether a literal is one of locale.Table.
func isTable(lit *ast.CompositeLit) bool {
	index, ok := lit.Type.(*ast.IndexExpr)
	if !ok {
		return false
	}
	fun, ok := index.X.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	from, ok := fun.X.(*ast.Ident)
	return ok && from.Name == "locale" && fun.Sel.Name == "Table"
}

func readRow(f windowFile, row ast.Expr) spoken {
	s := spoken{place: f.at(row)}
	if pair, ok := row.(*ast.KeyValueExpr); ok {
		if sentence, ok := literal(pair.Value); ok {
			s.sentences = []string{sentence}
			return s
		}
	}
	s.problem = "the sentence is no literal, so that it cannot be read into the catalogue"
	return s
}

func readCall(f windowFile, call *ast.CallExpr, kind string) spoken {
	s := spoken{place: f.at(call)}
	forms, rest := 1, 1
	if kind == "N" {
		forms, rest = 2, 3
	}
	if len(call.Args) < rest {
		s.problem = "it has too few arguments"
		return s
	}
	for _, arg := range call.Args[:forms] {
		sentence, ok := literal(arg)
		if !ok {
			s.problem = "the sentence is no literal, so that it cannot be read into the catalogue"
			return s
		}
		s.sentences = append(s.sentences, sentence)
	}
	if (len(call.Args)-rest)%2 != 0 {
		s.problem = "a gap has no value, or a value no gap"
		return s
	}
	for i := rest; i < len(call.Args); i += 2 {
		name, ok := literal(call.Args[i])
		if !ok {
			s.problem = "the name of a gap is no literal"
		}
		s.gaps = append(s.gaps, name)
	}
	return s
}

// literal is the text of a literal, or of several that are joined.
func literal(e ast.Expr) (string, bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		text, err := strconv.Unquote(e.Value)
		return text, e.Kind == token.STRING && err == nil
	case *ast.BinaryExpr:
		a, okA := literal(e.X)
		b, okB := literal(e.Y)
		return a + b, okA && okB && e.Op == token.ADD
	}
	return "", false
}

// wordsIn are the literals of a file that a person could be shown, and that are
// not said through the catalogue.
func wordsIn(f windowFile) []*ast.BasicLit {
	path := filepath.ToSlash(filepath.Dir(f.path))
	var found []*ast.BasicLit
	var walk func(n ast.Node, consts bool)
	walk = func(n ast.Node, consts bool) {
		ast.Inspect(n, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.ImportSpec:
				return false
			case *ast.Field:
				n.Tag = nil
			case *ast.CompositeLit:
				if isTable(n) { // readRow has them
					return false
				}
			case *ast.CallExpr:
				if saying(n, path) != "" {
					for i, arg := range n.Args { // what fills a gap may be words
						if _, is := literal(arg); !is && i > 0 {
							walk(arg, false)
						}
					}
					return false
				}
				if takesNoWords(n) {
					for _, arg := range n.Args {
						if _, is := literal(arg); !is {
							walk(arg, false)
						}
					}
					return false
				}
			case *ast.BinaryExpr: // what is compared with
				if n.Op == token.EQL || n.Op == token.NEQ {
					for _, side := range []ast.Expr{n.X, n.Y} {
						if _, is := literal(side); !is {
							walk(side, false)
						}
					}
					return false
				}
			case *ast.CaseClause:
				for _, s := range n.Body {
					walk(s, false)
				}
				return false
			case *ast.IndexExpr:
				walk(n.X, false)
				return false
			case *ast.KeyValueExpr:
				walk(n.Value, false)
				return false
			case *ast.GenDecl:
				if n.Tok == token.CONST && !consts {
					walk(n, true)
					return false
				}
			case *ast.BasicLit:
				if n.Kind == token.STRING && isWords(n.Value, consts) {
					found = append(found, n)
				}
			}
			return true
		})
	}
	walk(f.File, false)
	return found
}

// takesNoWords reports whether a call is of a function whose literals are for the
// machine.
func takesNoWords(call *ast.CallExpr) bool {
	fun, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	from, _ := fun.X.(*ast.Ident)
	if from != nil && slices.Contains([]string{"strings", "filepath", "errors", "os", "json", "strconv", "bytes", "time", "slices"}, from.Name) {
		return true
	}
	return from != nil && from.Name == "fmt" && fun.Sel.Name == "Errorf" || fun.Sel.Name == "Format"
}

// A verb of a format is no word.
var verbPattern = regexp.MustCompile(`%[-+# 0-9.*]*[a-zA-Z%]`)

// The ends of file names, and variables of the environment.
var (
	fileName = regexp.MustCompile(`^[\w-]*\.(json|svg|otf|toml|md|csv)$`)
	variable = regexp.MustCompile(`^(LC_|DESKHAND_)[A-Z]+$|^LANG(UAGE)?$`)
)

// isWords reports whether a literal may be words for a person: it has a letter in
// it. A constant is words only with a space or a capital letter.
func isWords(lit string, constant bool) bool {
	text, err := strconv.Unquote(lit)
	if err != nil {
		return true
	}
	text = verbPattern.ReplaceAllString(text, "")
	if !strings.ContainsFunc(text, unicode.IsLetter) || fileName.MatchString(text) || variable.MatchString(text) {
		return false
	}
	return !constant || strings.ContainsFunc(text, func(r rune) bool { return r == ' ' || unicode.IsUpper(r) })
}
