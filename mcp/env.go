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
		if key == "PATH" && s.Path != "" {
			continue
		}
		if passedOn(key) || s.Own && key == "DESKHAND_HOME" {
			env = append(env, kv)
		}
	}
	if s.Path != "" {
		env = append(env, "PATH="+s.Path)
	}
	return append(env, s.Env...)
}

// variable is the value of the last of a name, as a process would see it.
func variable(environ []string, name string) string {
	for _, kv := range slices.Backward(environ) {
		if key, value, _ := strings.Cut(kv, "="); key == name {
			return value
		}
	}
	return ""
}

// folder is where a server is started: one that is not ours in the person's
// home, not where we happen to be.
func (s Server) folder(environ []string) string {
	if s.Dir != "" || s.Own {
		return s.Dir
	}
	return variable(environ, "HOME")
}

func passedOn(key string) bool {
	exact := []string{
		"PATH", "HOME", "LANG", "TMPDIR", "TZ",
		// What a program on Windows cannot start without.
		"SYSTEMROOT", "SystemRoot", "PATHEXT", "TEMP", "TMP", "USERPROFILE", "APPDATA", "LOCALAPPDATA",
	}
	return slices.Contains(exact, key) || strings.HasPrefix(key, "LC_") || strings.HasPrefix(key, "XDG_")
}
