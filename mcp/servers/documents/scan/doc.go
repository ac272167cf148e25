// Package scan reads and shows files that are pictures: decoded under a bound of
// memory, turned as the camera said, read by the OCR engine under a key of their
// content.
//
// It may import its fellow leaves engine, layout and picture. It has no goroutine;
// a Desk and its Pictures are safe from any.
package scan
