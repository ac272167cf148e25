package main

import (
	"encoding/csv"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The sums of a table are those of its rows, as a spreadsheet gets them.
func TestAFolderBecomesATable(t *testing.T) {
	p := newPerson(t)
	file := filepath.Join(p.home, "out.csv")
	p.deskhand("table", p.dir, "--csv", file).must(t, exitDone)
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	read, err := csv.NewReader(strings.NewReader(string(data))).ReadAll()
	if err != nil || len(read) < 5 || strings.Join(read[0], ",") != "date,from,kind,number,amount,currency,category,file,doubtful" {
		t.Fatalf("%v: %q", err, data)
	}
	p.deskhand("table", "--csv", file).must(t, exitFailed) // it is not written over
	if s := p.deskhand("table", "--xlsx", filepath.Join(p.home, "out.xlsx")).must(t, exitDone); !strings.Contains(s.err, "amounts without a currency: in no total.") {
		t.Errorf("of the amounts that are left out: %q", s.err)
	}

	rows, last := 0, ""
	for line := range strings.Lines(p.deskhand("table", "--json").must(t, exitDone).out) {
		var l struct {
			Type, By string
			Sums     []struct{ Amount, Currency string }
		}
		if err := json.Unmarshal([]byte(line), &l); err != nil {
			t.Fatal(err)
		}
		if l.Type == "row" {
			rows++
		}
		last = l.Type + " " + l.By
	}
	if rows != len(read)-1 || last != "sums currency" {
		t.Errorf("%d rows, %d lines of the file, %q", rows, len(read), last)
	}
	if s := p.deskhand("table", "--from", "qzxqzx").must(t, exitDone); s.out != "" {
		t.Errorf("%q", s.out)
	}
}
