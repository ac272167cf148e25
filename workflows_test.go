package deskhand_test

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// An action named by a tag is whatever its owner makes of the tag later.
func TestEachActionOfTheWorkflowsIsPinnedToACommit(t *testing.T) {
	files, err := filepath.Glob(".github/workflows/*.yml")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d workflows: %v", len(files), err)
	}
	uses := regexp.MustCompile(`(?m)uses:\s*(.*)$`)
	pinned := regexp.MustCompile(`^[\w./-]+@[0-9a-f]{40} # v[\d.]+$`)
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, u := range uses.FindAllStringSubmatch(string(text), -1) {
			if !pinned.MatchString(u[1]) {
				t.Errorf("%s uses %q, want a commit, and its version behind it", name, u[1])
			}
		}
	}
}
