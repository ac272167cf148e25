// Package papers is what a window or a verb can ask of the library of documents, in
// plain values. A Controller has it.
package papers
