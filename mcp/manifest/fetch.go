package manifest

import (
	"regexp"
	"slices"
	"strings"
	"sync"
)

// Fetch is a part of a command that downloads what it runs.
type Fetch struct {
	// Runner is the program that downloads, such as npx; What is the package, empty if
	// unknown.
	Runner string `json:"runner"`
	What   string `json:"what,omitempty"`
	// Pinned reports whether the command names one immutable version.
	Pinned bool `json:"pinned"`
}

// A runner is a program that fetches what it runs.
type runner struct {
	// words invoke it: the program, then its verbs, such as uv tool run.
	words []string
	// sources are options whose values are fetched too; with one of them the first
	// argument is a program in that package. more are options that only add packages.
	sources, more []string
	// values are options that take a value, switches those that take none. Any other
	// option makes the position of the first argument unknown.
	values, switches []string
	pinned           func(what string) bool
	// local reports whether the first argument is not fetched; nil means that it always
	// is.
	local func(what string) bool
}

// Immutable versions, by kind of package.
var (
	pinnedNode   = either(`^(?:@[^/@]+/)?[^/@]+@`+version+`$`, `#[0-9a-f]{40}$`)
	pinnedPython = either(`^[\w.-]+(?:\[[\w,. -]*\])?(?:===?|@)v?\d+(?:\.\w+)*(?:\+[\w.]+)?$`, `^git\+.*@[0-9a-f]{40}(?:#.*)?$`)
	pinnedImage  = either(`(?:^|@)sha256:[0-9a-f]{64}$`)
	pinnedDeno   = either(`^(?:npm|jsr):/?(?:@[^/@]+/)?[^/@]+@` + version + `(?:/.*)?$`)
	pinnedGo     = either(`@`+version+`$`, `@[0-9a-f]{12,40}$`)

	remote = either(`^(?:https?|npm|jsr):`)
)

const version = `v?\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?`

func either(patterns ...string) func(string) bool {
	compiled := sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(strings.Join(patterns, "|")) })
	return func(what string) bool { return compiled().MatchString(what) }
}

// isPath reports whether a package is on this computer.
func isPath(what string) bool {
	return strings.HasPrefix(what, ".") || strings.HasPrefix(what, "/") || strings.HasPrefix(what, "file:")
}

var (
	npmValues    = strings.Fields("--registry --userconfig --cache --prefix --loglevel --workspace -w --script-shell")
	npmSwitches  = strings.Fields("-y --yes -q --quiet --silent --prefer-offline --prefer-online --offline --no-install --ignore-scripts --no-audit --no-fund --bun")
	uvValues     = strings.Fields("--python -p --index --default-index --index-url -i --extra-index-url --find-links -f --cache-dir --directory --project --config-file --env-file --refresh-package --color")
	uvSwitches   = strings.Fields("-q --quiet -v --verbose -n --no-cache --refresh --isolated --offline --no-config --native-tls --no-progress -U --upgrade")
	boxValues    = strings.Fields("-e --env --env-file -v --volume --mount --name -p --publish --network --net -u --user -w --workdir -h --hostname -l --label --entrypoint -m --memory --memory-swap --cpus --platform --pull --add-host --cap-add --cap-drop --security-opt --tmpfs --ulimit --gpus --device --restart --log-driver --log-opt --dns --shm-size --stop-timeout --pids-limit --userns --ipc --pid --cidfile -a --attach --volumes-from --link --group-add --runtime --context -H --host --config")
	boxSwitches  = strings.Fields("-i --interactive -t --tty -d --detach --rm --init --privileged --read-only -P --publish-all --no-healthcheck -q --quiet --sig-proxy")
	denoValues   = strings.Fields("-c --config --import-map --lock --cert --env-file")
	denoSwitches = strings.Fields("-A --allow-all -R --allow-read -W --allow-write -N --allow-net -E --allow-env --allow-run --allow-sys --allow-ffi -q --quiet --no-prompt --no-check -r --reload --no-lock --cached-only --no-remote --no-npm --unstable")
	goValues     = strings.Fields("-C -mod -modfile -tags -ldflags -gcflags -exec -p -overlay -toolexec")
	goSwitches   = strings.Fields("-a -n -race -v -x -trimpath -work")
)

var runners = []runner{
	node("npx"), node("pnpx"), node("bunx"), node("npm", "exec"), node("npm", "x"), node("pnpm", "dlx"), node("yarn", "dlx"), node("bun", "x"),
	python("uvx"), python("uv", "tool", "run"),
	{words: words("pipx", "run"), sources: []string{"--spec"}, more: []string{"--with"}, values: strings.Fields("--python --pip-args --index-url -i --path"), switches: strings.Fields("--no-cache -q --quiet -v --verbose --pypackages"), pinned: pinnedPython},
	box("docker", "run"), box("docker", "container", "run"), box("podman", "run"), box("podman", "container", "run"), box("nerdctl", "run"),
	{words: words("deno", "run"), values: denoValues, switches: denoSwitches, pinned: pinnedDeno, local: func(what string) bool { return !remote(what) }},
	{words: words("go", "run"), values: goValues, switches: goSwitches, pinned: pinnedGo, local: func(what string) bool { return isPath(what) || !strings.Contains(what, "@") }},
}

func words(w ...string) []string { return w }

func node(w ...string) runner {
	return runner{words: w, sources: []string{"-p", "--package"}, values: npmValues, switches: npmSwitches, pinned: pinnedNode, local: isPath}
}

