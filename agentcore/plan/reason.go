package plan

// Reason is one thing that a proposal rests on, or that a person should look at,
// as data: words for it are made where it is shown.
type Reason struct {
	Code ReasonCode `json:"code"`
	// Field is the one that it is about; may be empty.
	Field string `json:"field,omitempty"`
	// Text is literally what stands in the document, and Page where; may be empty.
	Text string `json:"text,omitempty"`
	Page int    `json:"page,omitempty"`
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
)

// Why a person should look.
const (
	ReasonUncertain  ReasonCode = "uncertain"   // Field is not sure enough
	ReasonDoubted    ReasonCode = "doubted"     // Field has a doubt
	ReasonNoIssuer   ReasonCode = "no_issuer"   // of what is traded
	ReasonNoDate     ReasonCode = "no_date"     // of what is traded
	ReasonTooLittle  ReasonCode = "too_little"  // one part of a name is known
	ReasonNumberOnly ReasonCode = "number_only" // a date and a number are known
	ReasonSeen       ReasonCode = "seen"        // a model looked at a picture
	ReasonLosesWords ReasonCode = "loses_words" // of the present name
	ReasonNothing    ReasonCode = "nothing"     // nothing sure was found
	ReasonUntouched  ReasonCode = "untouched"   // it could not be read, or is left alone
)
