package config

import (
	"errors"
	"slices"
	"strconv"

	"github.com/deskhand/deskhand/inference/backends"
)

// ErrNoBackend means that there is no server of models of this name.
var ErrNoBackend = errors.New("there is no such server of models")

// backendTable is the name of the tables of servers of models.
const backendTable = "backend"

// AddBackend writes a server of models into a configuration file, below what is
// there, and nothing else. It fails with an *Error where it cannot be used.
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

// RemoveBackend takes a server of models out of a configuration file, and nothing
// else. It fails with ErrNoBackend.
func RemoveBackend(file, name string) error {
	return editBackend(file, name, func([]byte) ([]byte, error) { return nil, nil }, func(c *Config, n int) {
		if c.Backends = slices.Delete(c.Backends, n, n+1); len(c.Backends) == 0 {
			c.Backends = nil
		}
	})
}

// SetBackendRemote writes whether the person agreed that requests go to a server on
// another computer, and nothing else. It fails with ErrNoBackend.
func SetBackendRemote(file, name string, yes bool) error {
	return editBackend(file, name, func(one []byte) ([]byte, error) {
		return setKey(one, backendTable, "remote", strconv.FormatBool(yes))
	}, func(c *Config, n int) { c.Backends[n].Remote = yes })
}

// editBackend writes another text of one server into a configuration file.
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
