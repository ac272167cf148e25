package files

// Identity tells one file from another, and an edited file from an untouched
// one. It is compared and never made a time of: MtimeNS is the nanoseconds since
// 1970 UTC modulo 2⁶⁴, which is another time for files from before 1678 or after
// 2262.
type Identity struct {
	Dev     uint64 `json:"dev"`
	Inode   uint64 `json:"inode"`
	Size    int64  `json:"size"`     // bytes
	MtimeNS int64  `json:"mtime_ns"` // nanoseconds since 1970 UTC, modulo 2⁶⁴
}

// FileID tells one file from another, as long as both are there.
type FileID struct{ Dev, Inode uint64 }

// File returns which file it is, whatever was written to it.
func (a Identity) File() FileID { return FileID{a.Dev, a.Inode} }

// SameFile reports whether both are one file, whatever was written to it in
// between.
func (a Identity) SameFile(b Identity) bool { return a.Dev == b.Dev && a.Inode == b.Inode }

// SameContents reports whether neither size nor time of change differ.
func (a Identity) SameContents(b Identity) bool { return a.Size == b.Size && a.MtimeNS == b.MtimeNS }
