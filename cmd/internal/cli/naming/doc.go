// Package naming holds the verbs for what the person wants of names and folders: habits,
// which Deskhand keeps of corrections, and rules.
package naming
