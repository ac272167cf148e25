// Package archive opens documents that are XML in a zip archive, within bounds:
// of parts, of what is unpacked from all of them together, and of each element.
//
// Entities are never expanded. It imports package format and x/net/html/charset;
// it has no goroutine, and an Archive belongs to one of its caller's.
package archive
