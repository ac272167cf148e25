package app

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/deskhand/deskhand/app/config"
)

func TestTheSampleIsWrittenByTheProgramThatHasIt(t *testing.T) {
	home := t.TempDir()
	t.Setenv(config.HomeVariable, home)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := Controller{self: self}
	dir, err := c.Sample(t.Context())
	files, rerr := os.ReadDir(dir)
	if err = errors.Join(err, rerr); err != nil || len(files) < 10 || filepath.Dir(dir) != home {
		t.Errorf("%d files in %s: %v", len(files), dir, err)
	}
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(dir, []byte("in the way"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Sample(t.Context()); err == nil {
		t.Error("a file is in the way of the folder, and nobody says so")
	}
}
