package documents

import (
	"archive/zip"
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	wire "github.com/deskhand/deskhand/agentcore/wire/documents"
)

var mutated = flag.Int("mutated.files", 40, "how many damaged files are read")

// Damaged files of every kind are answered, and the server and its readers go on.
func TestDamagedFilesOfEveryKindCrashNothing(t *testing.T) {
	if raced {
		t.Skip("the limits of a worker's work are for a program without the race detector")
	}
	h := serve(t, Config{Roots: []string{os.TempDir()}, OCR: noOCR()})
	random := rand.New(rand.NewPCG(1, 2)) //nolint:gosec // for a test
	all := samples(t)
	dir := t.TempDir()
	for i := range *mutated {
		sample := all[i%len(all)]
		path := filepath.Join(dir, fmt.Sprint(i, sample.name))
		data := damaged(random, sample.data)
		if inside := damagedInside(t, random, sample.data); inside != nil && i/len(all)%2 == 1 {
			data = inside
		}
		must(t, os.WriteFile(path, data, 0o600))
		result := h.read(t, path)
		for _, note := range result.Notes {
			if slices.Contains([]wire.NoteCode{wire.NoteCrashed, wire.NoteTooMuchWork, wire.NoteTooSlow, wire.NoteNoWorker, wire.NoteNoPDF}, note.Code) {
				t.Errorf("%s, damaged: %s", sample.name, result.Note)
			}
		}
		must(t, os.Remove(path))
	}
	for _, sample := range all[:3] {
		if result := h.read(t, file(t, sample.name, sample.data)); result.MIME != sample.mime || result.Broken {
			t.Errorf("after them %s is %s. %s", sample.name, result.MIME, result.Note)
		}
	}
}

// damaged changes bytes of a file, takes some out, doubles some or cuts it off.
func damaged(random *rand.Rand, data []byte) []byte {
	data = bytes.Clone(data)
	for range 1 + random.IntN(8) {
		at := random.IntN(len(data))
		to := min(len(data), at+1+random.IntN(64))
		switch random.IntN(5) {
		case 0:
			data[at] = byte(random.IntN(256))
		case 1:
			data[at] ^= 1 << random.IntN(8)
		case 2:
			data = slices.Delete(data, at, to)
		case 3:
			data = slices.Insert(data, at, bytes.Clone(data[at:to])...)
		default:
			if at > len(data)/2 {
				data = data[:at]
			}
		}
		if len(data) == 0 {
			return []byte{0}
		}
	}
	return data
}

// damagedInside damages one part of an archive, which stays sound itself, so that what
// reads the part gets it; nil: it is no archive.
func damagedInside(t *testing.T, random *rand.Rand, data []byte) []byte {
	t.Helper()
	from, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil
	}
	var b bytes.Buffer
	to := zip.NewWriter(&b)
	chosen := random.IntN(len(from.File))
	for i, part := range from.File {
		r, err := part.Open()
		must(t, err)
		content, err := io.ReadAll(r)
		must(t, errors.Join(err, r.Close()))
		if i == chosen && len(content) > 0 {
			content = damaged(random, content)
		}
		w, err := to.Create(part.Name)
		must(t, err)
		_, err = w.Write(content)
		must(t, err)
	}
	must(t, to.Close())
	return b.Bytes()
}
