package app

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/deskhand/deskhand/app/config"
	"github.com/deskhand/deskhand/assets"
)

func TestTheSampleIsWrittenOnceAndWhatIsThereStays(t *testing.T) {
	p := config.Paths{Cache: t.TempDir()}
	dir, err := sampleFolder(p)
	if err != nil {
		t.Fatal(err)
	}
	entries, err := fs.ReadDir(assets.Sample, "sample")
	if err != nil || len(entries) == 0 {
		t.Fatal(entries, err)
	}
	for _, e := range entries {
		want, _ := fs.ReadFile(assets.Sample, "sample/"+e.Name())
		if got, err := os.ReadFile(filepath.Join(dir, e.Name())); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is not as it is built in: %v", e.Name(), err)
		}
	}
	mine, gone := filepath.Join(dir, entries[0].Name()), filepath.Join(dir, entries[1].Name())
	if err := os.WriteFile(mine, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(gone); err != nil {
		t.Fatal(err)
	}
	if _, err := sampleFolder(p); err != nil {
		t.Fatal(err)
	}
	if got, _ := os.ReadFile(mine); string(got) != "mine" {
		t.Error("a file that was there was written over")
	}
	if _, err := os.Stat(gone); err != nil {
		t.Error("a file that was gone was not written again")
	}
}
