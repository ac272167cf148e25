//go:build unix

package main

import (
	"fmt"
	"syscall"
)

// become runs another program in the place of this one. It returns only where that
// fails.
func become(path string, args, env []string) error {
	return fmt.Errorf("start %s: %w", path, syscall.Exec(path, args, env))
}
