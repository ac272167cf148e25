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

// Input is a value that an entry asks the user for, such as a key. The value is never in
// the file.
type Input struct {
	ID          string `json:"id"`
	Description string `json:"description,omitempty"`
	// Plain: it may be shown while it is typed.
	Plain bool `json:"plain,omitempty"`
	// Given reports whether there is a value.
	Given bool `json:"given"`
}

// inputsKey is the key of mcp.json that describes the inputs.
const inputsKey = "inputs"

// inputsOf returns the inputs described in a file, in the form of VS Code.
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

// reference matches ${…} and captures what is in the braces.
var reference = regexp.MustCompile(`\$\{([^{}]*)\}`)

// variableName matches the name of an environment variable.
var variableName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

func hasReference(text string) bool { return reference.MatchString(text) }

// texts returns all values of an entry that may hold a reference.
func (e Entry) texts() []string {
	list := append(e.Argv(), e.Dir, e.URL, e.Client.ID, e.Client.Secret, e.Client.Scope)
	for _, values := range []map[string]string{e.Env, e.Headers} {
		for _, key := range slices.Sorted(maps.Keys(values)) {
			list = append(list, values[key])
		}
	}
	return list
}

// inputs returns those that the entry refers to, each once.
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

// Expanded returns the entry with its references replaced: ${NAME}, ${env:NAME} and
// ${NAME:-otherwise} by variables of the environment, ${input:ID} by what the user
// entered, ${userHome} by their home. Values are not expanded again.
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

// referred returns the value of one reference. Unknown kinds of reference are kept as
// written.
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

// Inputs is the file of what the user entered, by server and id: readable by the user
// alone, and never a part of mcp.json. A value is given only to the server that it was
// entered for.
type Inputs string

// Of returns a value entered for a server.
func (f Inputs) Of(server, id string) (string, bool) {
	given, _ := f.store().Of(server)
	value, ok := given[id]
	return value, ok
}

// Keep stores a value entered for a server.
func (f Inputs) Keep(server, id, value string) error {
	given, known := f.store().Of(server)
	if !known || given == nil {
		given = map[string]string{}
	}
	given[id] = value
	return f.store().Keep(server, given)
}

// Drop deletes the values entered for a server.
func (f Inputs) Drop(server string) error { return f.store().Drop(server) }

func (f Inputs) store() Store[map[string]string] { return Store[map[string]string](f) }
