// Package lists makes lists out of others.
package lists
