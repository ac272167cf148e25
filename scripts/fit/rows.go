package main

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

// made holds the labels and the readings of documents that were made up for the project:
// letters, bills, slips and others in a dozen languages, as PDFs, scans, photos, mails and
// files of offices.
const (
	made     = "scripts/fit/made.jsonl.gz"
	madePart = "made"
)

// unseen holds such documents that no weight was fitted to. Once somebody has looked at
// them to change the rules, they belong to made, and others are needed here.
const unseen = "scripts/fit/unseen.jsonl.gz"

// zipped ends the name of a file of labels that is compressed.
const zipped = ".gz"

// eachRow visits the lines of a file of labels.
func eachRow(file string, visit func(row) error) error {
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }() // it was only read
	var from io.Reader = f
	if strings.HasSuffix(file, zipped) {
		if from, err = gzip.NewReader(f); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
	}
	lines := bufio.NewScanner(from)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		var r row
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		if err := visit(r); err != nil {
			return err
		}
	}
	return lines.Err()
}

// keepRead writes the labels of documents with their first readings, compressed. What the
// rules do not ask for is left out.
func keepRead(file string, all []labelled) error {
	f, err := os.Create(file)
	if err != nil {
		return err
	}
	w, _ := gzip.NewWriterLevel(f, gzip.BestCompression) // the level is one of its own
	lines := json.NewEncoder(w)
	lines.SetEscapeHTML(false)
	for _, l := range all {
		if l.reading == nil || l.again > 0 {
			continue
		}
		reading := *l.reading
		reading.Text, reading.SHA256, reading.Path, reading.Version = "", "", "", ""
		l.Reading = &reading
		if err := lines.Encode(l.row); err != nil {
			return errors.Join(err, f.Close())
		}
	}
	return errors.Join(w.Close(), f.Close())
}
