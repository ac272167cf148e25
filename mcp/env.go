package mcp

import (
	"slices"
	"strings"
)

// environment is the little that a server needs of environ, and what its
// configuration adds. Keys of a person's session (tokens, agents, displays) stay
// behind.
func environment(environ []string, s Server) []string {
	env := []string{}
	for _, kv := range environ {
		key, _, _ := strings.Cut(kv, "=")
		if passedOn(key) || s.Own && key == "DESKHAND_HOME" {
			env = append(env, kv)
		}
	}
	return append(env, s.Env...)
}

func passedOn(key string) bool {
	exact := []string{
		"PATH", "HOME", "LANG", "TMPDIR", "TZ",
		// What a program on Windows cannot start without.
		"SYSTEMROOT", "SystemRoot", "PATHEXT", "TEMP", "TMP", "USERPROFILE", "APPDATA", "LOCALAPPDATA",
	}
	return slices.Contains(exact, key) || strings.HasPrefix(key, "LC_") || strings.HasPrefix(key, "XDG_")
}
