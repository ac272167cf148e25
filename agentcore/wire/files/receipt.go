package files

import (
	"cmp"
	"fmt"
)

// Receipt says what a batch did, counted from the disk after it.
type Receipt struct {
	Batch string `json:"batch"`
	// FilesIn and FilesOut count the files that were looked at, before and
	// after: they are equal unless somebody else took one away.
	FilesIn  int `json:"files_in"`
	FilesOut int `json:"files_out"`
	Moved    int `json:"moved"`
	Skipped  int `json:"skipped"`
	Failed   int `json:"failed"`
	// ContentsChanged counts files whose size or time of change (or hash,
	// where data was copied) is not what it was.
	ContentsChanged int  `json:"contents_changed"`
	Stopped         bool `json:"stopped"`
	// Undo is the command that takes it back; empty where nothing moved.
	Undo string `json:"undo"`
	// Failures are the files that were not done against what was asked for; those
	// that were not tried because the batch was stopped are not among them. A
	// journal keeps them with the files' own steps.
	Failures []Failure `json:"failures,omitempty" jsonschema_description:"what was asked for and not done"`
}

// Plus adds the counts of another page of the same batch.
func (r Receipt) Plus(o Receipt) Receipt {
	o.FilesIn += r.FilesIn
	o.FilesOut += r.FilesOut
	o.Moved += r.Moved
	o.Skipped += r.Skipped
	o.Failed += r.Failed
	o.ContentsChanged += r.ContentsChanged
	o.Stopped = o.Stopped || r.Stopped
	o.Undo = cmp.Or(o.Undo, r.Undo)
	return o
}

// Sentence is the receipt in one line for a person.
func (r Receipt) Sentence() string {
	return fmt.Sprintf("%d in · %d out · %d contents changed", r.FilesIn, r.FilesOut, r.ContentsChanged)
}

// Reduced keeps all of r.
func (r Receipt) Reduced(int) any { return r }

// counts reduces a receipt to its counts; nil stays nil.
func counts(r *Receipt) *Receipt {
	if r == nil {
		return nil
	}
	kept := *r
	kept.Undo, kept.Failures = "", nil
	return &kept
}
