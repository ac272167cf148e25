package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/deskhand/deskhand/assets"
	"github.com/deskhand/deskhand/mcp/servers/documents/pdftest"
)

// The tests of this package drive the real program: built, with its servers as
// subprocesses, real OCR and a real database.

// The exit codes that are promised.
const (
	exitDone      = 0
	exitFailed    = 1
	exitUsage     = 2
	exitRefused   = 3
	exitPartly    = 4
	exitCancelled = 130
)

// built builds deskhand, as a static program, and deskhand-ocr side by side, once.
var built = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "deskhand-built-")
	if err != nil {
		return "", err
	}
	return dir, errors.Join(
		os.Mkdir(filepath.Join(dir, "ocr"), 0o700),
		build("0", "-o", filepath.Join(dir, "deskhand"), "."),
		build("1", "-tags", "ocr", "-o", filepath.Join(dir, "deskhand-ocr"), "../deskhand-ocr"))
})

// withWindow builds deskhand-window in the same folder, once.
var withWindow = sync.OnceValue(func() error {
	dir, err := built()
	if err != nil {
		return err
	}
	return build("1", "-o", filepath.Join(dir, "deskhand-window"), "../deskhand-window")
})

func build(cgo string, args ...string) error {
	c := exec.Command("go", append([]string{"build"}, args...)...)
	c.Env = append(os.Environ(), "CGO_ENABLED="+cgo)
	if out, err := c.CombinedOutput(); err != nil {
		return fmt.Errorf("go build %v: %w\n%s", args, err, out)
	}
	return nil
}

func TestMain(m *testing.M) {
	plainShell()
	code := m.Run()
	if dir, err := built(); err == nil {
		_ = os.RemoveAll(dir)
	}
	os.Exit(code)
}

// plainShell keeps the profile of whoever runs the tests out of them: Deskhand asks
// the login shell for the PATH of servers, and some take seconds to answer.
func plainShell() {
	if err := os.Setenv("SHELL", "/bin/sh"); err != nil {
		panic(err)
	}
}

// builtProgram is the path of the real program.
func builtProgram(t *testing.T) string {
	t.Helper()
	dir, err := built()
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Join(dir, "deskhand")
}

// needsWindow sees to it that deskhand finds deskhand-window.
func needsWindow(t *testing.T) {
	t.Helper()
	if err := withWindow(); err != nil {
		t.Fatal(err)
	}
}

// person is somebody at a command line, with a home of their own.
type person struct {
	t    *testing.T
	home string
	dir  string // a copy of the sample folder
}

// newPerson is somebody who has what is the same for all: PDFium compiled and the words
// of the pictures of the sample folder, as the first who needed them had them made.
func newPerson(t *testing.T) *person {
	t.Helper()
	p := &person{t: t, home: t.TempDir(), dir: filepath.Join(t.TempDir(), "Scans")}
	if err := errors.Join(
		os.CopyFS(p.dir, os.DirFS("../../assets/sample")),
		pdftest.ShareCompiled(p.cache()),
		os.Symlink(filepath.Join(filepath.Dir(builtProgram(t)), "ocr"), filepath.Join(p.cache(), "ocr")),
	); err != nil {
		t.Fatal(err)
	}
	return p
}

func (p *person) cache() string { return filepath.Join(p.home, "cache") }

// readsAfresh leaves them the words of no picture.
func (p *person) readsAfresh() {
	p.t.Helper()
	if err := os.Remove(filepath.Join(p.cache(), "ocr")); err != nil {
		p.t.Fatal(err)
	}
}

// configure writes config.toml.
func (p *person) configure(text string) {
	p.t.Helper()
	file := filepath.Join(p.home, "config", "config.toml")
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		p.t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		p.t.Fatal(err)
	}
}

// said is how a command ended.
type said struct {
	code     int
	out, err string
}

// deskhand runs the program.
func (p *person) deskhand(args ...string) said {
	p.t.Helper()
	return p.command(args...).run(p.t)
}

type command struct{ *exec.Cmd }

func (p *person) command(args ...string) command {
	c := exec.Command(builtProgram(p.t), args...)
	c.Env = append(os.Environ(), "DESKHAND_HOME="+p.home, "XDG_DATA_HOME="+filepath.Join(p.home, "share"))
	return command{c}
}

func (c command) run(t *testing.T) said {
	t.Helper()
	var out, errs bytes.Buffer
	c.Stdout, c.Stderr = &out, &errs
	err := c.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	s := said{c.ProcessState.ExitCode(), out.String(), errs.String()}
	t.Logf("deskhand %s: exit %d\n%s%s", strings.Join(c.Args[1:], " "), s.code, clip(s.out), clip(s.err))
	return s
}

