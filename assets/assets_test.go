package assets_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/deskhand/deskhand/assets"
)

func TestEveryFileOfTheSampleFolderIsBuiltInAndHasItsFacts(t *testing.T) {
	raw, err := os.ReadFile("testdata/sample_facts.json")
	if err != nil {
		t.Fatal(err)
	}
	var facts []struct{ File string }
	if err := json.Unmarshal(raw, &facts); err != nil {
		t.Fatal(err)
	}
	entries, err := fs.ReadDir(assets.Sample, "sample")
	if err != nil {
		t.Fatal(err)
	}
	if len(entries) != len(facts) {
		t.Errorf("%d files built in, facts of %d", len(entries), len(facts))
	}
	for _, f := range facts {
		if _, err := fs.Stat(assets.Sample, "sample/"+f.File); err != nil {
			t.Error(err)
		}
	}
}

func TestTheSampleIsWrittenOnceAndWhatIsThereStays(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "sample")
	entries, err := fs.ReadDir(assets.Sample, "sample")
	if err = errors.Join(err, assets.WriteSample(dir)); err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		want, _ := fs.ReadFile(assets.Sample, "sample/"+e.Name())
		if got, err := os.ReadFile(filepath.Join(dir, e.Name())); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is not as it is built in: %v", e.Name(), err)
		}
	}
	mine, gone := filepath.Join(dir, entries[0].Name()), filepath.Join(dir, entries[1].Name())
	if err := errors.Join(os.WriteFile(mine, []byte("mine"), 0o600), os.Remove(gone), assets.WriteSample(dir)); err != nil {
		t.Fatal(err)
	}
	if got, _ := os.ReadFile(mine); string(got) != "mine" {
		t.Error("a file that was there was written over")
	}
	if _, err := os.Stat(gone); err != nil {
		t.Error("a file that was gone was not written again")
	}
}
