// Package film reads when a film was taken, and by what, from the head of MP4,
// QuickTime and 3GPP files. Pictures and sound are not looked at.
//
// It may import its parent format and the standard library. Every length in a file
// is checked, and at most so many boxes are looked at.
package film
