// Package engine reads pictures: a pool of OCR processes behind one call.
//
// The engine is the program deskhand-ocr, a process for each core, started when it
// is first needed and kept between pages; where it is missing or was built without
// tesseract, the program tesseract is used, one process a page; where that is
// missing too, the engine of package builtin, if there is one. A process that
// crashes, hangs or is no longer needed is killed, and the next page gets a new one.
// What was read is kept in a cache by content.
//
// It may import its leaves wire and tsv, the leaves layout, picture, work and cache,
// and the standard library. A Pool is safe from any goroutine; the goroutine that calls Read does the
// talking to one process. Close ends every process.
package engine
