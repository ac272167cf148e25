// Command samplegen draws the sample folder: invented papers of invented
// people and firms, under the kind of names that scanners and phones give.
//
//	go run ./assets/samplegen DIR
//
// The same bytes come out of every run; a test compares them with the folder
// that is in the repository. It imports the standard library and
// golang.org/x only, and is one goroutine.
package main
