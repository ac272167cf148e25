package mcptest

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"syscall"

	"github.com/mark3labs/mcp-go/mcp"
)

// untilTerm ends when the server is asked to end.
func untilTerm() (context.Context, context.CancelFunc) {
	return signal.NotifyContext(context.Background(), syscall.SIGTERM)
}

// brood leaves a child, and an orphaned grandchild in a session of its own,
// both deaf to SIGTERM. It answers once each has written a file named like its
// process id into dir.
func brood(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	dir := req.GetString("dir", "")
	if err := hatch("orphan", dir); err != nil {
		return nil, err
	}
	if err := hatch("child", dir); err != nil {
		return nil, err
	}
	return mcp.NewToolResultText(strconv.Itoa(os.Getpid())), nil
}

// hatch starts a sleeper and waits until it says that it is there.
func hatch(kind, dir string) error {
	cmd := exec.Command(Command(modeSleeper)[0], Command(modeSleeper, kind, dir)[1:]...)
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	if _, err := out.Read(make([]byte, 1)); err != nil {
		return fmt.Errorf("the %s did not come up: %w", kind, err)
	}
	return nil
}

// sleeper is the process that stays. As an orphan it first starts another like
// itself, which loses it at once.
func sleeper(args []string) int {
	if len(args) != 2 {
		return 2
	}
	signal.Ignore(syscall.SIGTERM, syscall.SIGHUP, syscall.SIGINT, syscall.SIGPIPE)
	if args[0] == "orphan" {
		argv := Command(modeSleeper, "child", args[1])
		cmd := exec.Command(argv[0], argv[1:]...)
		cmd.Stdout = os.Stdout
		newSession(cmd)
		if err := cmd.Start(); err != nil {
			return 1
		}
		return 0
	}
	name := filepath.Join(args[1], strconv.Itoa(os.Getpid()))
	if err := os.WriteFile(name, nil, 0o600); err != nil {
		return 1
	}
	fmt.Println("here")
	forever()
	return 0
}
