//go:build unix

package safefs

func underWine() bool { return false }
