// Package portal shows the desktop's own dialog for saving a file, with the user's places
// and bookmarks, through its portal (org.freedesktop.portal.FileChooser on the session's
// D-Bus).
//
// It uses D-Bus directly rather than github.com/rymdport/portal, whose call cannot be
// cancelled and which decodes "+" in a name as a space. It imports nothing of ours. Any
// goroutine may call it.
package portal
