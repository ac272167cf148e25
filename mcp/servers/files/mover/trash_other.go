//go:build !unix || darwin

package mover

// haveTrash: these systems have a trash of another kind.
const haveTrash = false

func ownTrash(string) (string, bool) { return "", false }
