// Package page prepares a document for the finders of package fields: its lines
// with their tokens and dates, what stands to the left, right, above and below,
// the cells and blocks that gaps part, the place of a value as a span, and what all
// finders ask of a text: its language, currency and country, who it is addressed
// to, and the words by which documents call themselves.
//
// New does the work once; a Reading is only read after that.
//
// The package imports agentcore/plan, the types of the documents server, lex and
// the standard library.
package page
