package app

import (
	"os"

	"github.com/deskhand/deskhand/app/config"
)

// badHost means that the environment names no address of an Ollama server.
func badHost(err error) error {
	return &config.Error{Code: config.NoAddress, Key: HostVariable, Text: os.Getenv(HostVariable), Err: err}
}

// noModelName means that a text is no name of a model that is meant here.
func noModelName(text string) error { return &config.Error{Code: config.NoModelName, Text: text} }
