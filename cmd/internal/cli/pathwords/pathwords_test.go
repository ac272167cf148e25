package pathwords

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestAVerbThatIsTypedWrongIsToldFromAPath(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "scans"), 0o700); err != nil {
		t.Fatal(err)
	}
	verbs := []string{"ask", "triage", "undo"}
	for _, row := range []struct {
		args []string
		slip bool
	}{
		{nil, false},
		{[]string{"trige", "a"}, true},
		{[]string{"scans"}, false},
		{[]string{"gone.pdf"}, false},
		{[]string{"gone/scan"}, false},
		{[]string{"--help"}, false},
		{[]string{"undo"}, false},
	} {
		if said, ok := Slip(row.args, dir, verbs); ok != row.slip {
			t.Errorf("%q: %q, %v", row.args, said, ok)
		}
	}
	if said, _ := Slip([]string{"trige"}, dir, verbs); !strings.HasSuffix(said, "Did you mean: deskhand triage?") {
		t.Error(said)
	}
	if said, _ := Slip([]string{"qqqqqq"}, dir, verbs); strings.Contains(said, "mean") {
		t.Error(said)
	}
}
