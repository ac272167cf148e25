//go:build servers

package thirdparty_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// ours is the built program: DESKHAND, or the one of the project.
func ours(t *testing.T) string {
	t.Helper()
	program := os.Getenv("DESKHAND")
	if program == "" {
		program = filepath.Join("..", "..", "build", "deskhand")
	}
	program, err := filepath.Abs(program)
	if err != nil {
		t.Fatal(err)
	}
	return program
}

// deskhand runs the program.
func deskhand(t *testing.T, home string, args ...string) string {
	t.Helper()
	cmd := exec.Command(ours(t), args...)
	cmd.Env = append(os.Environ(), "DESKHAND_HOME="+home)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("deskhand %s (make build, or set DESKHAND): %v\n%s", strings.Join(args, " "), err, out)
	}
	return string(out)
}

func TestTheProgramOffersTheToolsOfServersThatWereAgreedTo(t *testing.T) {
	home := t.TempDir()
	program, err := gosdk()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(home, "config"), 0o700); err != nil {
		t.Fatal(err)
	}
	entries := fmt.Sprintf(`{"mcpServers":{"everything":{"command":"node","args":[%q,"stdio"]},"sdk":{"command":%q}}}`,
		script(t, "server-everything"), program)
	if err := os.WriteFile(filepath.Join(home, "config", "mcp.json"), []byte(entries), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"everything", "sdk"} {
		deskhand(t, home, "servers", "trust", name, "--yes")
		if got := deskhand(t, home, "servers", "start", name); !strings.Contains(got, name+" is running with") {
			t.Errorf("it says %q", got)
		}
	}
	answer := deskhand(t, home, "ask", "what can you do?", "--model", "none")
	for _, tool := range []string{"everything_echo", "sdk_greet"} {
		if !strings.Contains(answer, tool) {
			t.Errorf("%s is not offered: %s", tool, answer)
		}
	}
}
