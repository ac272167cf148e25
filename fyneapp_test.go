package deskhand_test

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var updateFyneApp = flag.Bool("fyneapp.update", false, "write the FyneApp.toml of the window's program out of that of the project")

// TestFyneFindsInTheWindowsFolderWhatItPackages holds the FyneApp.toml that the
// command fyne reads there against that of the project, and the icon that it names.
// It counts Build up itself, so that may differ.
func TestFyneFindsInTheWindowsFolderWhatItPackages(t *testing.T) {
	const folder = "cmd/deskhand-window"
	raw, err := os.ReadFile("FyneApp.toml")
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Replace(string(raw), `Icon = "assets/`, `Icon = "../../assets/`, 1)
	path := filepath.Join(folder, "FyneApp.toml")
	if *updateFyneApp {
		if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	build := regexp.MustCompile(`(?m)^( *Build =) *\d+$`)
	if build.ReplaceAllString(string(got), "$1") != build.ReplaceAllString(want, "$1") {
		t.Errorf("%s is not made from FyneApp.toml: go test . -run Fyne -fyneapp.update", path)
	}
	icon := regexp.MustCompile(`(?m)^ *Icon = "(.*)"$`).FindStringSubmatch(string(got))
	if icon == nil {
		t.Fatalf("%s names no icon", path)
	}
	if _, err := os.Stat(filepath.Join(folder, filepath.FromSlash(icon[1]))); err != nil {
		t.Error(err)
	}
}
