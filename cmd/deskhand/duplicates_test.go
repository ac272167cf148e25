package main

import (
	"encoding/json"
	"image/jpeg"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// scannedAgain writes a picture as another one: the same page, in other bytes.
func scannedAgain(t *testing.T, from, to string) {
	t.Helper()
	in, err := os.Open(from)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = in.Close() }()
	img, err := png.Decode(in)
	if err != nil {
		t.Fatal(err)
	}
	out, err := os.Create(to)
	if err == nil {
		err = jpeg.Encode(out, img, &jpeg.Options{Quality: 70})
	}
	if err != nil || out.Close() != nil {
		t.Fatal(err)
	}
}

// A copy and another scan of a page are shown, only the copy is put aside, and undo brings
// it back. No two documents of the sample are taken for one.
func TestDuplicatesArePutAside(t *testing.T) {
	p := newPerson(t)
	if s := p.deskhand("duplicates").must(t, exitDone); !strings.Contains(s.out, "library add") {
		t.Errorf("without a folder it says %s", s.out)
	}
	if s := p.deskhand("duplicates", p.dir).must(t, exitDone); !strings.Contains(s.out, "no duplicates") {
		t.Fatalf("in the sample there are %s", s.out)
	}
	first := filepath.Join(p.dir, "scan 12.png")
	data, err := os.ReadFile(first)
	if err == nil {
		err = os.WriteFile(filepath.Join(p.dir, "scan 12 (1).png"), data, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	scannedAgain(t, first, filepath.Join(p.dir, "phone.jpg"))
	before := namesIn(t, p.dir)

	var group struct {
		Type, Same string
		Files      []struct {
			Path  string
			Spare bool
		}
	}
	lines := strings.Split(strings.TrimSpace(p.deskhand("duplicates", p.dir, "--json").must(t, exitDone).out), "\n")
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &group); err != nil || group.Type != "group" || group.Same != "text" || len(group.Files) != 3 {
		t.Fatalf("%v: %s", err, lines[len(lines)-1])
	}
	spare := ""
	for _, f := range group.Files {
		if f.Spare {
			spare += filepath.Base(f.Path)
		}
	}
	if spare != "scan 12 (1).png" && spare != "scan 12.png" {
		t.Errorf("without a doubt %q can go", spare)
	}
	p.deskhand("duplicates", p.dir, "--yes").must(t, exitUsage)
	p.deskhand("duplicates", p.dir, "--put-aside").must(t, exitDone)
	if now := namesIn(t, p.dir); now != before {
		t.Fatalf("without a yes there are %s", now)
	}

	p.deskhand("duplicates", p.dir, "--put-aside", "--yes").must(t, exitDone)
	if aside := namesIn(t, filepath.Join(p.dir, "Duplicates")); aside != spare {
		t.Errorf("put aside are %s", aside)
	}
	if s := p.deskhand("duplicates", p.dir, "--put-aside", "--yes").must(t, exitDone); strings.Contains(s.out, "Same contents") || !strings.Contains(s.out, "1 group.") {
		t.Errorf("what was put aside is found again: %s", s.out)
	}
	p.deskhand("undo").must(t, exitDone)
	if now := namesIn(t, p.dir); now != before {
		t.Errorf("undone, there are %s", now)
	}
}
