package mcp

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"
)

const (
	// loginTime is how long a caller waits for the login shell.
	loginTime = 2 * time.Second
	// loginEnd is how long the shell may run. Killing it early can leave a lock behind
	// (pyenv's lasts a minute) that every later shell waits for.
	loginEnd = 2 * time.Minute
	// maxLoginOutput is how much of its output is read.
	maxLoginOutput = 256 << 10
	// loginMark delimits the PATH in the output, whatever else a profile prints.
	loginMark = "__deskhand_path__"
)

// Login gets PATH from the user's login shell. A program started from a menu often lacks
// the folder of npx, and the npx found must not depend on how we were started. The shell
// runs once, under the reaper, with the minimal environment of a server; only PATH is
// used. All methods are safe for concurrent use.
type Login struct {
	reaper, environ []string
	file            string
	begin           sync.Once
	life            context.Context
	stop            context.CancelFunc
	asked           chan struct{} // closed when PATH is known or will never be
	told            string        // read only after asked is closed
	waited          chan struct{} // closed when there are no more waiters
}

// NewLogin returns a Login that runs the shell on the first call of Path; Close ends it.
// file caches the answer for as long as the profile files are unchanged; empty means no
// cache.
func NewLogin(reaper, environ []string, file string) *Login {
	l := &Login{reaper: reaper, environ: environ, file: file, asked: make(chan struct{}), waited: make(chan struct{})}
	l.life, l.stop = context.WithCancel(context.Background())
	return l
}

// ask runs the shell unless the answer is cached.
func (l *Login) ask() {
	defer close(l.asked)
	stamp := profileStamp(l.environ)
	var known bool
	if l.told, known = cachedPath(l.file, stamp); known {
		return
	}
	life, cancel := context.WithTimeout(l.life, loginEnd)
	defer cancel()
	told, err := loginPath(life, l.reaper, l.environ)
	if err != nil {
		return
	}
	l.told = told
	cachePath(l.file, stamp, told)
}

// Path returns the PATH for servers that are not ours: the login shell's, followed by
// what only the environment has. It waits at most two seconds for the shell; without an
// answer it returns the environment's.
func (l *Login) Path() string {
	l.begin.Do(func() {
		go l.ask()
		time.AfterFunc(loginTime, func() { close(l.waited) })
	})
	ours := variable(l.environ, "PATH")
	select {
	case <-l.asked:
	case <-l.waited:
	}
	if l.Late() || l.told == "" {
		return ours
	}
	var all []string
	for _, dir := range append(filepath.SplitList(l.told), filepath.SplitList(ours)...) {
		if filepath.IsAbs(dir) && !slices.Contains(all, dir) {
			all = append(all, dir)
		}
	}
	return strings.Join(all, string(filepath.ListSeparator))
}

// Asked returns a channel that is closed when PATH is known or will never be.
func (l *Login) Asked() <-chan struct{} { return l.asked }

// Late reports whether the answer is still to come.
func (l *Login) Late() bool { return !isClosed(l.asked) }

// Close ends a shell that is still running and waits for it.
func (l *Login) Close() {
	l.begin.Do(func() { close(l.asked) })
	l.stop()
	<-l.asked
}

// errSilentShell means that the shell ended without printing PATH.
var errSilentShell = errors.New("the login shell does not tell its PATH")

// loginShell returns the user's shell.
func loginShell(environ []string) string {
	if shell := variable(environ, "SHELL"); shell != "" {
		return shell
	}
	return "/bin/sh"
}

func loginPath(ctx context.Context, reaper, environ []string) (string, error) {
	env := environment(environ, Server{})
	for _, key := range []string{"SHELL", "USER", "LOGNAME"} {
		env = append(env, key+"="+variable(environ, key))
	}
	// Interactive as well, since many profiles extend PATH only there.
	argv := []string{loginShell(environ), "-i", "-l", "-c", `printf '%s%s%s' ` + loginMark + ` "$PATH" ` + loginMark}
	proc, err := launch(reaper, argv, env, variable(environ, "HOME"))
	if err != nil {
		return "", err
	}
	return proc.readPath(ctx)
}

// readPath reads the shell's answer and kills everything that its profile has started.
func (p *process) readPath(ctx context.Context) (string, error) {
	_ = p.in.Close()
	// Reading ends with the shell, or when the pipe is closed below.
	said := make(chan []byte, 1)
	go func() {
		text, _ := io.ReadAll(io.LimitReader(p.out, maxLoginOutput))
		said <- text
	}()
	drained := start(func() { _, _ = io.Copy(io.Discard, p.err) })
	var text []byte
	select {
	case text = <-said:
	case <-ctx.Done():
	}
	_ = p.life.Close()
	waited := start(func() { _ = p.cmd.Wait() })
	if !within(waited, reaperTime) {
		_ = p.cmd.Process.Kill()
		<-waited
	}
	_, _ = p.out.Close(), p.err.Close()
	<-drained
	_, rest, _ := bytes.Cut(text, []byte(loginMark))
	path, _, ok := bytes.Cut(rest, []byte(loginMark))
	if !ok {
		return "", errSilentShell
	}
	return string(path), nil
}

// Locate returns the program that a command would start, searching the folders of path. A
// command that is a path is relative to dir. Relative entries of path are never searched.
func Locate(command, path, dir string) (string, error) {
	if strings.ContainsAny(command, `/`+string(filepath.Separator)) {
		if !filepath.IsAbs(command) {
			command = filepath.Join(dir, command)
		}
		return command, executable(command)
	}
	for _, folder := range filepath.SplitList(path) {
		for _, suffix := range programSuffixes() {
			found := filepath.Join(folder, command+suffix)
			if filepath.IsAbs(folder) && executable(found) == nil {
				return found, nil
			}
		}
	}
	return "", fmt.Errorf("find %s: %w", command, fs.ErrNotExist)
}

func programSuffixes() []string {
	if runtime.GOOS == "windows" {
		return []string{"", ".exe", ".cmd", ".bat"}
	}
	return []string{""}
}

// executable returns why a file cannot be run, or nil.
func executable(path string) error {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return err
	case !info.Mode().IsRegular(), runtime.GOOS != "windows" && info.Mode().Perm()&0o111 == 0:
		return &fs.PathError{Op: "run", Path: path, Err: fs.ErrPermission}
	}
	return nil
}
