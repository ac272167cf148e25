// Command deskhand-ocr is the OCR engine: it reads pictures from stdin and
// answers the words that are in them on stdout, framed as package wire says.
//
// It is a program of its own because tesseract can crash and cannot be
// stopped: a process can be killed. It is the only program that links
// tesseract, and only when it is built with cgo and the tag "ocr"; without
// them it answers that it has no engine. Each process reads one picture at a
// time and keeps tesseract loaded between them. OMP_THREAD_LIMIT must be in its
// environment before it starts. It ends when stdin does.
//
//	deskhand-ocr --languages    prints the engine's version and languages as JSON
package main
