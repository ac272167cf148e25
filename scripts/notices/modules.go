package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// programs are those of the package, with the build tags that it uses.
var programs = []struct{ tags, path string }{
	{"", "./cmd/deskhand"},
	{"migrated_fynedo,no_emoji,no_metadata", "./cmd/deskhand-window"},
	{"ocr", "./cmd/deskhand-ocr"},
}

var (
	licenceName = regexp.MustCompile(`(?i)^(licen[cs]e|copying|copyright|unlicense|ofl|notice|patents)([-._].*)?$`)
	noticeName  = regexp.MustCompile(`(?i)^(notice|patents)`)
)

// isNotice reports whether a file says something besides the licence.
func isNotice(name string) bool { return noticeName.MatchString(name) }

// elsewhere are files with the licences of what is not linked, or of modules that
// are listed by themselves: a logo, and the whole graph of the modules.
var elsewhere = []string{"modernc.org/memory/LICENSE-LOGO", "modernc.org/sqlite/LICENSE-3RD-PARTY.md", "modernc.org/sqlite/LICENSE-SQLITE_VEC"}

// modules returns the Go modules that the programs link, sorted by path.
func modules(root string) ([]component, error) {
	linked := map[string]*linkedModule{}
	for _, p := range programs {
		if err := list(root, p.tags, p.path, linked); err != nil {
			return nil, err
		}
	}
	var all []component
	for _, m := range linked {
		files, err := m.files()
		if err != nil {
			return nil, err
		}
		all = append(all, component{m.name, files})
	}
	slices.SortFunc(all, func(a, b component) int { return strings.Compare(a.name, b.name) })
	return all, nil
}

// A linkedModule is a module and its packages that are linked.
type linkedModule struct {
	name, dir string
	packages  []string // folders
}

const perPackage = `{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}{{"\t"}}{{.Dir}}{{"\t"}}{{$.Dir}}{{end}}{{end}}`

// list adds the packages of a program to linked. The package is made for Linux,
// so the list is the same on every computer.
func list(root, tags, program string, linked map[string]*linkedModule) error {
	cmd := exec.Command("go", "list", "-deps", "-tags", tags, "-f", perPackage, program)
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "GOOS=linux", "GOARCH=amd64", "CGO_ENABLED=1")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("go list %s: %w\n%s", program, err, stderr.String())
	}
	for line := range strings.Lines(string(out)) {
		name, rest, _ := strings.Cut(strings.TrimSpace(line), "\t")
		dir, folder, ok := strings.Cut(rest, "\t")
		if !ok {
			continue // of the project or of the standard library
		}
		if linked[name] == nil {
			linked[name] = &linkedModule{name: name, dir: dir}
		}
		linked[name].packages = append(linked[name].packages, folder)
	}
	return nil
}

// files returns the licences of m that hold for a package that is linked: those
// in its folder, above it, and below it in folders without Go code of their own.
func (m *linkedModule) files() ([]string, error) {
	var found []string
	err := filepath.WalkDir(m.dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && d.Name() == "testdata" {
			return fs.SkipDir
		}
		if d.Type().IsRegular() && licenceName.MatchString(d.Name()) && !slices.Contains(elsewhere, strings.Fields(m.name)[0]+"/"+d.Name()) && filepath.Ext(path) != ".go" && m.covers(filepath.Dir(path)) {
			found = append(found, path)
		}
		return nil
	})
	if err == nil && found == nil {
		err = errors.New("no licence in " + m.dir)
	}
	return found, err
}

// covers reports whether a licence in dir holds for a package of m.
func (m *linkedModule) covers(dir string) bool {
	above := dir + string(filepath.Separator)
	if slices.ContainsFunc(m.packages, func(p string) bool { return p == dir || strings.HasPrefix(p, above) }) {
		return true
	}
	for len(dir) > len(m.dir) {
		if code, _ := filepath.Glob(filepath.Join(dir, "*.go")); code != nil {
			return false
		}
		if dir = filepath.Dir(dir); slices.Contains(m.packages, dir) {
			return true
		}
	}
	return false
}
