package plan

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"path/filepath"

	"github.com/deskhand/deskhand/agentcore/filename"
	"github.com/deskhand/deskhand/agentcore/lists"
	"github.com/deskhand/deskhand/agentcore/wire/documents"
	"github.com/deskhand/deskhand/agentcore/wire/files"
)

// Version is the version of the plan format that this program writes.
const Version = 1

// Plan is what is proposed for each file that was looked at.
type Plan struct {
	Version int    `json:"version"`
	ID      string `json:"id"`
	// Roots are what the user named or dropped: absolute paths.
	Roots []string `json:"roots"`
	// Model names the models that were asked about the files, comma-separated; "rules" if
	// none was.
	Model string `json:"model,omitempty"`
	// Template is the template of the names, Into the target folder; empty means the
	// usual one, and where the files are.
	Template string `json:"template,omitempty"`
	Into     string `json:"into,omitempty"`
	// Like is the folder whose naming is followed; empty means none.
	Like string `json:"like,omitempty"`
	// Wish is the request in words, Only the condition of the files that are meant, as in
	// a rule; empty means all.
	Wish string `json:"wish,omitempty"`
	Only string `json:"only,omitempty"`
	// NewInto reports that Into does not exist yet and is created, NewFolders the same of
	// other folders.
	NewInto    bool `json:"new_into,omitempty"`
	NewFolders bool `json:"new_folders,omitempty"`
	// Deeper is how many files are in subfolders that were not read.
	Deeper int `json:"deeper,omitempty"`
	// Unread is how many files were left for later, because only the first ones were
	// requested.
	Unread int `json:"unread,omitempty"`
	// Hash is Digest of the plan as proposed: an edited copy no longer matches the
	// recorded one.
	Hash  string `json:"hash"`
	Items []Item `json:"items"`
}

// Item is one regular file. An item that keeps its name has To equal to From.
type Item struct {
	From     string   `json:"from"` // absolute path
	To       string   `json:"to"`   // absolute path
	Identity Identity `json:"identity"`
	// Reasons say why this name, or why none: first what the name is based on, then what
	// needs review.
	Reasons []Reason `json:"reasons,omitempty"`
	// Confidence is in [0, 1]: the probability that the measured fields in the name, its
	// date and issuer, are all right.
	Confidence float64 `json:"confidence"`
	// Fields by name: see Specs.
	Fields map[string]Field `json:"fields"`
	Read   Read             `json:"read"`
	Status Status           `json:"status"`
	// Marks distinguish the sender from others, such as its VAT id.
	Marks []string `json:"marks,omitempty"`
	// Template replaces the plan's for this file; empty means the plan's.
	Template string `json:"template,omitempty"`
	// Proposed is what was proposed before the user changed it; nil if unchanged.
	Proposed *Proposed `json:"proposed,omitempty"`
	// Notes are what the user should know before approving; may be empty.
	Notes []Reason `json:"notes,omitempty"`
}

// Proposed is the proposal before the user's changes.
type Proposed struct {
	To string `json:"to"`
	// Issuer and Kind are the fields of these names.
	Issuer Field `json:"issuer"`
	Kind   Field `json:"kind"`
}

// Target returns the new name with the folders that lead to it from where the file is;
// the whole path if it goes elsewhere.
func (it Item) Target() string {
	if rel, inside := filename.Inside(filepath.Dir(it.From), it.To); inside {
		return rel
	}
	return it.To
}

// Identity distinguishes one file from another, and an edited file from an untouched one.
type Identity = files.Identity

// Field is one fact about a file, or one that the user is asked for. Its value is in the
// text, or it is missing; but what a model saw in an otherwise unreadable picture has no
// text as evidence, and a doubt.
type Field struct {
	Value    string   `json:"value"`
	Evidence Evidence `json:"evidence"`
	// Read is the value in the document, if Value is the user's word for it; else empty.
	Read string `json:"read,omitempty"`
	// Confidence is in [0, 1].
	Confidence float64 `json:"confidence,omitempty"`
	// Said reports that the user set this value.
	Said bool `json:"said,omitempty"`
	// Doubts are what is uncertain about it; may be empty.
	Doubts []Reason `json:"doubts,omitempty"`
	// Candidates are the possible values, likeliest first, Value among them; at most
	// MaxCandidates. If none is likely enough, Value is empty.
	Candidates []Candidate `json:"candidates,omitempty"`
	// Features are the reasons for Value, weightiest first; at most MaxFeatures.
	Features []string `json:"features,omitempty"`
}

// AsRead returns the value as in the document.
func (f Field) AsRead() string { return cmp.Or(f.Read, f.Value) }

// Candidate is one possible value of a field.
type Candidate struct {
	Value    string   `json:"value"`
	Evidence Evidence `json:"evidence"`
	// Probability that it is the right one, in [0, 1].
	Probability float64 `json:"probability"`
}

// The limits of a Field's lists.
const (
	MaxCandidates = 5
	MaxFeatures   = 3
)

// Evidence is the place that a field was read from.
type Evidence struct {
	// Text is the literal text there.
	Text string `json:"text"`
	// Page counts from 1; 0 if the place has none (metadata).
	Page int `json:"page,omitempty"`
	// Box is [x, y, width, height] in fractions of the upright page's width and height,
	// from its top left corner; nil if the place has none.
	Box []float64 `json:"box,omitempty"`
}

// Method is how a file was read.
type Method = documents.Method

// The methods of reading.
const (
	MethodOCR  = documents.MethodOCR
	MethodText = documents.MethodText
	MethodEXIF = documents.MethodEXIF
	MethodNone = documents.MethodNone
	// MethodVision: a model looked at a picture that could not be read. What it saw needs
	// review.
	MethodVision Method = "vision"
)

// Read is how much of a file was read and how well.
type Read struct {
	Pages      documents.Pages `json:"pages"`
	Method     Method          `json:"method"`
	Confidence float64         `json:"confidence"` // in [0, 1]; of the OCR, else 1
	// Model was asked about the file; empty if none was.
	Model string `json:"model,omitempty"`
}

// Status is what is to be done with an item.
type Status string

// The statuses of an item. Only ready ones are applied.
const (
	StatusReady  Status = "ready"
	StatusReview Status = "review"
	StatusSkip   Status = "skip"
)

// Count returns how many items have the status s.
func (p Plan) Count(s Status) int {
	return lists.Count(p.Items, func(it Item) bool { return it.Status == s })
}

// Digest hashes all that an approval of p covers: its roots and, for every item, source,
// target, file identity and status.
func (p Plan) Digest() string {
	type step struct {
		From     string   `json:"from"`
		To       string   `json:"to"`
		Identity Identity `json:"identity"`
		Status   Status   `json:"status"`
	}
	steps := lists.Map(p.Items, func(it Item) step { return step{it.From, it.To, it.Identity, it.Status} })
	h := sha256.New()
	// Cannot fail: plain values. The names are those of version 1; otherwise every
	// recorded plan would count as edited.
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
	// Into is the target folder, Like one whose naming is followed, Template the template
	// of the names, Only the condition of the files, and Wish all that in words; each may
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

// Receipt is what a batch did, counted from the disk afterwards.
type Receipt = files.Receipt

// Failure is a file that was not done, and why.
type Failure = files.Failure

// BatchState is the state of a batch.
type BatchState = files.BatchState

// The states of a batch.
const (
	BatchDone        = files.BatchDone
	BatchStopped     = files.BatchStopped
	BatchInterrupted = files.BatchInterrupted
	BatchUndone      = files.BatchUndone
	BatchDamaged     = files.BatchDamaged
)
