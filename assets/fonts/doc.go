// Package fonts embeds the typeface of the window: Inter 4.0 (beta 7) by The
// Inter Project Authors, under the SIL Open Font License 1.1 (OFL.txt). The
// files are as the authors built them, under their own names, and packed with gzip:
// that is 0.24 MB less in the window, for 16 ms when it starts.
//
// It imports the standard library alone and starts no goroutine.
package fonts
