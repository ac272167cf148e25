//go:build !unix

package cli

// announce does nothing on this system.
func announce(string) {}
