// Package page reads pages of the web: their blocks, headings and tables, without
// scripts, styles and what is hidden.
//
// It reads from tag to tag and builds no tree, so that deep nesting costs
// nothing. It imports package format and x/net/html, has no goroutine, and is
// safe from anywhere.
package page
