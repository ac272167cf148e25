package files_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestAMissingFileIsAnsweredWithSuggestions(t *testing.T) {
	d := newFixture(t, "Documents/invoice March.pdf", "Documents/invoice May.pdf", "Documents/.invoice March.pdf", "photo.jpg")
	march, may := d.path("Documents/invoice March.pdf"), d.path("Documents/invoice May.pdf")
	tests := []struct {
		name, tool string
		args       object
		suggested  []string
	}{
		{"a letter that is wrong", "info", object{"path": d.path("Documents/invoice_March.pdf")}, []string{march, may}},
		{"another extension", "info", object{"path": d.path("Documents/invoice May.docx")}, []string{may}},
		{"a folder that is misspelt", "info", object{"path": d.path("Dokuments/invoice May.pdf")}, []string{d.path("Documents")}},
		{"a folder to list", "list", object{"path": d.path("documents/")}, []string{d.path("Documents")}},
		{"a folder to search", "find", object{"path": d.path("Documnts"), "name": "*.pdf"}, []string{d.path("Documents")}},
		{"files to compare", "duplicates", object{"paths": []string{d.path("foto.jpg")}}, []string{d.path("photo.jpg")}},
		{"what is hidden, for who asks for it", "info", object{"path": d.path("Documents/.invoice Marc.pdf")}, []string{d.path("Documents/.invoice March.pdf"), march, may}},
		{"a move of a file alone", "move", object{"moves": d.moves("fhoto.jpg", "x.jpg"), "dry_run": true}, []string{d.path("photo.jpg")}},
		{"a copy", "copy", object{"copies": d.moves("fhoto.jpg", "x.jpg")}, []string{d.path("photo.jpg")}},
		{"what shall go into the trash", "trash", object{"paths": []string{d.path("fhoto.jpg"), d.path("also gone.txt")}}, []string{d.path("photo.jpg")}},
		{"nothing like it", "info", object{"path": d.path("tax return 2019.xlsx")}, nil},
		{"below a file", "info", object{"path": d.path("photo.jpg/photo.jpg")}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := d.call(tt.tool, tt.args)
			if !r.failed || r.ErrorType != "invalid_args" || !slices.Equal(r.Suggestions, tt.suggested) {
				t.Fatalf("%s: near it are %q, want %q", r.text, r.Suggestions, tt.suggested)
			}
			if said := "Did you mean " + strings.Join(tt.suggested, ", ") + "?"; strings.Contains(r.text, said) != (tt.suggested != nil) {
				t.Errorf("a reader is told %q", r.text)
			}
		})
	}
}

func TestSuggestedNamesAreNeverThoseOutsideTheRoots(t *testing.T) {
	d := newFixture(t, "open/sub/report one.pdf", "open/report two.pdf", "shut/report three.pdf", "report four.pdf")
	outside := filepath.Join(t.TempDir(), "elsewhere")
	if err := os.MkdirAll(filepath.Join(outside, "report five"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, d.path("open/link")); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name  string
		roots []string
		path  string
	}{
		{"next to a root that is a folder", []string{d.path("open"), d.path("repor four.pdf")}, d.path("repor four.pdf")},
		{"next to a root that is a file", []string{d.path("open/report 2.pdf")}, d.path("open/report 2.pdf")},
		{"in another folder", []string{d.path("open/sub")}, d.path("shut/report 3.pdf")},
		{"through a link", []string{d.path("open")}, d.path("open/link/report 5")},
		{"a root that is gone", []string{d.path("shutt")}, d.path("shutt/report three.pdf")},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := d.callWith("info", object{"path": tt.path}, object{"deskhand/roots": tt.roots})
			if !r.failed || len(r.Suggestions) > 0 || strings.Contains(r.text, "Did you mean") {
				t.Errorf("near it are %q: %s", r.Suggestions, r.text)
			}
		})
	}
}

func TestAPageOfABatchWhoseFilesAreGoneIsCounted(t *testing.T) {
	d := newFixture(t, "photo.jpg")
	r := d.ok("move", object{"moves": d.moves("fhoto.jpg", "x.jpg"), "batch": "page-1", "total": 1})
	if r.Receipt == nil || r.Receipt.Skipped != 1 || r.Receipt.Moved != 0 {
		t.Errorf("it is answered %s", r.text)
	}
}
