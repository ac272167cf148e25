package main

import (
	"cmp"
	"embed"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/template"

	"github.com/alecthomas/kong"

	"github.com/deskhand/deskhand/agentcore/lists"
	"github.com/deskhand/deskhand/cmd/internal/cli"
)

//go:embed templates
var templates embed.FS

// files are the templates with the places of what is made of them, below the folder
// share of an installation.
var files = map[string]string{
	"manual.tmpl": "man/man1/deskhand.1",
	"bash.tmpl":   "bash-completion/completions/deskhand",
	"zsh.tmpl":    "zsh/vendor-completions/_deskhand",
	"fish.tmpl":   "fish/vendor_completions.d/deskhand.fish",
}

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "manual:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) != 1 {
		return errors.New("usage: manual DIR")
	}
	model, err := cli.Model()
	if err != nil {
		return err
	}
	line := lineOf(model)
	made, err := template.New("").Funcs(template.FuncMap{
		"join":  strings.Join,
		"roff":  roff,
		"quote": quote,
	}).ParseFS(templates, "templates/*")
	if err != nil {
		return err
	}
	for name, place := range files {
		if err := write(made.Lookup(name), filepath.Join(args[0], place), line); err != nil {
			return err
		}
	}
	return nil
}

func write(t *template.Template, path string, line line) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	var text strings.Builder
	if err := t.Execute(&text, line); err != nil {
		return err
	}
	return os.WriteFile(path, []byte(text.String()), 0o644)
}

// line is the command line.
type line struct {
	Help     string
	Commands []command
	// Groups are the verbs that have verbs of their own, such as models, and the
	// empty one, whose verbs come first on the line.
	Groups []group
}

// Paths returns every verb, and the groups' names, as patterns of a shell's case.
func (l line) Paths() string {
	var paths []string
	for _, g := range l.Groups {
		for _, w := range g.Words {
			paths = append(paths, quote(strings.TrimSpace(g.Path+" "+w.Name)))
		}
	}
	return strings.Join(paths, " | ")
}

// group is a word of the line after which one of several others follows.
type group struct {
	Path  string
	Words []word
}

type word struct {
	Name, Help string
}

// command is a verb that does something.
type command struct {
	Path  string // such as "models pull"
	Help  string
	Args  []word
	Flags []flag
}

type flag struct {
	Name  string
	Help  string
	Value string // what stands for its value; empty for a switch
	// Choices are the values that it takes, where these are few.
	Choices []string
}

func lineOf(model *kong.Application) line {
	made := line{Help: model.Help}
	groups := map[string]int{}
	add := func(parent string, w word) {
		at, known := groups[parent]
		if !known {
			at = len(made.Groups)
			groups[parent] = at
			made.Groups = append(made.Groups, group{Path: parent})
		}
		made.Groups[at].Words = lists.AddNew(made.Groups[at].Words, w)
	}
	for _, leaf := range model.Leaves(true) {
		parent, path := "", ""
		for _, node := range ancestry(leaf) {
			add(parent, word{node.Name, node.Help})
			path = strings.TrimSpace(parent + " " + node.Name)
			parent = path
		}
		made.Commands = append(made.Commands, commandOf(path, leaf))
	}
	return made
}

// ancestry returns the verbs that lead to this one, the first first.
func ancestry(leaf *kong.Node) []*kong.Node {
	var nodes []*kong.Node
	for node := leaf; node.Type == kong.CommandNode; node = node.Parent {
		nodes = append(nodes, node)
	}
	slices.Reverse(nodes)
	return nodes
}

func commandOf(path string, leaf *kong.Node) command {
	made := command{Path: path, Help: leaf.Help}
	for _, arg := range leaf.Positional {
		made.Args = append(made.Args, word{arg.Summary(), arg.Help})
	}
	for _, of := range leaf.AllFlags(true) {
		for _, f := range of {
			if f.Name == "help" {
				continue
			}
			made.Flags = append(made.Flags, flagOf(f))
			if f.Tag.Negatable != "" {
				made.Flags = append(made.Flags, flag{Name: "no-" + f.Name, Help: "The opposite of --" + f.Name + "."})
			}
		}
	}
	slices.SortStableFunc(made.Flags, func(a, b flag) int { return cmp.Compare(a.Name, b.Name) })
	return made
}

func flagOf(f *kong.Flag) flag {
	made := flag{Name: f.Name, Help: f.Help}
	if f.IsBool() {
		return made
	}
	made.Value = cmp.Or(f.PlaceHolder, strings.ToUpper(f.Name))
	for _, choice := range strings.Split(f.Enum, ",") {
		if choice != "" {
			made.Choices = append(made.Choices, choice)
		}
	}
	return made
}

// roff escapes a text for the manual page: a hyphen that is typed, a backslash, and a
// dot or quote at the start of a line, which would be a request.
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, `-`, `\-`).Replace(text)
	if strings.HasPrefix(text, ".") || strings.HasPrefix(text, "'") {
		text = `\&` + text
	}
	return text
}

// quote writes a text as one word of a shell.
func quote(text string) string {
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}
