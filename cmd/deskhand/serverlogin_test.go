package main

import (
	"bufio"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/deskhand/deskhand/mcp/mcptest"
)

// signsIn runs servers login, does with the page that it prints what a person would,
// and gives all that it said.
func (p *person) signsIn(name string, visit func(page string)) said {
	p.t.Helper()
	c := p.command("servers", "login", name)
	var errs strings.Builder
	c.Stderr = &errs
	out, err := c.StdoutPipe()
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		p.t.Fatal(err)
	}
	var all strings.Builder
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		all.WriteString(lines.Text() + "\n")
		if page := strings.TrimSpace(lines.Text()); strings.HasPrefix(page, "http") {
			visit(page)
		}
	}
	_ = c.Wait() // how it ended is in its code
	return said{c.ProcessState.ExitCode(), all.String(), errs.String()}
}

func TestAPersonSignsInToAServerAndOutAgain(t *testing.T) {
	g := mcptest.NewGuarded(true)
	defer g.Close()
	defer g.CloseClientConnections()
	p := newPerson(t)
	p.deskhand("servers", "add", "--url", g.URL+"/mcp", "tracker").must(t, exitDone)
	if early := p.signsIn("tracker", func(page string) { t.Errorf("before anybody agreed to it %s is shown", page) }); early.code != exitRefused {
		t.Errorf("before anybody agreed to it: %+v", early)
	}
	p.deskhand("servers", "trust", "tracker", "--yes").must(t, exitDone)
	if s := p.deskhand("servers").must(t, exitDone); !strings.Contains(s.out, "deskhand servers login tracker") {
		t.Errorf("it is not said how to sign in: %s", s.out)
	}
	p.deskhand("servers", "start", "tracker").must(t, exitFailed)

	shown := ""
	open := func(page string) {
		res, err := http.Get(page)
		if err != nil {
			t.Error(err)
			return
		}
		defer func() { _ = res.Body.Close() }()
		text, _ := io.ReadAll(res.Body)
		shown = string(text)
	}
	did := p.signsIn("tracker", open)
	if did.code != exitDone || !strings.Contains(shown, "You are signed in.") || strings.Contains(did.out+did.err+shown, "hidden") {
		t.Fatalf("the browser shows %q; %+v", shown, did)
	}
	file := filepath.Join(p.home, "data", "signins.json")
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("it is kept as %v, %v", info, err)
	}
	if s := p.server("tracker"); s["state"] != "ready" || s["signed_in"] != true {
		t.Errorf("signed in: %v", s)
	}
	if err := filepath.WalkDir(p.home, func(path string, d os.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() || path == file {
			return err
		}
		text, err := os.ReadFile(path)
		if strings.Contains(string(text), "hidden-token") {
			t.Errorf("the token is in %s", path)
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}

	p.deskhand("servers", "logout", "tracker").must(t, exitDone)
	if text, err := os.ReadFile(file); err != nil || strings.Contains(string(text), "hidden") {
		t.Errorf("signed out: %s (%v)", text, err)
	}
	p.deskhand("servers", "logout", "tracker").must(t, exitFailed)
	if s := p.server("tracker"); s["state"] != "quarantined" || s["sign_in"] != true {
		t.Errorf("signed out: %v", s)
	}
	p.deskhand("servers", "logout", "files").must(t, exitRefused)
	p.signsIn("tracker", open)
	p.deskhand("servers", "remove", "tracker", "--yes").must(t, exitDone)
	if text, err := os.ReadFile(file); err != nil || strings.Contains(string(text), "hidden") {
		t.Errorf("removed: %s (%v)", text, err)
	}

	g.Rule(mcptest.Rules{OneClient: true})
	p.deskhand("servers", "add", "--url", g.URL+"/mcp", "tracker").must(t, exitDone)
	p.deskhand("servers", "trust", "tracker", "--yes").must(t, exitDone)
	if s := p.signsIn("tracker", open); s.code != exitFailed || !strings.Contains(s.err, "--client-id") {
		t.Errorf("it is not said that a client is needed: %+v", s)
	}
	p.deskhand("servers", "edit", "--client-id", "own-client", "--client-secret", "${input:secret}", "tracker").must(t, exitDone)
	give := p.command("servers", "give", "tracker", "secret")
	give.Stdin = strings.NewReader("own-hidden\n")
	give.run(t).must(t, exitDone)
	p.deskhand("servers", "trust", "tracker", "--yes").must(t, exitDone)
	if s := p.signsIn("tracker", open); s.code != exitDone || !strings.Contains(shown, "You are signed in.") {
		t.Errorf("with a client of one's own: %+v", s)
	}
	if text, err := os.ReadFile(filepath.Join(p.home, "config", "mcp.json")); err != nil || strings.Contains(string(text), "own-hidden") {
		t.Errorf("the secret is in mcp.json (%v)", err)
	}

	p.deskhand("servers", "add", "plain", "true").must(t, exitDone)
	if s := p.signsIn("plain", func(string) {}); s.code != exitRefused {
		t.Errorf("a program: %+v", s)
	}
}
