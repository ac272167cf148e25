//go:build !unix

package main

// announce has nothing to say it with.
func announce(string) {}
