// Package papers holds the verbs that find documents in the library and hand on what
// is known of them: find, library, table.
package papers
