package triage_test

import (
	"os"

	"golang.org/x/sys/windows"
)

// fileNumber tells a file from the others that are there; zeros: it is not there.
func fileNumber(path string) (dev, inode uint64) {
	f, err := os.Open(path)
	if err != nil {
		return 0, 0
	}
	defer func() { _ = f.Close() }()
	var by windows.ByHandleFileInformation
	if windows.GetFileInformationByHandle(windows.Handle(f.Fd()), &by) != nil {
		return 0, 0
	}
	return uint64(by.VolumeSerialNumber), uint64(by.FileIndexHigh)<<32 | uint64(by.FileIndexLow)
}
