package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

const (
	notices = "assets/licences/THIRD_PARTY_NOTICES"
	texts   = "assets/licences/texts"
)

func main() {
	text, err := compose(".")
	if err == nil {
		err = os.WriteFile(notices, []byte(text), 0o644)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "notices:", err)
		os.Exit(1)
	}
}

// A component is something that is linked or embedded.
type component struct {
	name  string   // with its version, where it has one
	files []string // absolute paths of its licences and notices
}

const head = `Third-party notices for Deskhand

Deskhand itself is licensed under the Apache License 2.0. The programs deskhand,
deskhand-window and deskhand-ocr contain the components below, each under its own
licence. The texts follow the list; components with the same text share it.

The C library, OpenGL and X11 are used from the system and are not part of the
programs. deskhand-ocr uses Tesseract and Leptonica from the system; deskhand
contains both as WebAssembly.

Made by "make notices". Do not edit.
`

// compose returns the notices of the project in the folder root.
func compose(root string) (string, error) {
	modules, err := modules(root)
	if err != nil {
		return "", err
	}
	var list, bodies strings.Builder
	var order []string             // of texts
	users := map[string][]string{} // text → components
	for _, c := range append(modules, data(root)...) {
		names, err := c.read(func(text string) {
			if users[text] == nil {
				order = append(order, text)
			}
			users[text] = append(users[text], c.name)
		})
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&list, "  %s: %s\n", c.name, strings.Join(names, ", "))
	}
	for _, text := range order {
		fmt.Fprintf(&bodies, "\n%s\n%s\n\n%s\n", strings.Repeat("=", 72), strings.Join(slices.Compact(users[text]), "\n"), text)
	}
	return head + "\n" + list.String() + bodies.String(), nil
}

// read hands each text of c to use and returns the names of its licences.
func (c component) read(use func(text string)) ([]string, error) {
	var names []string
	for _, path := range c.files {
		raw, err := os.ReadFile(path)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", c.name, err)
		}
		text := chosen(tidy(string(raw)))
		use(text)
		if isNotice(filepath.Base(path)) {
			continue
		}
		found, err := licences(text)
		if err != nil {
			return nil, fmt.Errorf("%s: %s: %w", c.name, path, err)
		}
		names = append(names, found...)
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("%s has no licence", c.name)
	}
	slices.Sort(names)
	return slices.Compact(names), nil
}

// tidy drops the white space that only differs between copies of one text.
func tidy(text string) string {
	lines := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " \t\f")
	}
	return strings.Trim(strings.Join(lines, "\n"), "\n")
}
