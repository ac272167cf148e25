// Package regular reads and writes files of our own that have to be regular files.
//
// Opening a named pipe blocks until somebody writes to it, and a device may never
// end: a file is looked at before it is opened.
package regular
