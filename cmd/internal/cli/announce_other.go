//go:build !unix

package cli

// announce has nothing to say it with.
func announce(string) {}
