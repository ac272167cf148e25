// Package config reads and edits config.toml: defaults, valid values, and errors with
// their lines. Paths are the places of the program's files.
package config