func python(w ...string) runner {
	return runner{words: w, sources: []string{"--from"}, more: []string{"--with", "--with-editable", "--with-requirements"}, values: uvValues, switches: uvSwitches, pinned: pinnedPython, local: isPath}
}

func box(w ...string) runner {
	return runner{words: w, values: boxValues, switches: boxSwitches, pinned: pinnedImage}
}

// Fetches returns the first part of the command that downloads what it runs, unpinned
// ones before pinned ones; nil if none is known. program is what the command resolves to.
func (e Entry) Fetches(program string) *Fetch {
	found := fetches(e.Argv(), maxDepth)
	if len(found) == 0 && program != "" { // npx under another name
		found = fetches(append([]string{program}, e.Args...), maxDepth)
	}
	if len(found) == 0 {
		return nil
	}
	if at := slices.IndexFunc(found, func(f Fetch) bool { return !f.Pinned }); at >= 0 {
		return &found[at]
	}
	return &found[0]
}

// cliSuffix ends the names of the scripts of npm and npx.
const cliSuffix = "-cli.js"

// maxDepth is how many nested shells are looked into.
const maxDepth = 4

// fetches finds runners in a command: the program itself, one behind a program that
// starts others, such as env, and those in a shell script argument.
func fetches(argv []string, depth int) (found []Fetch) {
	if len(argv) == 0 || depth == 0 {
		return nil
	}
	name := programName(argv[0])
	switch {
	case slices.Contains(shells, name):
		for _, command := range scripts(argv[1:]) {
			found = append(found, fetches(command, depth-1)...)
		}
		return found
	case slices.Contains(starters, name):
		for i, arg := range argv[1:] {
			if rest := argv[1+i:]; known(programName(arg)) {
				return fetches(rest, depth-1)
			}
		}
		return nil
	case strings.HasPrefix(name, "python") && len(argv) > 2 && argv[1] == "-m":
		return fetches(argv[2:], depth-1)
	case name == "node" && len(argv) > 1 && strings.HasSuffix(argv[1], cliSuffix):
		return fetches(argv[1:], depth-1)
	}
	for _, r := range runners {
		if f, ok := r.fetch(argv); ok {
			found = append(found, f)
		}
	}
	return found
}

// known reports whether a program is a runner or can start one.
func known(name string) bool {
	return slices.Contains(shells, name) || slices.Contains(starters, name) || strings.HasPrefix(name, "python") || name == "node" ||
		slices.ContainsFunc(runners, func(r runner) bool { return r.words[0] == name })
}

// fetch returns what a command downloads with this runner; false if it is another command
// or downloads nothing.
func (r runner) fetch(argv []string) (Fetch, bool) {
	f := Fetch{Runner: strings.Join(r.words, " ")}
	if programName(argv[0]) != r.words[0] {
		return f, false
	}
	o := options{runner: r, args: argv[1:], sure: true}
	for _, word := range r.words[1:] { // options may stand before a verb
		if !o.verb(word) {
			return f, false
		}
	}
	rest := o.next()
	if len(rest) > 0 && len(o.sources) == 0 {
		if r.local != nil && r.local(rest[0]) && len(o.more) == 0 && (o.sure || !slices.ContainsFunc(rest, func(arg string) bool { return !r.local(arg) })) {
			return f, false
		}
		o.sources = rest[:1]
	}
	if len(o.sources) > 0 && o.sure {
		f.What = o.sources[0]
		f.Pinned = !slices.ContainsFunc(slices.Concat(o.sources, o.more), func(what string) bool { return !r.pinned(what) })
	}
	return f, true
}

// options reads the options of a runner up to the first other argument.
type options struct {
	runner
	args []string
	// sources and more are the values of those that name what is fetched.
	sources, more []string
	// sure is false after an unknown option: what follows may be its value.
	sure bool
}

// next skips options with their values and returns the rest.
func (o *options) next() []string {
	for len(o.args) > 0 {
		arg := o.args[0]
		if arg == "--" {
			return o.args[1:]
		}
		if len(arg) < 2 || arg[0] != '-' {
			break
		}
		o.args = o.args[1:]
		key, value, inline := strings.Cut(arg, "=")
		switch {
		case slices.Contains(slices.Concat(o.values, o.runner.sources, o.runner.more), key):
			if !inline && len(o.args) > 0 {
				value, o.args = o.args[0], o.args[1:]
			}
			o.take(key, value)
		case !slices.Contains(o.switches, key) && !inline && !o.cluster(arg):
			o.sure = false
		}
	}
	return o.args
}

// verb continues behind a verb of the runner; false if it is missing.
func (o *options) verb(word string) bool {
	rest := o.next()
	at := slices.Index(rest, word)
	if at < 0 || at > 0 && o.sure {
		return false
	}
	o.args = rest[at+1:]
	return true
}

func (o *options) take(key, value string) {
	switch {
	case slices.Contains(o.runner.sources, key):
		o.sources = append(o.sources, value)
	case slices.Contains(o.runner.more, key):
		o.more = append(o.more, strings.Split(value, ",")...)
	}
}

// cluster reports whether an option is several one-letter switches, such as -it.
func (o *options) cluster(arg string) bool {
	for _, letter := range arg[1:] {
		if !slices.Contains(o.switches, "-"+string(letter)) {
			return false
		}
	}
	return true
}
