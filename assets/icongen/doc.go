// Command icongen draws Deskhand's icon: a sheet with a name on it, laid into a
// tray. One list of shapes becomes assets/icon.svg and assets/icon.png, so that
// the two never differ. Run it from the module's root after a change:
//
//	go run ./assets/icongen
//
// It imports the standard library and golang.org/x/image only and runs on one
// goroutine.
package main
