package trash

// Home is none: the Recycle Bin gives what it takes a name that it does not
// tell, so that it could not be found again to be restored. Putting a file into
// it is refused, with what to do instead.
func Home() string { return "" }

func ownTrash(string) (string, bool) { return "", false }
