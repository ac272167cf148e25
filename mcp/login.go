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
	"time"
)

const (
	// loginTime is how long a login shell may take to tell its PATH.
	loginTime = 2 * time.Second
	// loginMost is how much of what it says is looked at.
	loginMost = 256 << 10
	// loginMark stands round the PATH, whatever a profile prints next to it.
	loginMark = "__deskhand_path__"
)

// Path is the PATH for servers that are not ours: that of the person's login
// shell, and behind it what environ has besides. A program that was started from
// a menu knows little of where npx lives, and the one found first is to be the
// same wherever we were started from. The shell is run once, under the reaper,
// with the little that a server gets of environ; of all that it sets nothing else
// is taken over. A shell that does not answer in time adds nothing.
func Path(ctx context.Context, reaper, environ []string) string {
	ours := variable(environ, "PATH")
	told, err := loginPath(ctx, reaper, environ)
	if err != nil {
		return ours
	}
	var all []string
	for _, dir := range append(filepath.SplitList(told), filepath.SplitList(ours)...) {
		if filepath.IsAbs(dir) && !slices.Contains(all, dir) {
			all = append(all, dir)
		}
	}
	return strings.Join(all, string(filepath.ListSeparator))
}

// errSilentShell means that the shell ended without telling.
var errSilentShell = errors.New("the login shell does not tell its PATH")

func loginPath(ctx context.Context, reaper, environ []string) (string, error) {
	shell := variable(environ, "SHELL")
	if shell == "" {
		shell = "/bin/sh"
	}
	env := environment(environ, Server{})
	for _, key := range []string{"SHELL", "USER", "LOGNAME"} {
		env = append(env, key+"="+variable(environ, key))
	}
	// Interactive too: that is where many profiles put what they add to PATH.
	argv := []string{shell, "-i", "-l", "-c", `printf '%s%s%s' ` + loginMark + ` "$PATH" ` + loginMark}
	proc, err := launch(reaper, argv, env, variable(environ, "HOME"))
	if err != nil {
		return "", err
	}
	ctx, cancel := context.WithTimeout(ctx, loginTime)
	defer cancel()
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
