// Command fetch gets what the OCR engine that is built in is made of, which is too
// large for the repository: tesseract as WebAssembly from npm's registry (or the one
// that npm_config_registry names), and the English data that Debian's package
// tesseract-ocr-eng and others install.
//
//	go run ./scripts/fetch
//
// Each file is known by its hash; what is there already is left. What cannot be got
// is said, and the command fails; Deskhand is then built without that engine.
package main
