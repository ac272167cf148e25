package app

import (
	"errors"
	"os"

	"github.com/deskhand/deskhand/app/config"
	"github.com/deskhand/deskhand/inference/backends"
)

// badHost means that the environment names no address of an Ollama server.
func badHost(err error) error {
	return &config.Error{Code: config.NoAddress, Key: HostVariable, Text: os.Getenv(HostVariable), Err: err}
}

// badBackend means that a backend of the configuration has no address that can be asked.
func badBackend(err error) error {
	name := ""
	var bad *backends.Error
	if errors.As(err, &bad) {
		name = bad.Name
	}
	return &config.Error{Code: config.BadBackend, Key: backends.KeyURL, Text: name, Err: err}
}

// noModelName means that a text is no name of a model that is meant here.
func noModelName(text string) error { return &config.Error{Code: config.NoModelName, Text: text} }
