package main

import (
	"runtime"
	"unsafe"

	"golang.org/x/sys/windows"
)

var (
	user32   = windows.NewLazySystemDLL("user32.dll")
	kernel32 = windows.NewLazySystemDLL("kernel32.dll")

	openClipboard           = user32.NewProc("OpenClipboard")
	closeClipboard          = user32.NewProc("CloseClipboard")
	getClipboardData        = user32.NewProc("GetClipboardData")
	registerClipboardFormat = user32.NewProc("RegisterClipboardFormatW")
	globalLock              = kernel32.NewProc("GlobalLock")
	globalUnlock            = kernel32.NewProc("GlobalUnlock")
	globalSize              = kernel32.NewProc("GlobalSize")
)

// clipboardPNG returns the picture in the clipboard as PNG, nil where there is none.
// Browsers and the system's own screenshots put one there under this name.
func clipboardPNG() ([]byte, error) {
	runtime.LockOSThread() // whose clipboard it is while it is open
	defer runtime.UnlockOSThread()
	name, err := windows.UTF16PtrFromString("PNG")
	if err != nil {
		return nil, err
	}
	format, _, err := registerClipboardFormat.Call(uintptr(unsafe.Pointer(name)))
	if format == 0 {
		return nil, err
	}
	if opened, _, err := openClipboard.Call(0); opened == 0 {
		return nil, err
	}
	defer closeClipboard.Call()
	data, _, _ := getClipboardData.Call(format)
	if data == 0 {
		return nil, nil
	}
	size, _, _ := globalSize.Call(data)
	if size > maxPasted {
		return nil, errPictureTooLarge
	}
	start, _, err := globalLock.Call(data)
	if start == 0 {
		return nil, err
	}
	defer globalUnlock.Call(data)
	png := make([]byte, size)
	copy(png, unsafe.Slice((*byte)(*(*unsafe.Pointer)(unsafe.Pointer(&start))), size))
	return png, nil
}
