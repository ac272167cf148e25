package config

import (
	"errors"
	"slices"
	"strconv"

	"github.com/deskhand/deskhand/inference/backends"
)

// ErrNoBackend means that there is no model server of this name.
var ErrNoBackend = errors.New("there is no such server of models")

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
	if backendNamed(settings, b.Name) >= 0 {
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
	return edit(file, func(text []byte) ([]byte, error) {
		return insertLines(text, len(text), lines...), nil
	}, func(c *Config) { c.Backends = append(c.Backends, b) })
}

// RemoveBackend removes a model server from a configuration file and changes nothing
// else. It may fail with ErrNoBackend.
func RemoveBackend(file, name string) error {
	settings, err := Load(file)
	if err != nil {
		return err
	}
	n := backendNamed(settings, name)
	return editTable(file, backendTable, n, ErrNoBackend, empty, func(c *Config) { c.Backends = without(c.Backends, n) })
}

// SetBackendRemote records whether the user agreed to requests to a server on another
// computer, and changes nothing else. It may fail with ErrNoBackend.
func SetBackendRemote(file, name string, yes bool) error {
	settings, err := Load(file)
	if err != nil {
		return err
	}
	n := backendNamed(settings, name)
	return editTable(file, backendTable, n, ErrNoBackend, func(one []byte) ([]byte, error) {
		return setKey(one, backendTable, "remote", strconv.FormatBool(yes))
	}, func(c *Config) { c.Backends[n].Remote = yes })
}

// backendNamed returns the place of a model server in the list, -1 if there is none.
func backendNamed(c Config, name string) int {
	return slices.IndexFunc(c.Backends, func(b backends.Config) bool { return b.Name == name })
}
