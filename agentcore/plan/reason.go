package plan

import (
	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/wire/documents"
)

// Reason is one thing that a proposal rests on, or that a person should look at
// or know, as data: words for it are made where it is shown.
type Reason struct {
	Code ReasonCode `json:"code"`
	// Field is the one that it is about; may be empty.
	Field string `json:"field,omitempty"`
	// Text is literally what stands in the document, and Page where; may be empty.
	Text string `json:"text,omitempty"`
	Page int    `json:"page,omitempty"`
	// Args are what the code speaks of, as its comment says.
	Args []string `json:"args,omitempty"`
	// Failure is that of the call that the code speaks of; nil where it says all.
	Failure *chat.Failure `json:"failure,omitempty"`
}

// ReasonCode says what a Reason is. There may be others than those below.
type ReasonCode string

// What a name rests on.
const (
	ReasonRead     ReasonCode = "read"      // Field was read from Text
	ReasonChosen   ReasonCode = "chosen"    // the present name was chosen with care
	ReasonSeries   ReasonCode = "series"    // it is named like others in its folder
	ReasonSame     ReasonCode = "same"      // it has this name already
	ReasonByPerson ReasonCode = "by_person" // the person wrote it
	ReasonNothing  ReasonCode = "nothing"   // nothing sure was found
	ReasonRule     ReasonCode = "rule"      // a rule of the person's own; Args: its condition
	ReasonLike     ReasonCode = "like"      // it is as in a folder: named, or Field (issuer, folder); Args: that folder
	ReasonHabit    ReasonCode = "habit"     // the person corrected Field (issuer, kind, name, folder) for this sender; Args: the day, 2026-03-03
)

// Why a person should look.
const (
	ReasonUncertain  ReasonCode = "uncertain"   // Field is not sure enough
	ReasonDoubted    ReasonCode = "doubted"     // Field has doubts
	ReasonNoIssuer   ReasonCode = "no_issuer"   // of what is traded
	ReasonNoDate     ReasonCode = "no_date"     // of what is traded
	ReasonTooLittle  ReasonCode = "too_little"  // one part of a name is known
	ReasonNumberOnly ReasonCode = "number_only" // a date and a number are known
	ReasonSeen       ReasonCode = "seen"        // a model looked at a picture
	ReasonLosesWords ReasonCode = "loses_words" // of the present name
	ReasonNoFolder   ReasonCode = "no_folder"   // Field, which a folder is named by, is not known
)

// Why a file is left as it is, whatever stands in it.
const (
	ReasonGroup          ReasonCode = "group"           // it belongs together with others; Args: the group's name
	ReasonOnlineOnly     ReasonCode = "online_only"     // its contents are
	ReasonUnreadableName ReasonCode = "unreadable_name" // it is no text
	ReasonBeingWritten   ReasonCode = "being_written"
	ReasonUnread         ReasonCode = "unread"    // Failure says why, where that is known
	ReasonCancelled      ReasonCode = "cancelled" // before it was read
	ReasonEmpty          ReasonCode = "empty"
	ReasonBroken         ReasonCode = "broken"        // it cannot be read
	ReasonOtherContent   ReasonCode = "other_content" // than its name says; Args: the name's ending, the MIME type
	ReasonUnreadable     ReasonCode = "unreadable"    // nothing in it can be read
	ReasonUnmovable      ReasonCode = "unmovable"     // Failure says why
	ReasonNotMeant       ReasonCode = "not_meant"     // it is none of the files that were asked for
	ReasonDuplicate      ReasonCode = "duplicate"     // it has the contents of another; Args: that one's name
)

// What a person should know of an item, next to what the documents server notes.
const (
	ReasonLeftOut   ReasonCode = "left_out"   // by the person
	ReasonOtherName ReasonCode = "other_name" // than was planned, which is taken or not possible
)

// What is not sure about a field.
const (
	DoubtSwapped    ReasonCode = "swapped"     // day and month could be; Args: both days
	DoubtOtherDay   ReasonCode = "other_day"   // it may not be the day of the document itself
	DoubtFileName   ReasonCode = "file_name"   // that alone tells it
	DoubtProperties ReasonCode = "properties"  // those of the file alone tell it
	DoubtRecipient  ReasonCode = "recipient"   // it may be who got the document
	DoubtModel      ReasonCode = "model_reads" // Text as the Field
	DoubtRules      ReasonCode = "rules_read"  // Text as the Field
)

// ReasonSaid is what a plan of an earlier version says in words: Text.
const ReasonSaid ReasonCode = "said"

// OfNotes returns what the documents server noted of a file.
func OfNotes(notes []documents.Note) []Reason {
	var all []Reason
	for _, n := range notes {
		all = append(all, Reason{Code: ReasonCode(n.Code), Args: n.Args})
	}
	return all
}

// note is the note of the documents server that r is of; its code is unknown to
// that where r is something else.
func (r Reason) note() documents.Note {
	return documents.Note{Code: documents.NoteCode(r.Code), Args: r.Args}
}