func clip(s string) string {
	if len(s) > 3000 {
		return s[:3000] + "…\n"
	}
	return s
}

// must fails the test when the exit code is another one.
func (s said) must(t *testing.T, code int) said {
	t.Helper()
	if s.code != code {
		t.Fatalf("exit %d, want %d\n%s%s", s.code, code, s.out, s.err)
	}
	return s
}

// lines decodes the JSON lines of the output.
func (s said) lines(t *testing.T) []map[string]any {
	t.Helper()
	var all []map[string]any
	for _, l := range strings.Split(strings.TrimSpace(s.out), "\n") {
		var m map[string]any
		if err := json.Unmarshal([]byte(l), &m); err != nil {
			t.Fatalf("not a line of JSON: %q", l)
		}
		all = append(all, m)
	}
	return all
}

// state is everything that a person would miss: names, bytes and times. What is
// just being renamed may be missing from it: it is then no state that one waits
// for.
func (p *person) state() map[string]string {
	p.t.Helper()
	state := map[string]string{}
	err := filepath.WalkDir(p.dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		raw, err := os.ReadFile(path)
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil {
			return err
		}
		fi, err := os.Stat(path)
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil {
			return err
		}
		state[path] = fmt.Sprintf("%x %s %s", raw, fi.Mode(), fi.ModTime())
		return nil
	})
	if err != nil {
		p.t.Fatal(err)
	}
	return state
}

// same reports whether two states hold the same contents, and under the same names.
func same(a, b map[string]string) (names, contents bool) {
	count := map[string]int{}
	names = len(a) == len(b)
	for k, v := range a {
		count[v]++
		names = names && b[k] == v
	}
	for _, v := range b {
		count[v]--
	}
	for _, n := range count {
		if n != 0 {
			return names, false
		}
	}
	return names, true
}

func TestAPlanIsProposedAppliedOnceAndUndoneByAnotherProcess(t *testing.T) {
	p := newPerson(t)
	before := p.state()
	file := filepath.Join(t.TempDir(), "p.json")

	events := p.deskhand("triage", p.dir, "--plan", file, "--json", "--model", "none").must(t, 0).lines(t)
	if last := events[len(events)-1]; last["type"] != "plan_proposed" {
		t.Fatalf("the last event is %v", last["type"])
	}
	if names, _ := same(before, p.state()); !names {
		t.Fatal("proposing changed the folder")
	}
	pl := readPlanFile(t, file)

	tampered := filepath.Join(t.TempDir(), "tampered.json")
	writeJSON(t, tampered, tamper(pl))
	p.deskhand("apply", tampered).must(t, exitRefused)
	if names, _ := same(before, p.state()); !names {
		t.Fatal("a tampered plan changed the folder")
	}

	events = p.deskhand("apply", file, "--json").must(t, 0).lines(t)
	receipt := events[len(events)-1]
	if receipt["type"] != "receipt" || receipt["files_in"] != receipt["files_out"] || receipt["contents_changed"] != 0.0 {
		t.Fatalf("receipt %v", receipt)
	}
	after := p.state()
	if names, contents := same(before, after); names || !contents {
		t.Fatalf("after apply: same names %v, same contents %v", names, contents)
	}
	for _, it := range pl["items"].([]any) {
		item := it.(map[string]any)
		want := item["from"]
		if item["status"] == "ready" {
			want = item["to"]
		}
		if _, there := after[want.(string)]; !there {
			t.Errorf("%s is not where the plan said", want)
		}
	}

	p.deskhand("apply", file).must(t, exitRefused)
	p.deskhand("undo").must(t, 0)
	if names, _ := same(before, p.state()); !names {
		t.Fatal("undo did not bring every name, byte and time back")
	}
	s := p.deskhand("undo").must(t, exitFailed)
	if !strings.Contains(s.err, "nothing to undo") {
		t.Fatalf("a second undo says %q", s.err)
	}
	history := p.deskhand("history", "--json").must(t, 0).lines(t)
	if len(history) == 0 || history[len(history)-1]["state"] != "undone" {
		t.Fatalf("history %v", history)
	}
}

func readPlanFile(t *testing.T, file string) map[string]any {
	t.Helper()
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var pl map[string]any
	if err := json.Unmarshal(raw, &pl); err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"version", "id", "roots", "hash", "items"} {
		if pl[key] == nil {
			t.Fatalf("the plan has no %s", key)
		}
	}
	return pl
}

func writeJSON(t *testing.T, file string, v any) {
	t.Helper()
	raw, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, raw, 0o600); err != nil {
		t.Fatal(err)
	}
}

