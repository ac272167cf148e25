// Package memory finds out how much memory this computer has for models: its own,
// and that of its GPU.
package memory
