package manifest

import (
	"encoding/json"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/deskhand/deskhand/agentcore/wire/entry"
)

// Input is something that an entry asks the person for, such as a key. Its value
// is never in the file.
type Input struct {
	ID          string `json:"id"`
	Description string `json:"description,omitempty"`
	// Plain: it may be shown while it is typed.
	Plain bool `json:"plain,omitempty"`
	// Given says that there is a value.
	Given bool `json:"given"`
}

// inputsKey is the key of mcp.json that says what inputs are.
const inputsKey = "inputs"

// inputsOf are the inputs that a file tells of, in the form of VS Code.
func inputsOf(file object) []Input {
	at := file.find(inputsKey)
	if at < 0 {
		return nil
	}
	var told []struct {
		ID, Description string
		Password        *bool
	}
	if json.Unmarshal(file[at].value, &told) != nil {
		return nil // they are asked for without a description
	}
	list := make([]Input, len(told))
	for i, t := range told {
		list[i] = Input{ID: t.ID, Description: t.Description, Plain: t.Password != nil && !*t.Password}
	}
	return list
}

// reference is ${…}, with what stands in the braces.
var reference = regexp.MustCompile(`\$\{([^{}]*)\}`)

// variableName is what a variable of the environment is called.
var variableName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

func hasReference(text string) bool { return reference.MatchString(text) }

// texts are all the places of an entry that may hold a reference.
func (e Entry) texts() []string {
	list := append(e.Argv(), e.Dir, e.URL, e.Client.ID, e.Client.Secret, e.Client.Scope)
	for _, values := range []map[string]string{e.Env, e.Headers} {
		for _, key := range slices.Sorted(maps.Keys(values)) {
			list = append(list, values[key])
		}
	}
	return list
}

// inputs are those that the entry refers to, each once.
func (e Entry) inputs(told []Input) (list []Input) {
	for _, text := range e.texts() {
		for _, m := range reference.FindAllStringSubmatch(text, -1) {
			id, ok := strings.CutPrefix(m[1], entry.InputMark)
			if !ok || slices.ContainsFunc(list, func(i Input) bool { return i.ID == id }) {
				continue
			}
			at := slices.IndexFunc(told, func(i Input) bool { return i.ID == id })
			if at < 0 {
				list = append(list, Input{ID: id})
				continue
			}
			list = append(list, told[at])
		}
	}
	return list
}

// Expanded is the entry with what its references stand for: ${NAME}, ${env:NAME}
// and ${NAME:-otherwise} variables of the environment, ${input:ID} what the person
// gave, ${userHome} their folder. The values are not looked at for references
// again.
func (e Entry) Expanded(env, input func(string) (string, bool)) (Entry, entry.Problem) {
	var problem entry.Problem
	one := func(text string) string {
		return reference.ReplaceAllStringFunc(text, func(whole string) string {
			value, wrong := referred(whole, env, input)
			if problem == (entry.Problem{}) {
				problem = wrong
			}
			return value
		})
	}
	all := func(values map[string]string) map[string]string {
		values = maps.Clone(values)
		for key, value := range values {
			values[key] = one(value)
		}
		return values
	}
	e.Command, e.Dir, e.URL = one(e.Command), one(e.Dir), one(e.URL)
	e.Client.ID, e.Client.Secret, e.Client.Scope = one(e.Client.ID), one(e.Client.Secret), one(e.Client.Scope)
	e.Args = slices.Clone(e.Args)
	for i, arg := range e.Args {
		e.Args[i] = one(arg)
	}
	e.Env, e.Headers = all(e.Env), all(e.Headers)
	if problem == (entry.Problem{}) {
		problem = e.Refused()
	}
	return e, problem
}

// referred is what one reference stands for. What no host means by one stays as it
// is written.
func referred(whole string, env, input func(string) (string, bool)) (string, entry.Problem) {
	body := whole[len("${") : len(whole)-len("}")]
	if id, ok := strings.CutPrefix(body, entry.InputMark); ok {
		value, given := input(id)
		if !given {
			return "", entry.Problem{Code: entry.Input, Name: id}
		}
		return value, entry.Problem{}
	}
	switch body {
	case "userHome":
		home, err := os.UserHomeDir()
		if err != nil {
			return "", entry.Problem{Code: entry.Unset, Name: body}
		}
		return home, entry.Problem{}
	case "pathSeparator", "/":
		return string(os.PathSeparator), entry.Problem{}
	}
	name, otherwise, has := strings.Cut(strings.TrimPrefix(body, "env:"), ":-")
	switch {
	case strings.HasPrefix(body, "workspaceFolder"), strings.HasPrefix(body, "command:"), strings.HasPrefix(body, "config:"), body == "__dirname":
		return whole, entry.Problem{Code: entry.UnknownVar, Name: whole}
	case !variableName.MatchString(name):
		return whole, entry.Problem{}
	}
	value, set := env(name)
	switch {
	case set:
		return value, entry.Problem{}
	case has:
		return otherwise, entry.Problem{}
	}
	return "", entry.Problem{Code: entry.Unset, Name: name}
}

// Inputs is the file of what the person gave, by server and id: for their eyes
// alone, and never a part of mcp.json. What was given to one server no other gets.
type Inputs string

// Of returns what was given to a server.
func (f Inputs) Of(server, id string) (string, bool) {
	given, _ := f.kept().Of(server)
	value, ok := given[id]
	return value, ok
}

// Keep records what the person gave to a server.
func (f Inputs) Keep(server, id, value string) error {
	given, known := f.kept().Of(server)
	if !known || given == nil {
		given = map[string]string{}
	}
	given[id] = value
	return f.kept().Keep(server, given)
}

// Drop forgets what was given to a server.
func (f Inputs) Drop(server string) error { return f.kept().Drop(server) }

func (f Inputs) kept() Kept[map[string]string] { return Kept[map[string]string](f) }
