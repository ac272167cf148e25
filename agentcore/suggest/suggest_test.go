package suggest_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/deskhand/deskhand/agentcore/suggest"
)

func TestToolsThatComeNearAreTheFewThatWereProbablyMeant(t *testing.T) {
	tools := []string{"wiki_list", "files_list", "files_move", "files_copy", "documents_read", "notes_list", "mail_list"}
	for name, want := range map[string][]string{
		"files_lst":                {"files_list"},
		"FILES_LIST":               {"files_list", "notes_list"},
		"list":                     {"mail_list", "wiki_list", "files_list"},
		"server_files_move":        {"files_move"},
		"weather":                  nil,
		"":                         nil,
		strings.Repeat("x", 1<<20): nil,
	} {
		if got := suggest.Names(name, slices.Values(tools)); !slices.Equal(got, want) {
			t.Errorf("%.40q comes near %v, want %v", name, got, want)
		}
	}
}

func TestFilesThatComeNearAreTheFewThatWereProbablyMeant(t *testing.T) {
	files := []string{
		"Invoice 2024-03.pdf", "invoice 2024-04.pdf", "holiday.jpg", "Überweisung.pdf", "notes.txt", "cv.docx",
		"tab\there.txt", "broken\xff.txt", "turned\u202Etxt.exe",
	}
	for name, want := range map[string][]string{
		"invoice 2024-03.pdf":   {"Invoice 2024-03.pdf", "invoice 2024-04.pdf"},
		"holiday.png":           {"holiday.jpg"},
		"holiday":               {"holiday.jpg"},
		"my holiday photos.zip": {"holiday.jpg"},
		"Uberweisung.pdf":       {"Überweisung.pdf"},
		"cv.doc":                {"cv.docx"},
		"tab here.txt":          nil,
		"broken.txt":            nil,
		"turned txt.exe":        nil,
		"tax return.xlsx":       nil,
	} {
		if got := suggest.Names(name, slices.Values(files)); !slices.Equal(got, want) {
			t.Errorf("%q comes near %q, want %q", name, got, want)
		}
	}
}

func TestTheOrderInWhichNamesAreGivenDoesNotMatter(t *testing.T) {
	var names []string
	for i := range 500 {
		names = append(names, fmt.Sprintf("IMG_%04d.jpg", i))
	}
	want := []string{"IMG_0000.jpg", "IMG_0001.jpg", "IMG_0002.jpg"}
	for range 2 {
		if got := suggest.Names("IMG_0009.jpeg", slices.Values(names)); !slices.Contains(got, "IMG_0009.jpg") {
			t.Errorf("it comes near %v", got)
		}
		if got := suggest.Names("IMG_000.jpg", slices.Values(names)); !slices.Equal(got, want) {
			t.Errorf("it comes near %v, want %v", got, want)
		}
		slices.Reverse(names)
	}
}
