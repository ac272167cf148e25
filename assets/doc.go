// Package assets carries what is built into the program: the sample folder
// that anyone can try it on, the icon, and the licences of all that is linked. It
// imports the standard library only, holds no state and may be read from any goroutine.
//
// The papers of the sample folder are drawn by the command in samplegen; all
// people and firms on them are invented. What is true of each file is told in
// testdata/sample_facts.json, which tests of other packages read too. The
// command scripts/notices writes the licences.
package assets
