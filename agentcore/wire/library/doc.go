// Package library holds the JSON types of the results of the tools that search the
// library of what was read.
package library
