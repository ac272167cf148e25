package app

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/app/config"
	"github.com/deskhand/deskhand/mcp/mcptest"
)

// scripted is a server that a shell starts from a script, which is its argument.
func (d *fixture) scripted() (e ServerEntry, script string) {
	d.t.Helper()
	script = filepath.Join(d.base, "server.sh")
	d.rewrite(script, "")
	return ServerEntry{Name: "other", Command: "/bin/sh", Args: []string{script}}, script
}

// rewrite puts another file in the place of a script that starts a server; extra
// is what it does first.
func (d *fixture) rewrite(script, extra string) {
	d.t.Helper()
	text := "#!/bin/sh\n" + extra + "\nexec '" + strings.Join(mcptest.Command(mcptest.ModeWell), "' '") + "'\n"
	must(d.t, os.WriteFile(script+".new", []byte(text), 0o700))
	must(d.t, os.Rename(script+".new", script))
}

// reopened is the same Deskhand in a new process, so to say.
func (d *fixture) reopened() {
	d.t.Helper()
	must(d.t, d.core.Close())
	core, err := Open(d.options)
	must(d.t, err)
	d.core = core
	if _, err := core.Wait(d.t.Context(), time.Minute); err != nil {
		d.t.Fatal(err)
	}
}

func TestAProgramThatWasReplacedIsAskedAboutAgainAndNamed(t *testing.T) {
	for _, as := range []string{"an argument", "the program", "the program behind a link"} {
		t.Run(as, func(t *testing.T) {
			d := newFixture(t, DenyAll{})
			e, script := d.scripted()
			switch as {
			case "the program":
				e.Command, e.Args = script, nil
			case "the program behind a link":
				e.Command, e.Args = filepath.Join(d.base, "link"), nil
				must(t, os.Symlink(script, e.Command))
			}
			if s := d.trusted(e); s.State != ServerReady || len(s.Changes) > 0 {
				t.Fatalf("as it was agreed to: %+v", s)
			}
			d.reopened()
			if s := d.up("other"); s.State != ServerReady {
				t.Fatalf("as it was agreed to, in a new process: %+v", s)
			}
			ran := filepath.Join(d.base, "ran")
			d.rewrite(script, "touch "+ran)
			d.reopened()
			s := d.server("other")
			if s.State != ServerUntrusted || !slices.Equal(s.Changes, []ServerChange{{Kind: ServerChangedContents, Path: script}}) {
				t.Errorf("replaced: %s, %+v", s.State, s.Changes)
			}
			if err := d.core.StartServer(t.Context(), "other"); !errors.Is(err, ErrUntrusted) {
				t.Errorf("Start: %v", err)
			}
			if _, err := os.Stat(ran); err == nil {
				t.Error("it was run")
			}
			must(t, d.core.TrustServer(t.Context(), "other", s.Hash))
			if s := d.up("other"); s.State != ServerReady || len(s.Changes) > 0 {
				t.Errorf("agreed to once more: %+v", s)
			}
		})
	}
}

func TestAProgramThatIsReplacedWhileItRunsIsNotStartedAgain(t *testing.T) {
	d := newFixture(t, DenyAll{})
	e, script := d.scripted()
	before := d.trusted(e)
	ran := filepath.Join(d.base, "ran")
	d.rewrite(script, "touch "+ran)
	if s := d.server("other"); s.State != ServerReady || s.PID != before.PID {
		t.Errorf("what was agreed to does not run on: %+v", s)
	}
	d.core.host.Call(t.Context(), chat.Invocation{Call: chat.ToolCall{ID: "1", Name: "other_crash", Args: []byte(`{}`)}, By: "model"})
	limit := time.Now().Add(time.Minute)
	s := d.server("other")
	for ; s.State != ServerUntrusted && time.Now().Before(limit); s = d.server("other") {
		_, _ = d.core.WaitServers(t.Context(), time.Second, "other")
	}
	if s.State != ServerUntrusted || !slices.Equal(s.Changes, []ServerChange{{Kind: ServerChangedContents, Path: script}}) {
		t.Errorf("after it has ended: %s, %+v", s.State, s.Changes)
	}
	if _, err := os.Stat(ran); err == nil {
		t.Error("what replaced it was run")
	}
}

func TestWhatIsAgreedToIsWhatWasLookedAt(t *testing.T) {
	d := newFixture(t, DenyAll{})
	e, script := d.scripted()
	must(t, d.core.SaveServer(t.Context(), e))
	seen := d.server("other").Hash
	d.rewrite(script, ": another")
	if err := d.core.TrustServer(t.Context(), "other", seen); !errors.Is(err, ErrServerChanged) {
		t.Errorf("Trust: %v", err)
	}
	if _, err := d.core.TestServer(t.Context(), e, seen); !errors.Is(err, ErrServerChanged) {
		t.Errorf("Test: %v", err)
	}
	if s := d.server("other"); s.State != ServerUntrusted || len(s.Changes) > 0 {
		t.Errorf("it is %s: %+v", s.State, s.Changes)
	}
}

func TestAnAgreementFromBeforeContentsCountedIsAskedForOnceMore(t *testing.T) {
	d := newFixture(t, DenyAll{})
	e, _ := d.scripted()
	must(t, d.core.SaveServer(t.Context(), e))
	older := `{"other": "` + e.Hash("/bin/sh") + `"}`
	must(t, os.WriteFile(config.FindPaths().TrustFile(), []byte(older), 0o600))
	s := d.server("other")
	if s.State != ServerUntrusted || !slices.Equal(s.Changes, []ServerChange{{Kind: ServerChangedForm}}) {
		t.Errorf("it is %s: %+v", s.State, s.Changes)
	}
	must(t, d.core.TrustServer(t.Context(), "other", s.Hash))
	if s = d.up("other"); s.State != ServerReady {
		t.Errorf("agreed to once more: %+v", s)
	}
}

func TestTheQuestionTellsVariablesFilesAndWhatIsFetched(t *testing.T) {
	d := newFixture(t, DenyAll{})
	_, script := d.scripted()
	link := filepath.Join(d.base, "npx")
	must(t, os.Symlink(script, link))
	e := ServerEntry{Name: "other", Command: "npx", Args: []string{"-y", "pkg", script}, Env: map[string]string{
		"PATH": d.base, "API_KEY": "canary-secret", "ZONE": "Europe/Berlin", "DB_URL": "postgres://me:canary@host/db", "SHORT_TOKEN": "abc",
	}}
	info, err := d.core.LookServer(t.Context(), e)
	must(t, err)
	values := map[string]string{}
	for _, v := range info.Env {
		values[v.Name] = v.Value
		if (v.Warning != "") != (v.Name == "PATH") {
			t.Errorf("%s is warned of with %q", v.Name, v.Warning)
		}
	}
	for name, want := range map[string]string{
		"PATH": d.base, "API_KEY": "cana***", "ZONE": "Europe/Berlin", "DB_URL": "postgres://me:***@host/db", "SHORT_TOKEN": "a***",
	} {
		if values[name] != want {
			t.Errorf("%s is shown as %q, want %q", name, values[name], want)
		}
	}
	if info.Program != link || len(info.Files) != 2 || info.Files[0].Path != script || info.Files[1].Path != script || info.Files[1].Arg != 3 ||
		!strings.HasPrefix(info.Files[0].Content, "sha256:") {
		t.Errorf("its program is %s, its files are %+v", info.Program, info.Files)
	}
	if info.Fetches == nil || *info.Fetches != (ServerFetch{Runner: "npx", What: "pkg"}) {
		t.Errorf("it fetches %+v", info.Fetches)
	}
}
