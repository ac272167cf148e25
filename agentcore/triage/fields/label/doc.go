// Package label tells what the words before a date, a number or a subject make of it:
// the day of the document itself or one of something else, its own number or one of the
// matter. Its tables are the phrases that documents put before such values.
//
// The package imports lex and page.
package label
