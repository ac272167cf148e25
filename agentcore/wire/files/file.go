package files

import "github.com/deskhand/deskhand/agentcore/chat"

// Entry is one name in a folder.
type Entry struct {
	Path     string   `json:"path"`
	Name     string   `json:"name,omitempty"`
	Type     string   `json:"type" jsonschema_description:"file, folder, link or other"`
	Size     int64    `json:"size" jsonschema_description:"bytes"`
	Mtime    string   `json:"mtime,omitempty" jsonschema_description:"time of the last change, RFC 3339"`
	Hidden   bool     `json:"hidden"`
	Note     string   `json:"note,omitempty"`
	Flags    []string `json:"flags,omitempty" jsonschema_description:"online_only, being_written, signed, hidden, package, project, unreadable_name, group:NAME"`
	Identity Identity `json:"identity,omitzero"`
}

// The types of an Entry.
const (
	TypeFile   = "file"
	TypeFolder = "folder"
	TypeLink   = "link"
	TypeOther  = "other"
)

// The flags of an Entry and of a Change.
const (
	FlagOnlineOnly   = "online_only"
	FlagBeingWritten = "being_written"
	FlagSigned       = "signed"
	FlagHidden       = "hidden"
	FlagPackage      = "package"
	FlagProject      = "project"
	FlagUnreadable   = "unreadable_name"
	FlagGroup        = "group:" // and the group's name
)

// Change is one before and after pair: a Move as it was planned, or as it was
// made.
type Change struct {
	From  string   `json:"from,omitempty"`
	To    string   `json:"to,omitempty"`
	Note  string   `json:"note,omitempty"`
	Flags []string `json:"flags,omitempty" jsonschema_description:"online_only, being_written, signed, hidden, package, project, group:NAME"`
	// Code is Note for programs, and Identity is of the file that was looked at.
	Code     chat.Code `json:"code,omitempty" jsonschema_description:"why a file stays or what became of it, such as vanished or undone"`
	Identity *Identity `json:"identity,omitempty" jsonschema_description:"dry run: the file as it is now"`
}

// PathChange reduces c to what a person is asked about.
func (c Change) PathChange() chat.PathChange {
	return chat.PathChange{From: c.From, To: c.To, Code: c.Code, Flags: c.Flags}
}

// Status says what became of a file.
type Status string

// What becomes of a file.
const (
	Moved   Status = "moved" // the operation was done
	Skipped Status = "skipped"
	Failed  Status = "failed"
)

// Outcome is what became of one file of a batch.
type Outcome struct {
	From   string `json:"from"`
	To     string `json:"to"`
	Status Status `json:"status" jsonschema_description:"moved (the operation was done), skipped or failed"`
	Note   string `json:"note,omitempty"`
	// Code is Note for programs, where the file was not moved or was taken back.
	Code chat.Code `json:"-"`
	// Identity and SHA256 are of the file at To, once it was moved there.
	Identity *Identity `json:"identity,omitempty" jsonschema_description:"the file after the move"`
	SHA256   string    `json:"sha256,omitempty" jsonschema_description:"of its contents, where they were copied or written"`
}

// Change reduces o to where the file was and is, and why.
func (o Outcome) Change() Change { return Change{From: o.From, To: o.To, Note: o.Note, Code: o.Code} }

// Failure reduces o to which file was not done, and why.
func (o Outcome) Failure() Failure {
	f := Failure{Path: o.From, Kind: o.Code, Message: o.Note}
	if f.Kind == "" {
		f.Kind = chat.CodeOther
	}
	return f
}

// Failure is a file that was not done, and why.
type Failure struct {
	Path string    `json:"path"` // absolute; where the file was
	Kind chat.Code `json:"kind" jsonschema_description:"disk_full, read_only, permission, vanished, changed, taken, ..."`
	// Message says it in English, for a model.
	Message string `json:"message"`
}
