package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// share makes the files once for a test.
func share(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t, run([]string{dir}))
	return dir
}

// completed asks a real bash what it offers for the last word of a line.
func completed(t *testing.T, dir string, line ...string) []string {
	t.Helper()
	script := `source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _deskhand; printf '%s\n' "${COMPREPLY[@]}"`
	args := append([]string{"-c", script, "bash", filepath.Join(dir, files["bash.tmpl"])}, line...)
	out, err := exec.CommandContext(t.Context(), "bash", args...).CombinedOutput()
	require.NoError(t, err, string(out))
	return strings.Fields(string(out))
}

func TestBashCompletesVerbsFlagsAndChoices(t *testing.T) {
	dir := share(t)
	for _, row := range []struct {
		line []string
		want []string
	}{
		{[]string{"deskhand", "tri"}, []string{"triage"}},
		{[]string{"deskhand", "models", "pu"}, []string{"pull"}},
		{[]string{"deskhand", "triage", "--re"}, []string{"--recursive"}},
		{[]string{"deskhand", "triage", "some folder", "--in"}, []string{"--into"}},
		{[]string{"deskhand", "ask", "--approve", "n"}, []string{"none"}},
		{[]string{"deskhand", "servers", "edit", "--no-lo"}, []string{"--no-local"}},
		{[]string{"deskhand", "triage", "receipt.p"}, nil},
	} {
		assert.ElementsMatch(t, row.want, completed(t, dir, row.line...), "%q", row.line)
	}
}

// TestOtherShellsReadTheirCompletions parses the files with the shells that are
// installed.
func TestOtherShellsReadTheirCompletions(t *testing.T) {
	dir := share(t)
	for shell, name := range map[string]string{"zsh": "zsh.tmpl", "fish": "fish.tmpl"} {
		t.Run(shell, func(t *testing.T) {
			if _, err := exec.LookPath(shell); err != nil {
				t.Skip("not installed")
			}
			out, err := exec.CommandContext(t.Context(), shell, "-n", filepath.Join(dir, files[name])).CombinedOutput()
			assert.NoError(t, err, string(out))
		})
	}
}

func TestTheManualHasEveryVerbAndFlag(t *testing.T) {
	page, err := os.ReadFile(filepath.Join(share(t), files["manual.tmpl"]))
	require.NoError(t, err)
	for _, text := range []string{
		`.SS "deskhand models pull <name>"`, `.B \-\-recursive`, `One of: none, all, ask, auto.`, "The model, such as qwen3:8b.",
	} {
		assert.Contains(t, string(page), text)
	}
	for line := range strings.Lines(string(page)) {
		if strings.HasPrefix(line, ".") {
			assert.Regexp(t, `^\.(TH|SH|SS|TP|PP|B|BR|I|RI)\b`, line, "an unknown request hides its line")
		}
	}
}
