package engine

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/deskhand/deskhand/mcp/servers/documents/child"
	"github.com/deskhand/deskhand/mcp/servers/documents/engine/wire"
	"github.com/deskhand/deskhand/mcp/servers/documents/work"
)

// osdData is the name of the data for detecting a page's orientation.
const osdData = "osd"

// lookTime is how long a program may compute before it says what it can do, or has
// compiled itself, and lookIdle how long it may do nothing.
const (
	lookTime = 10 * time.Second
	lookIdle = 20 * time.Second
)

// found is the engine of this machine.
type found struct {
	engine    string
	version   string
	languages []string
	confined  bool
	osd       bool
	start     func() (runner, error)
}

// find looks for the engine: the first that there is, and that has a language if
// one has. What was found stays; while nothing is found the next call looks again,
// so that an installation is noticed.
func (p *Pool) find() found {
	p.look.Lock()
	defer p.look.Unlock()
	if p.found != nil {
		return *p.found
	}
	best := found{engine: None, start: func() (runner, error) { return nil, ErrNoEngine }}
	for _, look := range []func(context.Context) (found, bool){p.findLibrary, p.findProgram, p.findBuiltIn} {
		engine, ok := look(p.ctx)
		if !ok || best.engine != None && len(engine.languages) == 0 {
			continue
		}
		best = engine
		p.found = &best
		if len(engine.languages) > 0 {
			break
		}
	}
	return best
}

// findLibrary looks for a deskhand-ocr that has tesseract.
func (p *Pool) findLibrary(ctx context.Context) (found, bool) {
	path := p.config.Library
	if path == "" {
		path = nextToUs("deskhand-ocr")
	}
	return processes(ctx, Library, []string{path}, func() (runner, error) { return startReader(path) })
}

// findBuiltIn looks for the engine that needs nothing installed. The first process
// that is started waits until its code is compiled, and the others for that.
func (p *Pool) findBuiltIn(ctx context.Context) (found, bool) {
	if len(p.config.BuiltIn) == 0 {
		return found{}, false
	}
	command := func(args ...string) []string { return append(slices.Clone(p.config.BuiltIn), args...) }
	compile := sync.OnceFunc(func() {
		if p.config.Compiled != "" {
			_, _ = ask(p.ctx, command("--compile", p.config.Compiled)...) // what is not kept is compiled by each
		}
	})
	return processes(ctx, BuiltIn, p.config.BuiltIn, func() (runner, error) {
		compile()
		return startReader(command("--read", p.config.Compiled)...)
	})
}

// processes asks an engine of ours what it can read.
func processes(ctx context.Context, name string, command []string, start func() (runner, error)) (found, bool) {
	output, err := ask(ctx, append(slices.Clone(command), "--languages")...)
	if err != nil {
		return found{}, false
	}
	var inventory wire.Inventory
	if json.Unmarshal(output, &inventory) != nil || inventory.Engine == "" {
		return found{}, false
	}
	engine := found{engine: name, version: inventory.Engine, confined: inventory.Confined, start: start}
	engine.setLanguages(inventory.Languages)
	return engine, true
}

// findProgram looks for the program tesseract.
func (p *Pool) findProgram(ctx context.Context) (found, bool) {
	path := p.config.Program
	if path == "" {
		path = lookUp("tesseract")
	}
	version, err := ask(ctx, path, "--version")
	if err != nil {
		return found{}, false
	}
	list, err := ask(ctx, path, "--list-langs")
	if err != nil {
		return found{}, false
	}
	engine := found{engine: Program, start: func() (runner, error) { return program{path}, nil }}
	first, _, _ := strings.Cut(string(version), "\n")
	engine.version = strings.TrimSpace(strings.TrimPrefix(first, "tesseract "))
	_, names, _ := strings.Cut(string(list), "\n") // the first line is a heading
	engine.setLanguages(strings.Fields(names))
	return engine, true
}

// setLanguages takes the names of the data files that there are.
func (f *found) setLanguages(names []string) {
	f.languages = []string{}
	for _, name := range names {
		switch name {
		case osdData:
			f.osd = true
		case "equ", "snum": // no languages either
		default:
			f.languages = append(f.languages, name)
		}
	}
	slices.Sort(f.languages)
}

// pick divides the requested languages into installed and missing ones. If none is
// installed, it uses English, or the first that there is.
func (f *found) pick(asked []string) (use, missing []string) {
	for _, name := range asked {
		switch {
		case slices.Contains(use, name) || slices.Contains(missing, name):
		case slices.Contains(f.languages, name):
			use = append(use, name)
		default:
			missing = append(missing, name)
		}
	}
	switch {
	case len(use) > 0 || len(f.languages) == 0:
	case slices.Contains(f.languages, "eng"):
		use = []string{"eng"}
	default:
		use = f.languages[:1]
	}
	return use, missing
}

// nextToUs is the path of a program in the folder of this one.
func nextToUs(name string) string {
	self, err := os.Executable()
	if err != nil {
		return name
	}
	if resolved, err := filepath.EvalSymlinks(self); err == nil {
		self = resolved
	}
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	return filepath.Join(filepath.Dir(self), name)
}

// lookUp finds a program in PATH, or where package managers put it: a program
// that was started from a desktop has a short PATH.
func lookUp(name string) string {
	if path, err := exec.LookPath(name); err == nil {
		return path
	}
	for _, dir := range []string{"/usr/bin", "/usr/local/bin", "/opt/homebrew/bin", "/opt/local/bin"} {
		if path, err := exec.LookPath(filepath.Join(dir, name)); err == nil {
			return path
		}
	}
	return name
}

// ask runs a program and gives what it prints.
func ask(ctx context.Context, command ...string) ([]byte, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var output bytes.Buffer
	cmd := exec.CommandContext(ctx, command[0], command[1:]...) //nolint:gosec // ours, or one that was looked for
	cmd.Env = environment()
	cmd.Stdin, cmd.Stderr = bytes.NewReader(nil), io.Discard // pipes: there may be no /dev/null
	cmd.Stdout = &limitedBuffer{buffer: &output, left: 1 << 20}
	cmd.WaitDelay = time.Second
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	defer work.Limit(cmd.Process, lookTime, lookIdle, cancel)()
	err := cmd.Wait()
	return output.Bytes(), err
}

// environment is all that an OCR process gets: one thread for each, since
// tesseract's threads cost many times what they gain, what it needs to find its
// data, and that memory of a picture goes back when that is done with, whichever of
// Go's threads took it.
func environment() []string {
	return child.Environ(
		[]string{"OMP_THREAD_LIMIT=1", "LC_ALL=C", "MALLOC_ARENA_MAX=1", "MALLOC_MMAP_THRESHOLD_=1048576", "MALLOC_TRIM_THRESHOLD_=8388608"},
		"PATH", "TESSDATA_PREFIX", "TMPDIR", "SystemRoot", "TEMP", "TMP",
	)
}
