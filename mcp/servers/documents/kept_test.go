package documents

import (
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	wire "github.com/deskhand/deskhand/agentcore/wire/documents"
	"github.com/deskhand/deskhand/mcp/servers/documents/engine"
	"github.com/deskhand/deskhand/mcp/servers/documents/worker"
)

func TestASecondReadOfTheSameBytesIsTakenFromTheCache(t *testing.T) {
	cache, data := newCache(t), pngOf(t, drawText(t, receipt, 28))
	first := serve(t, Config{Roots: []string{os.TempDir()}, CacheDir: cache}).read(t, file(t, "a.png", data))
	// An engine that identifies itself in the same way but reads nothing.
	script := fmt.Sprintf("#!/bin/sh\n[ \"$1\" = --languages ] && exec %s --languages\nexit 1\n", ocrProgram)
	dumb := file(t, "dumb", []byte(script))
	must(t, os.Chmod(dumb, 0o700))
	h := serve(t, Config{Roots: []string{os.TempDir()}, CacheDir: cache, OCR: engine.Config{Library: dumb, Program: "/nowhere"}})
	second := h.read(t, file(t, "b.png", data))
	second.Path = first.Path
	if !reflect.DeepEqual(first, second) {
		t.Errorf("first %+v\nsecond %+v", first, second)
	}
	if other := h.read(t, file(t, "c.png", pngOf(t, drawText(t, receipt[:3], 28)))); other.Method != wire.MethodNone || other.Note == "" {
		t.Errorf("other bytes were read without an engine: %+v", other)
	}
}

func TestAFileThatWasReadNeedsNoProcessTheNextTime(t *testing.T) {
	roots, kept := []string{os.TempDir()}, newCache(t)
	nobody := worker.Config{Command: []string{"/nowhere/reader"}}
	scan := pngOf(t, drawText(t, receipt, 28))
	bytesOf := map[string][]byte{"letter.docx": letter(t), "scan.png": scan}
	h, first := serve(t, Config{Roots: roots, CacheDir: kept}), map[string]wire.Reading{}
	for name, data := range bytesOf {
		first[name] = h.read(t, file(t, name, data))
	}

	h = serve(t, Config{Roots: roots, CacheDir: kept, Files: nobody})
	for name, want := range first {
		again := h.read(t, file(t, "other "+name, bytesOf[name]))
		again.Path = want.Path
		if !reflect.DeepEqual(want, again) {
			t.Errorf("%s: first %+v\nagain %+v", name, want, again)
		}
	}
	// A temporary failure is not cached: the next server reads the file.
	other := file(t, "other.txt", []byte("Dear Ms Falk, thank you."))
	if down := h.read(t, other); !slices.ContainsFunc(down.Notes, func(n wire.Note) bool { return n.Code == wire.NoteNoWorker }) {
		t.Errorf("a file was read without a process: %+v", down)
	}
	if read := serve(t, Config{Roots: roots, CacheDir: kept}).read(t, other); !strings.Contains(read.Text, "Ms Falk") {
		t.Errorf("read = %+v", read)
	}
	// Another engine may read a picture differently.
	h = serve(t, Config{Roots: roots, CacheDir: kept, OCR: noOCR()})
	if blind := h.read(t, file(t, "scan.png", scan)); blind.Method != wire.MethodNone {
		t.Errorf("a picture was read without an engine: %+v", blind)
	}
}

func TestACallerThatHasTheReadingOnlyLearnsThatItIsCurrent(t *testing.T) {
	roots, scan := []string{os.TempDir()}, pngOf(t, drawText(t, receipt, 28))
	h, other := serve(t, Config{Roots: roots}), serve(t, Config{Roots: roots, OCR: noOCR()})
	for name, data := range map[string][]byte{"letter.docx": letter(t), "scan.png": scan} {
		path := file(t, name, data)
		first := h.read(t, path)
		if first.Version == "" || first.Unchanged {
			t.Fatalf("%s: version %q, unchanged %v", name, first.Version, first.Unchanged)
		}
		if again := h.read(t, path, "unless", first.Version); !again.Unchanged || again.Version != first.Version || len(again.Lines) > 0 || again.Text != "" {
			t.Errorf("%s again: %+v", name, again)
		}
		// Another engine may read a picture differently, but not a document.
		if blind := other.read(t, path, "unless", first.Version); blind.Unchanged != (name == "letter.docx") {
			t.Errorf("%s with another engine: %+v", name, blind)
		}
		if pages := h.read(t, path, "unless", first.Version, "pages", "1"); pages.Unchanged || pages.Version == first.Version {
			t.Errorf("%s with other pages: %+v", name, pages)
		}
		must(t, os.WriteFile(path, letter(t)[:100], 0o600))
		if changed := h.read(t, path, "unless", first.Version); changed.Unchanged || changed.Version == first.Version {
			t.Errorf("%s after a change: %+v", name, changed)
		}
	}
	// A temporary failure has no version: the next read may succeed.
	if blind := other.read(t, file(t, "scan.png", scan)); blind.Version != "" {
		t.Errorf("a failed read is of version %s", blind.Version)
	}
}
