package config

import (
	"errors"
	"slices"
	"strconv"

	"github.com/deskhand/deskhand/inference/backends"
)

// ErrNoBackend means that there is no model server of this name.
var ErrNoBackend = errors.New("there is no such server of models")

// backendTable is the name of the tables of model servers.
const backendTable = "backend"

// AddBackend appends a model server to a configuration file and changes nothing else. It
// fails with an *Error if it is invalid.
func AddBackend(file string, b backends.Config) error {
	if key := b.Unfit(); key != "" {
		return &Error{Code: BadBackend, Key: key, Text: b.Name}
	}
	settings, err := Load(file)
	if err != nil {
		return err
	}
	if slices.ContainsFunc(settings.Backends, func(other backends.Config) bool { return other.Name == b.Name }) {
		return &Error{Code: Twice, Key: backendTable, Text: b.Name}
	}
	lines := []string{"", "[[" + backendTable + "]]", "name = " + strconv.Quote(b.Name), "kind = " + strconv.Quote(b.Kind), "url = " + quotedList(b.URL)}
	if len(b.Models) > 0 {
		lines = append(lines, "models = "+quotedList(b.Models))
	}
	if b.KeyEnv != "" {
		lines = append(lines, "key_env = "+strconv.Quote(b.KeyEnv))
	}
	lines = append(lines, "remote = "+strconv.FormatBool(b.Remote))
	return editTables(file, func(text []byte) ([]byte, error) {
		return insertLines(text, len(text), lines...), nil
	}, func(c *Config) { c.Backends = append(c.Backends, b) })
}

// RemoveBackend removes a model server from a configuration file and changes nothing
// else. It may fail with ErrNoBackend.
func RemoveBackend(file, name string) error {
	return editBackend(file, name, func([]byte) ([]byte, error) { return nil, nil }, func(c *Config, n int) {
		if c.Backends = slices.Delete(c.Backends, n, n+1); len(c.Backends) == 0 {
			c.Backends = nil
		}
	})
}

// SetBackendRemote records whether the user agreed to requests to a server on another
// computer, and changes nothing else. It may fail with ErrNoBackend.
func SetBackendRemote(file, name string, yes bool) error {
	return editBackend(file, name, func(one []byte) ([]byte, error) {
		return setKey(one, backendTable, "remote", strconv.FormatBool(yes))
	}, func(c *Config, n int) { c.Backends[n].Remote = yes })
}

// editBackend rewrites the table of one server in a configuration file.
func editBackend(file, name string, edit func(one []byte) ([]byte, error), change func(c *Config, n int)) error {
	settings, err := Load(file)
	if err != nil {
		return err
	}
	place := slices.IndexFunc(settings.Backends, func(b backends.Config) bool { return b.Name == name })
	if place < 0 {
		return ErrNoBackend
	}
	return editTables(file, func(text []byte) ([]byte, error) {
		tables, err := tablesOf(text)
		if err != nil {
			return nil, err
		}
		n := place
		for i, t := range tables {
			if !t.list || t.name != backendTable {
				continue
			}
			if n--; n >= 0 {
				continue
			}
			end := len(text)
			if i+1 < len(tables) {
				end = aboveComments(text, tables[i+1].start)
			}
			one, err := edit(text[t.start:end])
			return splice(text, t.start, end, string(one)), err
		}
		return nil, ErrNoBackend
	}, func(c *Config) { change(c, place) })
}
