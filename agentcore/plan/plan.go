package plan

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"path/filepath"

	"github.com/deskhand/deskhand/agentcore/filename"
	"github.com/deskhand/deskhand/agentcore/wire/documents"
	"github.com/deskhand/deskhand/agentcore/wire/files"
)

// Version is the version of the plan format that this program writes.
const Version = 1

// Plan says what is proposed for each file that was looked at.
type Plan struct {
	Version int    `json:"version"`
	ID      string `json:"id"`
	// Roots are what the person named or dropped: absolute paths.
	Roots []string `json:"roots"`
	// Model names the models that were asked what the files are, with commas
	// between them; "rules" when there was none.
	Model string `json:"model,omitempty"`
	// Template is what names are made by, and Into the folder that the files go to;
	// empty: as usual, and where they are.
	Template string `json:"template,omitempty"`
	Into     string `json:"into,omitempty"`
	// Like is the folder whose files they are named like; empty: none.
	Like string `json:"like,omitempty"`
	// Wish is what was asked for in words, and Only the condition of the files that are
	// meant, as in a rule; empty: all are.
	Wish string `json:"wish,omitempty"`
	Only string `json:"only,omitempty"`
	// NewInto reports that Into is not there and is made, and NewFolders that other
	// folders are.
	NewInto    bool `json:"new_into,omitempty"`
	NewFolders bool `json:"new_folders,omitempty"`
	// Deeper is how many files lie in folders inside, which were not looked into.
	Deeper int `json:"deeper,omitempty"`
	// Unread is how many files were left for later, because only the first ones were
	// asked for.
	Unread int `json:"unread,omitempty"`
	// Hash is Digest of the plan as it was proposed: an edited copy no longer
	// matches the one that is on record.
	Hash  string `json:"hash"`
	Items []Item `json:"items"`
}

// Item is one regular file. An item that keeps its name has To equal to From.
type Item struct {
	From     string   `json:"from"` // absolute path
	To       string   `json:"to"`   // absolute path
	Identity Identity `json:"identity"`
	// Reasons say why this name, or why none: what the name rests on first, then
	// what is to be looked at.
	Reasons []Reason `json:"reasons,omitempty"`
	// Confidence is in [0, 1]: how likely the measured fields in the name, its date
	// and its issuer, are right together.
	Confidence float64 `json:"confidence"`
	// Fields by name: see Specs.
	Fields map[string]Field `json:"fields"`
	Read   Read             `json:"read"`
	Status Status           `json:"status"`
	// Marks tell the sender from others, such as its VAT id.
	Marks []string `json:"marks,omitempty"`
	// Template names this file in place of the plan's; empty: the plan's does.
	Template string `json:"template,omitempty"`
	// Proposed is what was proposed before the person changed it; nil: they did not.
	Proposed *Proposed `json:"proposed,omitempty"`
	// Notes are what the person should know before saying yes; may be empty.
	Notes []Reason `json:"notes,omitempty"`
}

// Proposed is what the person changed of an item.
type Proposed struct {
	To string `json:"to"`
	// Issuer and Kind are the fields of these names.
	Issuer Field `json:"issuer"`
	Kind   Field `json:"kind"`
}

// Target is the new name with the folders that lead to it from where the file is;
// the whole path where it goes elsewhere.
func (it Item) Target() string {
	if rel, inside := filename.Inside(filepath.Dir(it.From), it.To); inside {
		return rel
	}
	return it.To
}

// Identity tells one file from another, and an edited file from an untouched
// one.
type Identity = files.Identity

// Field is one thing known of a file, or asked of the person. Its value is in the text, or it is not
// there at all; but what a model saw in a picture that nobody else can read has
// no text as evidence, and a doubt.
type Field struct {
	Value    string   `json:"value"`
	Evidence Evidence `json:"evidence"`
	// Read is what stands in the document, where Value is what the person calls it;
	// else empty.
	Read string `json:"read,omitempty"`
	// Confidence is in [0, 1].
	Confidence float64 `json:"confidence,omitempty"`
	// Said reports that the person gave it this value.
	Said bool `json:"said,omitempty"`
	// Doubts are what is not sure about it; empty when nothing is.
	Doubts []Reason `json:"doubts,omitempty"`
	// Candidates are what it could be, the likeliest first, Value among them; at
	// most MaxCandidates. Where none is likely enough, Value is empty.
	Candidates []Candidate `json:"candidates,omitempty"`
	// Features name what decided for Value, the weightiest first; at most
	// MaxFeatures.
	Features []string `json:"features,omitempty"`
}

