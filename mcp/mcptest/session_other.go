//go:build !unix

package mcptest

import "os/exec"

func newSession(*exec.Cmd) {}