// tamper sends the first ready file of a plan somewhere else.
func tamper(pl map[string]any) map[string]any {
	raw, _ := json.Marshal(pl)
	var other map[string]any
	_ = json.Unmarshal(raw, &other)
	for _, it := range other["items"].([]any) {
		item := it.(map[string]any)
		if item["status"] == "ready" {
			item["to"] = filepath.Join(filepath.Dir(item["to"].(string)), "hijacked"+filepath.Ext(item["to"].(string)))
			break
		}
	}
	return other
}

// fact is what is true of a file of the sample folder.
type fact struct {
	File     string `json:"file"`
	Date     string `json:"date"`
	Issuer   string `json:"issuer"`
	Kind     string `json:"kind"`
	Title    string `json:"title"`
	Readable bool   `json:"readable"`
}

func TestTheSampleFolderGetsRightNamesWithNoModel(t *testing.T) {
	p := newPerson(t)
	p.readsAfresh()
	file := filepath.Join(t.TempDir(), "p.json")
	p.deskhand("triage", p.dir, "--plan", file, "--model", "none").must(t, 0)
	items := map[string]map[string]any{}
	for _, it := range readPlanFile(t, file)["items"].([]any) {
		item := it.(map[string]any)
		items[filepath.Base(item["from"].(string))] = item
	}
	raw, err := os.ReadFile("../../assets/testdata/sample_facts.json")
	if err != nil {
		t.Fatal(err)
	}
	var facts []fact
	if err := json.Unmarshal(raw, &facts); err != nil {
		t.Fatal(err)
	}
	right, readable := 0, 0
	for _, f := range facts {
		item := items[f.File]
		if item == nil {
			t.Errorf("%s is not in the plan", f.File)
			continue
		}
		name := filepath.Base(item["to"].(string))
		if !f.Readable {
			if item["status"] != "skip" || item["to"] != item["from"] {
				t.Errorf("%s is guessed at: %s (%s)", f.File, name, item["status"])
			}
			continue
		}
		readable++
		about := f.Issuer != "" && strings.Contains(name, f.Issuer) || f.Title != "" && strings.Contains(name, f.Title)
		if (f.Date == "" || strings.Contains(name, f.Date)) && (about || f.Issuer == "" && f.Title == "") {
			right++
		} else {
			t.Logf("%s became %s; it is %+v", f.File, name, f)
		}
	}
	t.Logf("%d of %d names are right", right, readable)
	if right*12 < 9*len(facts) || right < 9 {
		t.Fatalf("%d of %d names are right", right, len(facts))
	}
}

func TestAskingIsAnsweredInATurnAndATidyRequestDoesTheWholeJob(t *testing.T) {
	p := newPerson(t)
	before := p.state()
	events := p.deskhand("ask", "what is in this folder?", "--in", p.dir, "--json").must(t, 0).lines(t)
	if last := events[len(events)-1]; last["type"] != "turn_ended" || last["reason"] != "answered" || last["model"] != "rules" {
		t.Fatalf("the turn ended %v", last)
	}
	p.deskhand("ask", "tidy this folder", "--in", p.dir).must(t, exitRefused)
	if names, _ := same(before, p.state()); !names {
		t.Fatal("a request that nobody approved changed the folder")
	}
	events = p.deskhand("ask", "tidy this folder", "--in", p.dir, "--approve", "all", "--json").must(t, 0).lines(t)
	turns := 0
	var told []string
	for _, e := range events {
		switch e["type"] {
		case "turn_started":
			turns++
		case "tool_finished", "plan_proposed", "receipt", "turn_ended":
			told = append(told, e["type"].(string))
		}
	}
	if want := []string{"tool_finished", "plan_proposed", "tool_finished", "receipt", "turn_ended"}; !slices.Equal(told, want) {
		t.Errorf("the turn tells %v, want %v", told, want)
	}
	names, contents := same(before, p.state())
	if turns != 1 || names || !contents {
		t.Fatalf("%d turns, same names %v, same contents %v", turns, names, contents)
	}
	p.deskhand("ask", "undo that", "--in", p.dir, "--approve", "all").must(t, 0)
	if names, _ := same(before, p.state()); !names {
		t.Fatal("asking to undo did not bring the names back")
	}
	sessions := p.deskhand("sessions", "--json").must(t, 0).lines(t)
	if len(sessions) != 4 {
		t.Fatalf("%d conversations are kept", len(sessions))
	}
	p.deskhand("sessions", "show", sessions[0]["id"].(string)).must(t, 0)
}

