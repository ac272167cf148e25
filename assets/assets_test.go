package assets_test

import (
	"encoding/json"
	"io/fs"
	"os"
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
