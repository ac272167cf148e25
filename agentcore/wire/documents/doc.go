// Package documents holds the JSON types of the documents server's results.
//
// A Reduced method documents what a conversation keeps of a result; see package
// wire.
package documents
