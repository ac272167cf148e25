package safefs

import (
	"errors"
	"io"
	"os"
	"strings"
	"unsafe"

	"golang.org/x/sys/windows"
)

const (
	// keptAttributes are copied. Read-only is a part of the mode.
	keptAttributes = windows.FILE_ATTRIBUTE_HIDDEN | windows.FILE_ATTRIBUTE_SYSTEM | windows.FILE_ATTRIBUTE_ARCHIVE |
		windows.FILE_ATTRIBUTE_NOT_CONTENT_INDEXED
	// streamMax is the most bytes of a named stream that are copied.
	streamMax = 64 << 20
	// streamList bounds the list of a file's streams, in bytes.
	streamList = 64 << 10
	// plainStream holds the contents of a file.
	plainStream = "::$DATA"
	// webMark marks a file that was downloaded.
	webMark = ":Zone.Identifier:$DATA"
)

// adopt copies what source has besides its contents: creation time, attributes, and named
// streams such as the mark of the web. As usual on Windows, the copy belongs to the user
// who makes it, with the rights of its folder.
func adopt(target, source *os.File) error {
	from, to := windows.Handle(source.Fd()), windows.Handle(target.Fd())
	var was basicInformation
	if was.of(from) == nil {
		if was.Attributes &= keptAttributes; was.Attributes == 0 {
			was.Attributes = windows.FILE_ATTRIBUTE_NORMAL
		}
		_ = basicInformation{Made: was.Made, Attributes: was.Attributes}.set(to) // not every disk keeps them
	}
	names, err := streams(from)
	if err != nil {
		return err
	}
	for _, name := range names {
		// On disks without streams every program loses the mark of the web.
		if copyStream(to, from, name) != nil && name != webMark {
			return ErrStreams
		}
	}
	return nil
}

// streams returns the names of a file's streams other than its contents. Disks without
// streams have none.
func streams(h windows.Handle) ([]string, error) {
	type header struct { // FILE_STREAM_INFO
		Next, Length uint32
		Size, Stored int64
	}
	list := make([]uint64, streamList/8) // aligned
	err := windows.GetFileInformationByHandleEx(h, windows.FileStreamInfo, (*byte)(unsafe.Pointer(&list[0])), streamList)
	switch {
	case errors.Is(err, windows.ERROR_MORE_DATA):
		return nil, ErrStreams
	case err != nil:
		return nil, nil
	}
	var names []string
	bytes := unsafe.Slice((*byte)(unsafe.Pointer(&list[0])), streamList)
	for at := 0; at+int(unsafe.Sizeof(header{})) <= len(bytes); {
		one := (*header)(unsafe.Pointer(&bytes[at]))
		begin := at + int(unsafe.Sizeof(header{}))
		if begin+int(one.Length) > len(bytes) {
			return nil, ErrStreams
		}
		name := windows.UTF16ToString(unsafe.Slice((*uint16)(unsafe.Pointer(&bytes[begin])), one.Length/2))
		if strings.HasPrefix(name, ":") && name != plainStream {
			names = append(names, name)
		}
		if one.Next == 0 {
			break
		}
		at += int(one.Next)
	}
	return names, nil
}

// copyStream copies one stream, which must not exist in the copy.
func copyStream(to, from windows.Handle, name string) (err error) {
	h, err := openIn(from, name, windows.FILE_GENERIC_READ, windows.FILE_OPEN, 0)
	if err != nil {
		return err
	}
	source := fileOf(h, name)
	defer func() { _ = source.Close() }()
	if h, err = openIn(to, name, windows.FILE_GENERIC_WRITE, windows.FILE_CREATE, 0); err != nil {
		return err
	}
	target := fileOf(h, name)
	defer func() { err = errors.Join(err, target.Close()) }()
	n, err := io.Copy(target, io.LimitReader(source, streamMax+1))
	if err == nil && n > streamMax {
		err = ErrStreams
	}
	return err
}
