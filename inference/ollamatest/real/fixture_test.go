//go:build ollama && linux

package real

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// fixture is the built program with a home of its own and a copy of the sample
// folder.
type fixture struct {
	t         *testing.T
	home, dir string
	host      string // of the Ollama server
}

// programEnv names the variable that says where the built program is.
const programEnv = "DESKHAND"

func newFixture(t *testing.T, host string) *fixture {
	t.Helper()
	d := &fixture{t: t, home: t.TempDir(), dir: filepath.Join(t.TempDir(), "Scans"), host: host}
	if err := os.CopyFS(d.dir, os.DirFS("../../../assets/sample")); err != nil {
		t.Fatal(err)
	}
	config := filepath.Join(d.home, "config", "config.toml")
	if err := errors.Join(os.MkdirAll(filepath.Dir(config), 0o700), os.WriteFile(config, []byte(impatient), 0o600)); err != nil {
		t.Fatal(err)
	}
	return d
}

// impatient makes the pauses before a retry short.
const impatient = "[models]\nretry_delay = \"10ms\"\n"

// happening is one line of what the program says with --json.
type happening map[string]any

func (h happening) text(key string) string { return fmt.Sprint(h[key]) }

// data is a part of what a tool answered.
func (h happening) data(key string) any {
	result, _ := h["result"].(map[string]any)
	data, _ := result["data"].(map[string]any)
	return data[key]
}

// readyItems counts what is ready in the plan that a tool answered.
func readyItems(proposed happening) (n int) {
	items, _ := proposed.data("items").([]any)
	for _, item := range items {
		if fields, _ := item.(map[string]any); fields["status"] == "ready" {
			n++
		}
	}
	return n
}

// ask runs `deskhand ask` on the folder, approving everything.
func (d *fixture) ask(request, models string) []happening {
	d.t.Helper()
	return d.run("ask", request, "--in", d.dir, "--approve", "all", "--json", "--model", models)
}

// propose runs `deskhand triage` on the folder, which changes nothing, and gives
// the plan.
func (d *fixture) propose(models string) proposal {
	d.t.Helper()
	happened := d.run("triage", d.dir, "--json", "--model", models)
	raw, err := json.Marshal(happened[len(happened)-1]["plan"])
	var p proposal
	if err = errors.Join(err, json.Unmarshal(raw, &p)); err != nil || len(p.Items) == 0 {
		d.t.Fatalf("no plan in %v: %v", happened[len(happened)-1], err)
	}
	return p
}

// proposal is what is looked at of a plan.
type proposal struct {
	Model string
	Items []struct {
		From, To, Status string
		Fields           map[string]struct{ Value string }
	}
}

// status is what the plan says of a file: ready, review or skip.
func (p proposal) status(name string) string {
	for _, item := range p.Items {
		if filepath.Base(item.From) == name {
			return item.Status
		}
	}
	return ""
}

// date is what the plan takes for the day of a file.
func (p proposal) date(name string) string {
	for _, item := range p.Items {
		if filepath.Base(item.From) == name {
			return item.Fields["date"].Value
		}
	}
	return ""
}

// run runs the program and gives what happened.
func (d *fixture) run(args ...string) []happening {
	d.t.Helper()
	program := os.Getenv(programEnv)
	if program == "" {
		d.t.Fatalf("%s does not name the built program: run make test-ollama", programEnv)
	}
	c := exec.CommandContext(d.t.Context(), program, args...)
	c.Env = append(os.Environ(), "DESKHAND_HOME="+d.home, "OLLAMA_HOST="+d.host)
	var out, errs bytes.Buffer
	c.Stdout, c.Stderr = &out, &errs
	if err := c.Run(); err != nil {
		d.t.Fatalf("deskhand %v: %v\n%s%s", args, err, out.String(), errs.String())
	}
	var all []happening
	for line := range strings.SplitSeq(strings.TrimSpace(out.String()), "\n") {
		var h happening
		if err := json.Unmarshal([]byte(line), &h); err != nil {
			d.t.Fatalf("not a line of JSON: %q", line)
		}
		all = append(all, h)
	}
	return all
}

// of picks what happened of one type.
func of(all []happening, kind string) (some []happening) {
	for _, h := range all {
		if h.text("type") == kind {
			some = append(some, h)
		}
	}
	return some
}

// files returns the contents by name.
func (d *fixture) files() map[string]string {
	d.t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(d.dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		raw, err := os.ReadFile(path)
		files[filepath.Base(path)] = string(raw)
		return err
	})
	if err != nil {
		d.t.Fatal(err)
	}
	return files
}

// renamed counts the files of before that have another name after, and fails
// when one is lost or changed.
func renamed(before, after map[string]string) (n int, err error) {
	left := map[string]int{}
	for _, content := range after {
		left[content]++
	}
	for name, content := range before {
		if left[content]--; left[content] < 0 {
			err = errors.Join(err, fmt.Errorf("%s is lost or changed", name))
		}
		if after[name] != content {
			n++
		}
	}
	return n, err
}