func TestTroubleIsOneClearSentence(t *testing.T) {
	p := newPerson(t)
	gone := filepath.Join(p.dir, "gone")
	empty := t.TempDir()
	for _, row := range []struct {
		name string
		args []string
		code int
		says string
	}{
		{"a missing folder", []string{"triage", gone}, exitFailed, "it does not exist; check the name"},
		{"a verb that is typed wrong", []string{"trige", p.dir}, exitUsage, "deskhand triage?"},
		{"an empty folder", []string{"triage", empty}, exitFailed, "no files to tidy"},
		{"a template that cannot be used", []string{"triage", p.dir, "--template", "{nonsense}"}, exitUsage, "{date}"},
		{"a missing plan", []string{"apply", gone}, exitFailed, "does not exist"},
		{"a file that is no plan", []string{"apply", filepath.Join(p.dir, "scan 12.png")}, exitUsage, "not a plan"},
		{"an unknown flag", []string{"triage", "--nonsense"}, exitUsage, "--help"},
		{"a request without a word", []string{"ask", " "}, exitUsage, "say what you want"},
		{"a request about a folder that is not there", []string{"ask", "list it", "--in", gone, "--json"}, exitFailed, gone},
		{"all conversations, and only some", []string{"sessions", "--delete-all", "--search", "x", "--yes"}, exitUsage, "every conversation"},
		{"an unknown batch", []string{"undo", "nonsense"}, exitFailed, ""},
		{"an unknown conversation", []string{"sessions", "show", "nonsense"}, exitFailed, "no such conversation"},
	} {
		t.Run(row.name, func(t *testing.T) {
			s := p.deskhand(row.args...).must(t, row.code)
			if strings.Count(strings.TrimSpace(s.err), "\n") != 0 || !strings.Contains(s.err, row.says) {
				t.Errorf("said %q", s.err)
			}
			for _, syntax := range []string{"&{", "map[", "goroutine", "nil", "%!", "stat ", "lstat"} {
				if strings.Contains(s.err, syntax) {
					t.Errorf("%q speaks Go", s.err)
				}
			}
		})
	}
}

func TestAnAnswerThatCannotBeWrittenIsAFailure(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Log("a device that is always full is Linux's")
		return
	}
	p := newPerson(t)
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = full.Close() }()
	for _, how := range [][]string{{"--json"}, nil} {
		c := p.command(append([]string{"ask", "what is in this folder?", "--in", p.dir}, how...)...)
		var errs strings.Builder
		c.Stdout, c.Stderr = full, &errs
		_ = c.Run() // its code is looked at
		if code := c.ProcessState.ExitCode(); code != exitFailed || !strings.Contains(errs.String(), "the disk is full") {
			t.Errorf("%v: exit %d, said %q", how, code, errs.String())
		}
	}
}

func TestTheLicencesOfAllPartsArePrinted(t *testing.T) {
	p := newPerson(t)
	for _, flag := range []string{"--licences", "--licenses"} {
		if s := p.deskhand("version", flag).must(t, 0); s.out != assets.Notices || !strings.Contains(s.out, "fyne.io/fyne/v2 v2.") {
			t.Errorf("%s printed %d bytes of %d: %.200q", flag, len(s.out), len(assets.Notices), s.out)
		}
	}
}

func TestTheSampleIsWrittenAndWhereItLiesIsSaid(t *testing.T) {
	p := newPerson(t)
	dir := filepath.Join(p.dir, "to try")
	s := p.deskhand("sample", dir).must(t, exitDone)
	files, err := os.ReadDir(dir)
	if err != nil || len(files) < 10 || !strings.Contains(s.out, `deskhand triage "`+dir+`"`) {
		t.Errorf("%d files (%v); it says %q", len(files), err, s.out)
	}
}

func TestAListWithNothingInItSaysHowAnEntryComesToBe(t *testing.T) {
	p := newPerson(t)
	for verb, want := range map[string]string{
		"habits":       "There are no habits yet. ",
		"rules":        "deskhand rules add ",
		"grants":       "There are no standing permissions. ",
		"library":      "deskhand library add ",
		"sessions":     "deskhand ask ",
		"history":      "Nothing has been changed yet.",
		"find invoice": "deskhand library add ",
	} {
		words := strings.Fields(verb)
		if s := p.deskhand(words...).must(t, 0); s.out != "" || !strings.Contains(s.err, want) || strings.Count(s.err, "\n") != 1 {
			t.Errorf("%s: %q on standard output, %q on standard error", verb, s.out, s.err)
		}
		if s := p.deskhand(append(words, "--json")...).must(t, 0); s.out+s.err != "" {
			t.Errorf("%s --json: %q, %q", verb, s.out, s.err)
		}
	}
	p.deskhand("ask", "what can you do?").must(t, 0)
	for _, words := range [][]string{{"sessions", "--search", "nobody said this"}, {"history", "--audit", "--search", "nobody did this"}} {
		if s := p.deskhand(words...).must(t, 0); !strings.Contains(s.err, " matches.") {
			t.Errorf("%v: %q", words, s.err)
		}
	}
}
