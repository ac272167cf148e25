// Package duplicates holds the verb duplicates, which finds files that are there twice.
package duplicates
