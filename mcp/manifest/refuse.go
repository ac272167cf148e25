package manifest

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
)

// reserved are the names of what is ours.
var reserved = []string{"files", "documents", "triage"}

// longest is how many letters a server's name may have.
const longest = 64

// Refused says in a sentence why an entry is not started; empty when it may be.
func (e Entry) Refused() string {
	switch {
	case strings.TrimSpace(e.Name) == "":
		return "It has no name."
	case strings.ContainsFunc(e.Name, func(r rune) bool { return !unicode.IsPrint(r) }):
		return "Its name holds a character that cannot be shown."
	case len(e.Name) > longest:
		return fmt.Sprintf("Its name is longer than %d letters.", longest)
	case slices.Contains(reserved, strings.ToLower(e.Name)):
		return "The name " + e.Name + " belongs to a part of Deskhand; choose another."
	case strings.TrimSpace(e.Command) == "":
		return "It names no command."
	case e.Timeout < 0:
		return "Its timeout is less than nothing."
	case e.Dir != "" && !filepath.IsAbs(e.Dir) && !strings.HasPrefix(e.Dir, "~/"):
		return "Its cwd must be a folder named from the root, or from ~/."
	}
	for _, text := range append(e.Argv(), e.Dir) {
		if strings.ContainsRune(text, 0) {
			return "Its command holds a character that no command can hold."
		}
	}
	for _, key := range slices.Sorted(maps.Keys(e.Env)) {
		if why := refusedVariable(key, e.Env[key]); why != "" {
			return why
		}
	}
	return ""
}

// A danger is a family of variables that make a program run other code than its
// own, and why.
type danger struct {
	names  []string // upper case; one that ends in * stands for all that begin so
	effect string
}

var dangers = []danger{
	{[]string{"LD_*", "DYLD_*", "_RLD_*", "LIBPATH", "SHLIB_PATH", "GCONV_PATH", "GLIBC_TUNABLES"}, "it makes programs load foreign libraries"},
	{[]string{"NODE_OPTIONS", "NODE_PATH", "NPM_CONFIG_NODE_OPTIONS", "NPM_CONFIG_SCRIPT_SHELL", "ELECTRON_RUN_AS_NODE", "BUN_OPTIONS"}, "it makes Node run foreign code"},
	{[]string{"PYTHONSTARTUP", "PYTHONPATH", "PYTHONHOME", "PYTHONUSERBASE", "PYTHONINSPECT", "PYTHONBREAKPOINT", "PYTHONWARNINGS", "PYTHONEXECUTABLE", "PYTHONPLATLIBDIR"}, "it makes Python run foreign code"},
	{[]string{"PERL5OPT", "PERL5LIB", "PERLLIB", "PERL5DB"}, "it makes Perl run foreign code"},
	{[]string{"RUBYOPT", "RUBYLIB", "GEM_PATH", "GEM_HOME", "BUNDLE_GEMFILE"}, "it makes Ruby run foreign code"},
	{[]string{"JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS", "CLASSPATH"}, "it makes Java run foreign code"},
	{[]string{"DOTNET_STARTUP_HOOKS", "DOTNET_ADDITIONAL_DEPS", "CORECLR_*", "COR_PROFILER*", "COR_ENABLE_PROFILING", "COMPLUS_*"}, "it makes .NET run foreign code"},
	{[]string{"PHPRC", "PHP_INI_SCAN_DIR", "LUA_INIT*", "LUA_PATH*", "LUA_CPATH*", "R_PROFILE*", "R_ENVIRON*", "ERL_FLAGS", "ERL_AFLAGS", "ERL_ZFLAGS"}, "it makes an interpreter run foreign code"},
	{[]string{"BASH_ENV", "ENV", "BASH_FUNC_*", "SHELLOPTS", "BASHOPTS", "PS4", "PROMPT_COMMAND", "ZDOTDIR", "IFS"}, "it makes shells run foreign code"},
	{[]string{"GIT_SSH*", "GIT_EXEC_PATH", "GIT_EXTERNAL_DIFF", "GIT_CONFIG*", "GIT_TEMPLATE_DIR"}, "it makes git run foreign code"},
}

// refusedVariable says why a variable is not passed on; empty when it may be.
func refusedVariable(key, value string) string {
	if key == "" || strings.ContainsAny(key, "=\x00") || strings.ContainsRune(value, 0) {
		return fmt.Sprintf("%q is no name of an environment variable.", key)
	}
	upper := strings.ToUpper(key)
	for _, d := range dangers {
		for _, name := range d.names {
			start, family := strings.CutSuffix(name, "*")
			if upper == name || family && strings.HasPrefix(upper, start) {
				return fmt.Sprintf("The variable %s is refused: %s. Take it out of env.", key, d.effect)
			}
		}
	}
	return ""
}
