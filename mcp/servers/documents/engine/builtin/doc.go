// Package builtin reads pictures with nothing installed: tesseract as WebAssembly,
// the build of tesseract.js-core 7.0.0 for LSTM data, and the English data. Both
// are fetched by make setup and embedded with the tag "builtinocr"; without it
// there is no engine, and Command is nil.
//
// Main is an OCR process as package process says; the code is compiled first, or
// taken out of the folder of compiled code, then the process is closed in. Of the
// file system tesseract sees the data of its languages alone: the English that is
// embedded, and what is installed. It has no data for detecting a page's orientation.
//
// It imports its neighbours process, tsv and wire, packages confine and compiled, and
// wazero. The names of tesseract-core-simd-lstm.wasm are those of its build: another
// version of it has others.
package builtin
