// Package configwords puts into words for a terminal why config.toml, a template of
// names or a condition of a rule cannot be used.
//
// It is pure: safe from any goroutine.
package configwords
