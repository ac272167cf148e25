package trash

// Home returns no trash: the Recycle Bin renames files and does not tell to what, so that
// they could not be found again to restore them. Trashing a file is refused with advice.
func Home() string { return "" }

func ownTrash(string) (string, bool) { return "", false }
