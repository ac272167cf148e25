// Package lists builds lists without duplicates.
package lists
