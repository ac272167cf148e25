// Package portal asks the desktop where a file is to be saved, by the file chooser of
// its portal (org.freedesktop.portal.FileChooser, on the session's D-Bus): the dialog
// that the person knows, with their places and bookmarks.
//
// It speaks D-Bus itself and not by github.com/rymdport/portal, whose call cannot be
// ended and which reads the "+" of a name as a blank. It imports nothing of ours. Any
// goroutine may call it.
package portal
