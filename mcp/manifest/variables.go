package manifest

import (
	"maps"
	"path"
	"slices"
	"strings"
	"unicode"

	"github.com/deskhand/deskhand/agentcore/wire/entry"
)

// A danger is a group of variables that change what a program runs, loads or asks, and
// their effect. Those that are not refused are shown with a warning.
type danger struct {
	// names are patterns as of path.Match, in upper case and with _ for -, since npm
	// reads those forms too.
	names   []string
	refused bool
	effect  entry.Effect
}

// dangers is the one table of them; the first match counts.
var dangers = []danger{
	{[]string{"LD_*", "DYLD_*", "_RLD_*", "LIBPATH", "SHLIB_PATH", "GCONV_PATH", "GLIBC_TUNABLES"}, true, entry.DoesLibraries},
	{[]string{"OPENSSL_CONF", "OPENSSL_ENGINES", "OPENSSL_MODULES"}, true, entry.DoesLibraries},
	{[]string{
		"GTK_MODULES", "GTK3_MODULES", "GTK_PATH", "GTK_EXE_PREFIX", "GTK_IM_MODULE_FILE", "GDK_PIXBUF_MODULE*", "GIO_MODULE_DIR", "GIO_EXTRA_MODULES",
		"GI_TYPELIB_PATH", "GST_PLUGIN_*", "QT_PLUGIN_PATH", "QT_QPA_PLATFORM_PLUGIN_PATH", "QML_IMPORT_PATH", "QML2_IMPORT_PATH",
		"LIBGL_DRIVERS_PATH", "VK_ICD_FILENAMES", "VK_DRIVER_FILES", "VK_LAYER_PATH", "OCL_ICD_*",
	}, true, entry.DoesModules},
	{[]string{"NODE_OPTIONS", "NODE_PATH", "NODE_REPL_EXTERNAL_MODULE", "NPM_CONFIG_NODE_OPTIONS", "NPM_CONFIG_SCRIPT_SHELL", "ELECTRON_RUN_AS_NODE", "BUN_OPTIONS", "BUN_INSPECT*"}, true, entry.DoesCode},
	{[]string{"PYTHON*PATH", "PYTHONSTARTUP", "PYTHONHOME", "PYTHONUSERBASE", "PYTHONINSPECT", "PYTHONBREAKPOINT", "PYTHONWARNINGS", "PYTHONEXECUTABLE", "PYTHONPLATLIBDIR", "PYTHONPYCACHEPREFIX"}, true, entry.DoesCode},
	{[]string{"PERL5OPT", "PERL5LIB", "PERLLIB", "PERL5DB"}, true, entry.DoesCode},
	{[]string{"RUBYOPT", "RUBYLIB", "GEM_PATH", "GEM_HOME", "BUNDLE_GEMFILE"}, true, entry.DoesCode},
	{[]string{"JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS", "CLASSPATH"}, true, entry.DoesCode},
	{[]string{"DOTNET_STARTUP_HOOKS", "DOTNET_ADDITIONAL_DEPS", "CORECLR_*", "COR_PROFILER*", "COR_ENABLE_PROFILING", "COMPLUS_*"}, true, entry.DoesCode},
	{[]string{"PHPRC", "PHP_INI_SCAN_DIR", "LUA_INIT*", "LUA_PATH*", "LUA_CPATH*", "R_PROFILE*", "R_ENVIRON*", "ERL_FLAGS", "ERL_AFLAGS", "ERL_ZFLAGS"}, true, entry.DoesCode},
	{[]string{"GOFLAGS", "GOTOOLCHAIN", "RUSTC_WRAPPER", "RUSTFLAGS"}, true, entry.DoesCode},
	{[]string{"BASH_ENV", "ENV", "BASH_FUNC_*", "SHELLOPTS", "BASHOPTS", "PS4", "PROMPT_COMMAND", "ZDOTDIR", "IFS"}, true, entry.DoesCode},
	{[]string{"GIT_SSH*", "GIT_EXEC_PATH", "GIT_EXTERNAL_DIFF", "GIT_CONFIG*", "GIT_TEMPLATE_DIR", "GIT_ASKPASS", "GIT_EDITOR", "GIT_SEQUENCE_EDITOR", "GIT_PAGER", "GIT_PROXY_COMMAND", "SSH_ASKPASS"}, true, entry.DoesCode},

	{[]string{"PATH", "PATHEXT"}, false, entry.DoesPath},
	{[]string{"EDITOR", "VISUAL", "PAGER", "BROWSER", "SHELL", "COMSPEC"}, false, entry.DoesProgram},
	{[]string{"HOME", "USERPROFILE", "APPDATA", "LOCALAPPDATA", "XDG_*"}, false, entry.DoesSettings},
	{[]string{
		"*REGISTRY*", "*INDEX_URL", "UV_*INDEX*", "PIP_*INDEX*", "PIP_FIND_LINKS", "UV_FIND_LINKS", "*_MIRROR", "GOPROXY", "JSR_URL",
		"NPM_CONFIG_*CONFIG", "NPM_CONFIG_PREFIX", "NPM_CONFIG_CACHE", "YARN_RC_FILENAME", "PIP_CONFIG_FILE", "UV_CONFIG_FILE",
	}, false, entry.DoesPackages},
	{[]string{"GOSUMDB", "GONOSUMDB", "GONOSUMCHECK", "GONOPROXY", "GOPRIVATE", "GOINSECURE", "PIP_TRUSTED_HOST", "UV_INSECURE_HOST", "NPM_CONFIG_STRICT_SSL", "NODE_TLS_REJECT_UNAUTHORIZED"}, false, entry.DoesUnchecked},
	{[]string{"SSL_CERT_FILE", "SSL_CERT_DIR", "NODE_EXTRA_CA_CERTS", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE", "PIP_CERT", "NPM_CONFIG_CA", "NPM_CONFIG_CAFILE"}, false, entry.DoesBelieved},
	{[]string{"DOCKER_HOST", "DOCKER_CONTEXT", "DOCKER_CONFIG", "CONTAINER_HOST"}, false, entry.DoesContainers},
	{[]string{"HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "*_HTTP_PROXY", "*_HTTPS_PROXY", "NPM_CONFIG_PROXY"}, false, entry.DoesProxy},
}

// dangerOf returns the row of a variable. Case is ignored, as on Windows, and by npm
// everywhere.
func dangerOf(key string) (danger, bool) {
	name := strings.NewReplacer("-", "_", "/", "_").Replace(strings.ToUpper(key))
	for _, d := range dangers {
		for _, pattern := range d.names {
			if fits, _ := path.Match(pattern, name); fits { // the patterns are ours
				return d, true
			}
		}
	}
	return danger{}, false
}

// Warning returns the effect of a variable that is not refused; empty if none is known.
func Warning(key string) entry.Effect {
	if d, ok := dangerOf(key); ok && !d.refused {
		return d.effect
	}
	return ""
}

// refusedVariable returns why one of the variables is not passed on; zero if all may be.
func (e Entry) refusedVariable() entry.Problem {
	for _, key := range slices.Sorted(maps.Keys(e.Env)) {
		unprintable := func(r rune) bool { return !unicode.IsPrint(r) }
		if key == "" || strings.Contains(key, "=") || strings.ContainsFunc(key, unprintable) || strings.ContainsRune(e.Env[key], 0) {
			return entry.Problem{Code: entry.Variable, Name: key}
		}
		if d, ok := dangerOf(key); ok && d.refused {
			return entry.Problem{Code: entry.Dangerous, Name: key, Detail: string(d.effect)}
		}
	}
	return entry.Problem{}
}
