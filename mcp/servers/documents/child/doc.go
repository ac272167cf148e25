// Package child starts programs that answer on their standard output, and keeps them
// while they have nothing to do.
package child
