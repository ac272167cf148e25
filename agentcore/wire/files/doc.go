// Package files holds the JSON types of the files server's results.
//
// A Reduced method documents what a conversation keeps of a result; see package
// wire.
package files
