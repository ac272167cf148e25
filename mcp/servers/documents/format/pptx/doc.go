// Package pptx reads the slides of PowerPoint.
//
// It imports packages format and archive, has no goroutine, and is safe from
// anywhere.
package pptx
