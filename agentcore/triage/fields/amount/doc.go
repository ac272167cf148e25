// Package amount finds the sum that a document is about.
package amount
