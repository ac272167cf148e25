package manifest_test

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/deskhand/deskhand/mcp/manifest"
)

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// laid writes files into a new folder; a text that begins with "->" makes a link.
func laid(t *testing.T, files map[string]string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	must(t, err)
	for name, text := range files {
		if to, link := strings.CutPrefix(text, "->"); link {
			must(t, os.Symlink(to, filepath.Join(dir, name)))
			continue
		}
		must(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o700))
	}
	return dir
}

func look(t *testing.T, f *manifest.Files, program string, args []string, dir string) []manifest.File {
	t.Helper()
	files, err := f.Look(program, args, dir)
	must(t, err)
	return files
}

func TestTheProgramAndEachArgumentThatIsAFileAreKnownByTheirContents(t *testing.T) {
	dir := laid(t, map[string]string{"node-22": "program", "node": "->node-22", "server.js": "script", "notes.db": "SQLite format 3\x00rest"})
	args := []string{"server.js", "-y", "", filepath.Join(dir, "notes.db"), dir, "missing.js"}
	got := look(t, &manifest.Files{}, filepath.Join(dir, "node"), args, dir)
	for i := range got {
		got[i].Mark = ""
	}
	want := []manifest.File{
		{Arg: 0, Path: filepath.Join(dir, "node-22"), Content: "sha256:1310ca2c8932dbd118668bd97442558a3e1f546b5e15c69699dfbd6024f548d8"},
		{Arg: 1, Path: filepath.Join(dir, "server.js"), Content: "sha256:21a0270b7f66a1e4c25933f13a1e5a1bbb4757578072930c8189131f9c6aaae1"},
		{Arg: 4, Path: filepath.Join(dir, "notes.db"), Content: manifest.ContentDatabase},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func TestAProgramThatIsNotThereCannotBeLookedAt(t *testing.T) {
	if _, err := (&manifest.Files{}).Look(filepath.Join(t.TempDir(), "gone"), nil, ""); err == nil {
		t.Error("it was looked at")
	}
}

// aged gives a file an old time; the system records when that was done.
func aged(t *testing.T, path string) {
	t.Helper()
	then := time.Now().Add(-time.Hour)
	must(t, os.Chtimes(path, then, then))
}

func TestAFileThatWasReplacedIsNoticedWhateverItsSizeAndTimeSay(t *testing.T) {
	rows := []struct {
		what    string
		replace func(t *testing.T, path string)
	}{
		{"written over", func(t *testing.T, path string) { must(t, os.WriteFile(path, []byte("PROGRAM"), 0o700)) }},
		{"another in its place", func(t *testing.T, path string) {
			must(t, os.WriteFile(path+".new", []byte("PROGRAM"), 0o700))
			aged(t, path+".new")
			must(t, os.Rename(path+".new", path))
		}},
		{"written over, with its old time", func(t *testing.T, path string) {
			must(t, os.WriteFile(path, []byte("PROGRAM"), 0o700))
			aged(t, path)
		}},
		{"longer", func(t *testing.T, path string) { must(t, os.WriteFile(path, []byte("program and more"), 0o700)) }},
	}
	for _, row := range rows {
		t.Run(row.what, func(t *testing.T) {
			path := filepath.Join(laid(t, map[string]string{"server": "program"}), "server")
			aged(t, path)
			files := &manifest.Files{}
			before := look(t, files, path, nil, "")
			row.replace(t, path)
			after := look(t, files, path, nil, "")
			if before[0].Content == after[0].Content {
				t.Error("it is said to be the same")
			}
			changes := manifest.Agreement{Files: before}.Changes(manifest.Agreement{Files: after})
			if !reflect.DeepEqual(changes, []manifest.Change{{Kind: manifest.ChangeContents, Path: path}}) {
				t.Errorf("the changes are %+v", changes)
			}
		})
	}
}

func TestAFileThatStaysIsReadOnce(t *testing.T) {
	program, err := filepath.EvalSymlinks("/bin/sh") // it has not changed for long
	must(t, err)
	files := &manifest.Files{}
	first := look(t, files, program, nil, "")
	if first[0].Mark == "" {
		t.Skip("this system tells too little of a file to know it without reading")
	}
	// Knowledge from another process is used: a hash that reading would not give.
	known := first[0]
	known.Content = "sha256:of then"
	later := &manifest.Files{}
	later.Remember([]manifest.File{known})
	if again := look(t, later, program, nil, ""); again[0].Content != known.Content {
		t.Errorf("it was read again: %+v", again)
	}
	known.Mark += "0"
	later.Remember([]manifest.File{known})
	if again := look(t, later, program, nil, ""); again[0].Content != first[0].Content {
		t.Errorf("it was not read again: %+v", again)
	}
}

func TestAFileThatChangedJustNowIsReadAgain(t *testing.T) {
	path := filepath.Join(laid(t, map[string]string{"server": "program"}), "server")
	if got := look(t, &manifest.Files{}, path, nil, ""); got[0].Mark != "" {
		t.Errorf("it would not be read again: %+v", got)
	}
}

func TestAgreementsAreForOneNameAndCoverWhatTheySay(t *testing.T) {
	trust := manifest.Trust(filepath.Join(t.TempDir(), "trusted.json"))
	agreed := manifest.Agreement{Entry: "sha256:e", Files: []manifest.File{{Path: "/bin/node", Content: "sha256:n", Mark: "1"}, {Arg: 1, Path: "/srv/server.js", Content: "sha256:s"}}}
	if _, ever := trust.Of("a"); ever {
		t.Error("what nobody agreed to is there")
	}
	must(t, trust.Keep("a", agreed))
	kept, ever := trust.Of("a")
	if !ever || !reflect.DeepEqual(kept, agreed) || !kept.Covers(agreed) || kept.Changes(agreed) != nil {
		t.Errorf("it kept %+v", kept)
	}
	if _, ever := trust.Of("b"); ever {
		t.Error("another name is trusted")
	}
	marked := agreed
	marked.Files = append([]manifest.File{{Path: "/bin/node", Content: "sha256:n", Mark: "2"}}, agreed.Files[1:]...)
	if !kept.Covers(marked) {
		t.Error("what says the same of the files is not covered")
	}
	rows := []struct {
		what string
		now  manifest.Agreement
		want []manifest.Change
	}{
		{"the entry", manifest.Agreement{Entry: "sha256:x", Files: agreed.Files}, []manifest.Change{{Kind: manifest.ChangeEntry}}},
		{"the script", manifest.Agreement{Entry: "sha256:e", Files: []manifest.File{agreed.Files[0], {Arg: 1, Path: "/srv/server.js", Content: "sha256:x"}}}, []manifest.Change{{Kind: manifest.ChangeContents, Path: "/srv/server.js"}}},
		{"another program is found", manifest.Agreement{Entry: "sha256:e", Files: []manifest.File{{Path: "/opt/node", Content: "sha256:n"}, agreed.Files[1]}}, []manifest.Change{{Kind: manifest.ChangePlace, Path: "/opt/node"}}},
		{"the script is gone", manifest.Agreement{Entry: "sha256:e", Files: agreed.Files[:1]}, []manifest.Change{{Kind: manifest.ChangeGone, Path: "/srv/server.js"}}},
		{"an argument is a file now", manifest.Agreement{Entry: "sha256:e", Files: append(agreed.Files[:2:2], manifest.File{Arg: 2, Path: "/srv/more.js", Content: "sha256:m"})}, []manifest.Change{{Kind: manifest.ChangePlace, Path: "/srv/more.js"}}},
	}
	for _, row := range rows {
		if kept.Covers(row.now) {
			t.Errorf("%s: it is covered", row.what)
		}
		if got := kept.Changes(row.now); !reflect.DeepEqual(got, row.want) {
			t.Errorf("%s: %+v, want %+v", row.what, got, row.want)
		}
	}
	must(t, trust.Drop("a"))
	if _, ever := trust.Of("a"); ever {
		t.Error("it is still trusted")
	}
}

func TestAnAgreementOfTheOlderFormIsReadAndAskedAboutOnceMore(t *testing.T) {
	trust := manifest.Trust(filepath.Join(t.TempDir(), "trusted.json"))
	older := []byte(`{"a": "sha256:0aa4", "b": "sha256:bbbb"}`)
	must(t, os.WriteFile(string(trust), older, 0o600))
	now := manifest.Agreement{Entry: "sha256:0aa4", Files: []manifest.File{{Path: "/bin/sh", Content: "sha256:s"}}}
	kept, ever := trust.Of("a")
	if !ever || kept.Covers(now) || !reflect.DeepEqual(kept.Changes(now), []manifest.Change{{Kind: manifest.ChangeForm}}) {
		t.Errorf("it is read as %+v, %t", kept, ever)
	}
	must(t, trust.Keep("a", now))
	if kept, _ = trust.Of("a"); !kept.Covers(now) {
		t.Error("agreed to once more, it is not covered")
	}
	if text, err := os.ReadFile(string(trust)); err != nil || !bytes.Contains(text, []byte(`"b": "sha256:bbbb"`)) {
		t.Errorf("the other is now %s: %v", text, err)
	}
}

func TestARecordThatCannotBeUnderstoodTrustsNothing(t *testing.T) {
	trust := manifest.Trust(filepath.Join(t.TempDir(), "trusted.json"))
	now := manifest.Agreement{Entry: "sha256:e"}
	for _, broken := range []string{"{", "null", "[]", `{"a": 1}`, `{"a": null}`, `{"a": {"entry": 1}}`} {
		must(t, os.WriteFile(string(trust), []byte(broken), 0o600))
		if kept, _ := trust.Of("a"); kept.Covers(now) {
			t.Errorf("%s: it is trusted", broken)
		}
		must(t, trust.Keep("a", now))
		if kept, _ := trust.Of("a"); !kept.Covers(now) {
			t.Errorf("%s: nothing can be agreed to any more", broken)
		}
	}
}
