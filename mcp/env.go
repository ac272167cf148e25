package mcp

import (
	"slices"
	"strings"
)

// environment returns the minimal part of environ plus the server's own variables. Keys
// of the user's session (tokens, agents, displays) are left out.
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

// variable returns the last value of name, as a process would see it.
func variable(environ []string, name string) string {
	for _, kv := range slices.Backward(environ) {
		if key, value, _ := strings.Cut(kv, "="); key == name {
			return value
		}
	}
	return ""
}

// folder returns the working directory of a server. One that is not ours starts in the
// user's home, not in our own working directory.
func (s Server) folder(environ []string) string {
	if s.Dir != "" || s.Own {
		return s.Dir
	}
	return variable(environ, "HOME")
}

func passedOn(key string) bool {
	exact := []string{
		"PATH", "HOME", "LANG", "TMPDIR", "TZ",
		// Windows programs cannot start without these.
		"SYSTEMROOT", "SystemRoot", "PATHEXT", "TEMP", "TMP", "USERPROFILE", "APPDATA", "LOCALAPPDATA",
	}
	return slices.Contains(exact, key) || strings.HasPrefix(key, "LC_") || strings.HasPrefix(key, "XDG_")
}
