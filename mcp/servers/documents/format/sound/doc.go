// Package sound reads what is written into sound files: the title, who plays it,
// the album and the year. What is to be heard is not looked at.
//
// It may import its parent format, the library of tags and the standard library.
package sound
