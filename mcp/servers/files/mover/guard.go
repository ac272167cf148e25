package mover

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/mcp/servers/roots"
)

// guard keeps batches out of the root, the system's folders, and the home folder itself
// (not the folders in it).
type guard struct {
	home   string
	system []string
	free   []string // inside system, but for users' files
}

func newGuard() *guard {
	g := &guard{}
	if home, err := os.UserHomeDir(); err == nil {
		g.home = realPath(home)
	}
	switch runtime.GOOS {
	case "windows":
		for _, key := range []string{"SystemRoot", "ProgramFiles", "ProgramFiles(x86)", "ProgramData"} {
			if path := os.Getenv(key); path != "" {
				g.system = append(g.system, filepath.Clean(path))
			}
		}
	case "darwin":
		g.system = []string{"/System", "/Library", "/Applications", "/bin", "/sbin", "/usr", "/dev", "/private", "/etc", "/var", "/opt"}
		g.free = []string{"/private/tmp", "/private/var/tmp", "/private/var/folders", "/var/folders", "/var/tmp"}
	default:
		g.system = []string{
			"/bin", "/boot", "/dev", "/etc", "/lib", "/lib32", "/lib64", "/libx32", "/proc", "/run", "/sbin", "/snap", "/sys", "/usr", "/var",
		}
		g.free = []string{"/dev/shm", "/run/media", "/run/user", "/var/tmp"}
	}
	return g
}

// realPath resolves the links in path, as far as it exists.
func realPath(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	if dir := filepath.Dir(path); dir != path {
		return filepath.Join(realPath(dir), filepath.Base(path))
	}
	return path
}

// forbids returns why nothing at path, which must be free of links, may be changed; empty
// if it may. byName means that the user named exactly this file.
func (g *guard) forbids(path string, byName bool) string {
	folder, _ := roots.Split(path)
	switch {
	case g == nil:
	case filepath.Dir(folder) == folder:
		return "What is directly in the root of this computer is left alone."
	case in(path, g.system) && !in(path, g.free):
		return "This is a folder of the system, where nothing is changed."
	case folder == g.home && !byName:
		return "What is directly in the home folder is left alone."
	}
	return ""
}

func in(path string, folders []string) bool {
	return slices.ContainsFunc(folders, func(f string) bool {
		return path == f || roots.Under(f, path) || runtime.GOOS == "windows" && (strings.EqualFold(path, f) || roots.Under(strings.ToLower(f), strings.ToLower(path)))
	})
}

// guarded refuses changes that the guard forbids.
func (p *planner) guarded(paths ...string) error {
	for _, path := range paths {
		if err := p.allow(path, p.tree.Scope.Named(path)); err != nil {
			return err
		}
	}
	return nil
}

// guardedFolder refuses to create a folder where the guard forbids it; in the home folder
// it is allowed.
func (p *planner) guardedFolder(path string) error { return p.allow(path, true) }

func (p *planner) allow(path string, byName bool) error {
	folder, name := roots.Split(path)
	real := roots.Join(p.realFolder(folder), name)
	if why := p.m.guard.forbids(real, byName); why != "" {
		return &chat.Failure{
			Class: chat.ErrPermissionDenied, Code: chat.CodeSystemPlace, Path: path, Message: why,
			Advice: chat.Advice{Code: chat.AdviseOtherPlace, Text: "Choose a folder of your own, such as one in Documents."},
		}
	}
	return nil
}

// realFolder resolves the links in the path of a folder's root, but none below it.
// Results are cached.
func (p *planner) realFolder(folder string) string {
	if known, done := p.real[folder]; done {
		return known
	}
	var real string
	if base, inside := p.tree.Scope.Base(folder); inside && base != folder {
		real = filepath.Join(p.realFolder(filepath.Dir(folder)), filepath.Base(folder))
	} else {
		real = realPath(folder)
	}
	p.real[folder] = real
	return real
}
