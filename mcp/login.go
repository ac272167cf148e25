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
	// loginTime is how long anybody waits for a login shell to tell its PATH.
	loginTime = 2 * time.Second
	// loginEnd is how long it may run. One that is ended early can leave a lock
	// behind, as pyenv's does for a minute, and then every later one waits for that.
	loginEnd = 2 * time.Minute
	// loginMost is how much of what it says is looked at.
	loginMost = 256 << 10
	// loginMark stands round the PATH, whatever a profile prints next to it.
	loginMark = "__deskhand_path__"
)

// Login asks the person's login shell for its PATH. A program that was started
// from a menu knows little of where npx lives, and the one found first is to be
// the same wherever we were started from. The shell is run once, under the reaper,
// with the little that a server gets of the environment; of all that it sets
// nothing else is taken over. Its methods are safe for concurrent use.
type Login struct {
	reaper, environ []string
	file            string
	begin           sync.Once
	life            context.Context
	stop            context.CancelFunc
	asked           chan struct{} // closed when it has told, or will not
	told            string        // read only after asked is closed
	waited          chan struct{} // closed when nobody waits for it any more
}

// NewLogin prepares the question, which the first call of Path asks; Close ends
// it. What was told before is taken from file, where nothing that decides it has
// changed since; empty: it is kept nowhere.
func NewLogin(reaper, environ []string, file string) *Login {
	l := &Login{reaper: reaper, environ: environ, file: file, asked: make(chan struct{}), waited: make(chan struct{})}
	l.life, l.stop = context.WithCancel(context.Background())
	return l
}

// ask asks the shell, unless what it would say is known.
func (l *Login) ask() {
	defer close(l.asked)
	stamp := profileStamp(l.environ)
	var known bool
	if l.told, known = keptPath(l.file, stamp); known {
		return
	}
	life, cancel := context.WithTimeout(l.life, loginEnd)
	defer cancel()
	told, err := loginPath(life, l.reaper, l.environ)
	if err != nil {
		return
	}
	l.told = told
	keepPath(l.file, stamp, told)
}

// Path is the PATH for servers that are not ours: that of the login shell, and
// behind it what the environment has besides. It waits two seconds for the shell
// at most; until that has told, and where it does not, it adds nothing.
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

// Asked is closed when the shell has told its PATH, or will not.
func (l *Login) Asked() <-chan struct{} { return l.asked }

// Late reports whether it is yet to tell.
func (l *Login) Late() bool {
	select {
	case <-l.asked:
		return false
	default:
		return true
	}
}

// Close ends a shell that has not told yet, and returns when it is gone.
func (l *Login) Close() {
	l.begin.Do(func() { close(l.asked) })
	l.stop()
	<-l.asked
}

// errSilentShell means that the shell ended without telling.
var errSilentShell = errors.New("the login shell does not tell its PATH")

// loginShell is the person's shell.
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
	// Interactive too: that is where many profiles put what they add to PATH.
	argv := []string{loginShell(environ), "-i", "-l", "-c", `printf '%s%s%s' ` + loginMark + ` "$PATH" ` + loginMark}
	proc, err := launch(reaper, argv, env, variable(environ, "HOME"))
	if err != nil {
		return "", err
	}
	return proc.tellsPath(ctx)
}

// tellsPath reads the answer of the shell and ends it with all that its profile
// has started.
func (p *process) tellsPath(ctx context.Context) (string, error) {
	_ = p.in.Close()
	// Reading ends when the shell does, or when the pipe is closed below.
	said, drained := make(chan []byte, 1), make(chan struct{})
	go func() {
		text, _ := io.ReadAll(io.LimitReader(p.out, loginMost))
		said <- text
	}()
	go func() {
		defer close(drained)
		_, _ = io.Copy(io.Discard, p.err)
	}()
	var text []byte
	select {
	case text = <-said:
	case <-ctx.Done():
	}
	_ = p.life.Close()
	waited := make(chan struct{})
	go func() {
		defer close(waited)
		_ = p.cmd.Wait()
	}()
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

// Locate finds the program that a command would start, in the folders of path.
// One that is named by a path is looked for from dir. Nothing is ever looked for
// in a folder that is not named from the root.
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

// executable tells why a file cannot be run; nil when it can.
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