// AsRead is the value as the document has it.
func (f Field) AsRead() string { return cmp.Or(f.Read, f.Value) }

// Candidate is one of the values that a field could have.
type Candidate struct {
	Value    string   `json:"value"`
	Evidence Evidence `json:"evidence"`
	// Probability that it is the right one, in [0, 1].
	Probability float64 `json:"probability"`
}

// How much of a choice a Field tells.
const (
	MaxCandidates = 5
	MaxFeatures   = 3
)

// Evidence is the place that a field was read from.
type Evidence struct {
	// Text is literally what stands there.
	Text string `json:"text"`
	// Page counts from 1; 0 when the place has none (metadata).
	Page int `json:"page,omitempty"`
	// Box is [x, y, width, height] in fractions of the upright page's width
	// and height, from its top left corner; nil when the place has none.
	Box []float64 `json:"box,omitempty"`
}

// Method says how a file was read.
type Method = documents.Method

// The methods of reading.
const (
	MethodOCR  = documents.MethodOCR
	MethodText = documents.MethodText
	MethodEXIF = documents.MethodEXIF
	MethodNone = documents.MethodNone
	// MethodVision: a model looked at a picture that could not be read. What it
	// saw is for a person to check.
	MethodVision Method = "vision"
)

// Read says how much of a file was read and how well.
type Read struct {
	Pages      documents.Pages `json:"pages"`
	Method     Method          `json:"method"`
	Confidence float64         `json:"confidence"` // in [0, 1]; of the OCR, else 1
	// Model was asked about the file; empty: none was.
	Model string `json:"model,omitempty"`
}

// Status says what is to be done with an item.
type Status string

// The statuses of an item. Only ready ones are applied.
const (
	StatusReady  Status = "ready"
	StatusReview Status = "review"
	StatusSkip   Status = "skip"
)

// Count says how many items have the status s.
func (p Plan) Count(s Status) int {
	n := 0
	for _, it := range p.Items {
		if it.Status == s {
			n++
		}
	}
	return n
}

// Digest is the hash of all that an approval of p covers: its roots and, for
// every item, from where, to where, which file and whether at all.
func (p Plan) Digest() string {
	type step struct {
		From     string   `json:"from"`
		To       string   `json:"to"`
		Identity Identity `json:"identity"`
		Status   Status   `json:"status"`
	}
	steps := make([]step, len(p.Items))
	for i, it := range p.Items {
		steps[i] = step{it.From, it.To, it.Identity, it.Status}
	}
	h := sha256.New()
	// Plain values always encode. The names are those of the first version: with others
	// every plan on record would count as edited.
	_ = json.NewEncoder(h).Encode(struct {
		Version int      `json:"version"`
		ID      string   `json:"id"`
		Roots   []string `json:"roots"`
		Steps   []step   `json:"deeds"`
	}{p.Version, p.ID, p.Roots, steps})
	return "sha256:" + hex.EncodeToString(h.Sum(nil))
}

// ProposeRequest asks triage_propose for a plan.
type ProposeRequest struct {
	Paths []string `json:"paths"`
	// Into is the folder that files go to, Like one whose names are followed, Template
	// how files are named, Only which are meant, and Wish all that in words; each may
	// be empty.
	Into     string `json:"into,omitempty"`
	Like     string `json:"like,omitempty"`
	Template string `json:"template,omitempty"`
	Only     string `json:"only,omitempty"`
	Wish     string `json:"wish,omitempty"`
}

// ApplyRequest asks triage_apply to carry out a plan.
type ApplyRequest struct {
	PlanID   string `json:"plan_id"`
	DryRun   bool   `json:"dry_run,omitempty"`
	PlanHash string `json:"plan_hash,omitempty"`
}

// Receipt says what a batch did, counted from the disk after it.
type Receipt = files.Receipt

// Failure is a file that was not done, and why.
type Failure = files.Failure

// BatchState says where a batch stands.
type BatchState = files.BatchState

// The states of a batch.
const (
	BatchDone        = files.BatchDone
	BatchStopped     = files.BatchStopped
	BatchInterrupted = files.BatchInterrupted
	BatchUndone      = files.BatchUndone
	BatchDamaged     = files.BatchDamaged
)
