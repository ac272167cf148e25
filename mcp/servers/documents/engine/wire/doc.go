// Package wire is what is said between the pool of OCR engines and one
// deskhand-ocr: a request is a JSON line and then the raw pixels, an answer is
// a JSON line. Both sides import it, so that they cannot drift apart.
//
// It imports the standard library alone. Every length that is read is checked
// against a cap before memory is taken for it.
package wire
