// Package lex cuts text into tokens and finds phrases and written dates in them,
// in the languages that package fields knows. It knows nothing of lines or pages.
//
// The text comes from strangers: every function is linear in it.
//
// The package imports the standard library and x/text.
package lex
