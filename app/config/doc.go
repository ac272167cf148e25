// Package config reads and edits config.toml: its defaults, what each key may be
// and what is wrong in a line of it. Paths says where the program keeps what it
// keeps.
package config
