package main

import (
	"path/filepath"
	"reflect"
	"testing"
)

func TestWhatIsKeptIsReadAgain(t *testing.T) {
	read := func(file string) (all []labelled) {
		t.Helper()
		if err := eachRow(file, func(r row) error {
			all = append(all, labelled{row: r, reading: r.Reading})
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		return all
	}
	all := append(read(filepath.Base(made)), read(filepath.Base(unseen))...)
	for _, l := range all {
		if l.reading == nil || len(l.Date)+len(l.Issuer) == 0 || l.reading.Path != "" {
			t.Errorf("%s has no reading, no label, or the path of a computer", l.File)
		}
	}
	copied := filepath.Join(t.TempDir(), "copy.jsonl.gz")
	if err := keepRead(copied, all); err != nil {
		t.Fatal(err)
	}
	if again := read(copied); len(all) == 0 || !reflect.DeepEqual(all, again) {
		t.Errorf("of %d documents %d come back, or others", len(all), len(again))
	}
}
