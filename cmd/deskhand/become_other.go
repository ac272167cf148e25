//go:build !unix

package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
)

// become runs another program in the place of this one, and ends with its exit
// code. It returns only where that fails.
func become(path string, args, env []string) error {
	c := exec.Command(path, args[1:]...)
	c.Env, c.Stdin, c.Stdout, c.Stderr = env, os.Stdin, os.Stdout, os.Stderr
	err := c.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return fmt.Errorf("start %s: %w", path, err)
	}
	os.Exit(c.ProcessState.ExitCode())
	return nil
}
