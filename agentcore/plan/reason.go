package plan

import (
	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/lists"
	"github.com/deskhand/deskhand/agentcore/wire/documents"
)

// Reason is one thing that a proposal is based on, or that a person should check or know,
// as data; words are made where it is shown.
type Reason struct {
	Code ReasonCode `json:"code"`
	// Field is the field concerned; may be empty.
	Field string `json:"field,omitempty"`
	// Text is the literal text in the document, Page its page; may be empty.
	Text string `json:"text,omitempty"`
	Page int    `json:"page,omitempty"`
	// Args are details, as the code's comment says.
	Args []string `json:"args,omitempty"`
	// Failure is that of the call behind the code; nil if the code says all.
	Failure *chat.Failure `json:"failure,omitempty"`
}

// ReasonCode is the kind of a Reason. Other values are possible.
type ReasonCode string

// What a name is based on.
const (
	ReasonRead     ReasonCode = "read"      // Field was read from Text
	ReasonChosen   ReasonCode = "chosen"    // the present name was chosen with care
	ReasonSeries   ReasonCode = "series"    // it is named like others in its folder
	ReasonSame     ReasonCode = "same"      // it already has this name
	ReasonByPerson ReasonCode = "by_person" // the user wrote it
	ReasonNothing  ReasonCode = "nothing"   // nothing certain was found
	ReasonRule     ReasonCode = "rule"      // a rule of the user; Args: its condition
	ReasonLike     ReasonCode = "like"      // as in a folder: named, or Field (issuer, folder); Args: that folder
	ReasonHabit    ReasonCode = "habit"     // the user corrected Field (issuer, kind, name, folder) for this sender; Args: the day, 2026-03-03
)

// Why a person should look.
const (
	ReasonUncertain  ReasonCode = "uncertain"   // Field is not certain enough
	ReasonDoubted    ReasonCode = "doubted"     // Field has doubts
	ReasonNoIssuer   ReasonCode = "no_issuer"   // of a commercial document
	ReasonNoDate     ReasonCode = "no_date"     // of a commercial document
	ReasonTooLittle  ReasonCode = "too_little"  // only one part of a name is known
	ReasonNumberOnly ReasonCode = "number_only" // only a date and a number are known
	ReasonSeen       ReasonCode = "seen"        // a model looked at a picture
	ReasonLosesWords ReasonCode = "loses_words" // of the present name
	ReasonNoFolder   ReasonCode = "no_folder"   // Field, which a folder is named by, is unknown
)

// Why a file is left alone, whatever its contents.
const (
	ReasonGroup          ReasonCode = "group"           // it belongs to a group of files; Args: the group's name
	ReasonOnlineOnly     ReasonCode = "online_only"     // its contents are
	ReasonUnreadableName ReasonCode = "unreadable_name" // it is not text
	ReasonBeingWritten   ReasonCode = "being_written"
	ReasonUnread         ReasonCode = "unread"    // Failure is the reason, if known
	ReasonCancelled      ReasonCode = "cancelled" // before it was read
	ReasonEmpty          ReasonCode = "empty"
	ReasonBroken         ReasonCode = "broken"        // it cannot be read
	ReasonOtherContent   ReasonCode = "other_content" // than its name says; Args: the extension, the MIME type
	ReasonUnreadable     ReasonCode = "unreadable"    // nothing in it can be read
	ReasonUnmovable      ReasonCode = "unmovable"     // Failure is the reason
	ReasonNotMeant       ReasonCode = "not_meant"     // it is not one of the requested files
	ReasonDuplicate      ReasonCode = "duplicate"     // it has the contents of another; Args: that one's name
)

// What a person should know of an item, besides the notes of the documents server.
const (
	ReasonLeftOut   ReasonCode = "left_out"   // by the user
	ReasonOtherName ReasonCode = "other_name" // than planned, which is taken or impossible
)

// What is uncertain about a field.
const (
	DoubtSwapped    ReasonCode = "swapped"     // day and month may be; Args: both days
	DoubtOtherDay   ReasonCode = "other_day"   // it may not be the day of the document itself
	DoubtFileName   ReasonCode = "file_name"   // the only source
	DoubtProperties ReasonCode = "properties"  // of the file, the only source
	DoubtRecipient  ReasonCode = "recipient"   // it may be the recipient
	DoubtModel      ReasonCode = "model_reads" // Text as the Field
	DoubtRules      ReasonCode = "rules_read"  // Text as the Field
)

// ReasonSaid is a reason in words, Text, in a plan of an earlier version.
const ReasonSaid ReasonCode = "said"

// OfNotes returns the notes of the documents server as reasons.
func OfNotes(notes []documents.Note) []Reason {
	return lists.Map(notes, func(n documents.Note) Reason { return Reason{Code: ReasonCode(n.Code), Args: n.Args} })
}

// note returns the documents server's note behind r; with an unknown code if there is
// none.
func (r Reason) note() documents.Note {
	return documents.Note{Code: documents.NoteCode(r.Code), Args: r.Args}
}
