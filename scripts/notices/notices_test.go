package main

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const root = "../.."

func TestTheNoticesAreThoseOfWhatIsLinkedNow(t *testing.T) {
	// go test cannot see what go list reads, and must not take an old verdict
	// after a change of a dependency.
	if _, err := os.ReadFile(filepath.Join(root, "go.mod")); err != nil {
		t.Fatal(err)
	}
	want, err := compose(root)
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(filepath.Join(root, notices))
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Errorf("%s is not up to date. Run make notices.", notices)
	}
}

func TestNoTextIsKeptThatNothingUses(t *testing.T) {
	var used []string
	for _, c := range data(root) {
		for _, path := range c.files {
			used = append(used, filepath.Clean(path))
		}
	}
	kept, err := filepath.Glob(filepath.Join(root, texts, "*"))
	if err != nil || kept == nil {
		t.Fatalf("%d texts: %v", len(kept), err)
	}
	for _, path := range kept {
		if !slices.Contains(used, path) {
			t.Errorf("%s is used by nothing", path)
		}
	}
}

func TestALicenceIsNamedOrRefused(t *testing.T) {
	read := func(name string) string {
		raw, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		return string(raw)
	}
	rows := []struct {
		what, text, want string
		err              error
	}{
		{"ours", read("LICENSE"), "Apache-2.0", nil},
		{"three clauses", read("assets/licences/texts/go.txt"), "BSD-3-Clause", nil},
		{"two clauses", read("assets/licences/texts/openjpeg.txt"), "BSD-2-Clause", nil},
		{"a font", read("assets/fonts/OFL.txt"), "OFL-1.1", nil},
		{"several in one text", read("assets/licences/texts/icu.txt"), "MIT BSD-3-Clause Unicode-3.0", nil},
		{"a phrase over two lines", "GNU Affero\n   General Public License", "", errCopyleft},
		{"copyleft behind a permissive licence", read("assets/licences/texts/go.txt") + "or the GNU General Public License", "", errCopyleft},
		{"a choice", "/* SPDX-License-Identifier: BSD-3-Clause OR GPL-2.0-only */\n" + read("assets/licences/texts/go.txt") + "\n----\nGPL v2.0:\n---\nor the GNU General Public License", "BSD-3-Clause", nil},
		{"nothing", "", "", errUnknown},
		{"something else", "You may look at it.", "", errUnknown},
	}
	for _, row := range rows {
		t.Run(row.what, func(t *testing.T) {
			names, err := licences(chosen(row.text))
			if got := strings.Join(names, " "); got != row.want || !errors.Is(err, row.err) {
				t.Errorf("got %q and %v, want %q and %v", got, err, row.want, row.err)
			}
		})
	}
}

func TestAModuleWithoutAUsableLicenceIsRefused(t *testing.T) {
	write := func(dir, name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	dir := t.TempDir()
	m := linkedModule{name: "example.com/m v1.0.0", dir: dir, packages: []string{filepath.Join(dir, "linked")}}
	write(dir, "other/other.go", "package other")
	write(dir, "other/LICENSE", "of a package that is not linked")
	write(dir, "linked/testdata/LICENSE", "of a test")
	write(dir, "linked/licence.go", "package linked")
	if files, err := m.files(); err == nil {
		t.Fatalf("it has %q", files)
	}
	write(dir, "NOTICE", "Copyright by somebody")
	files, err := m.files()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := (component{m.name, files}).read(func(string) {}); err == nil {
		t.Error("a notice was taken for a licence")
	}
	want := []string{write(dir, "COPYING.txt", "x"), filepath.Join(dir, "NOTICE"), write(dir, "linked/c/LICENSE.md", "x")}
	if files, err := m.files(); err != nil || !slices.Equal(files, want) {
		t.Errorf("got %q and %v, want %q", files, err, want)
	}
}
