package plan

import "path/filepath"

// Summary is the part of a plan that a conversation keeps. The whole plan is recorded
// under its id.
type Summary struct {
	ID string `json:"id"`
	// Files is how many were looked at; Ready, Review and Skip count them by status.
	Files  int `json:"files"`
	Ready  int `json:"ready"`
	Review int `json:"review"`
	Skip   int `json:"skip"`
	// Moves counts the ready files that only change folders.
	Moves int `json:"moves,omitempty"`
	// Deeper is how many files are in subfolders that were not read.
	Deeper int `json:"deeper,omitempty"`
	// Items are the first of the plan.
	Items []SummaryItem `json:"items"`
}

// SummaryItem is one file of a Summary: its name without its folder, and Target.
type SummaryItem struct {
	From   string `json:"from"`
	To     string `json:"to"`
	Status Status `json:"status"`
	// Reasons are those of a file that keeps its name.
	Reasons []Reason `json:"reasons,omitempty"`
	// The fields of the file, as far as known.
	Kind     string `json:"kind,omitempty"`
	Issuer   string `json:"issuer,omitempty"`
	Date     string `json:"date,omitempty"`
	Amount   string `json:"amount,omitempty"`
	Currency string `json:"currency,omitempty"`
}

// Summary returns the counts of p and its first items, at most rows.
func (p Plan) Summary(rows int) Summary {
	s := Summary{
		ID: p.ID, Files: len(p.Items), Items: []SummaryItem{},
		Ready: p.Count(StatusReady), Review: p.Count(StatusReview), Skip: p.Count(StatusSkip), Deeper: p.Deeper,
	}
	for _, it := range p.Items {
		if it.Status == StatusReady && it.To != it.From && filepath.Base(it.To) == filepath.Base(it.From) {
			s.Moves++
		}
	}
	for _, it := range p.Items[:min(rows, len(p.Items))] {
		item := SummaryItem{
			From: filepath.Base(it.From), To: it.Target(), Status: it.Status,
			Kind: it.Fields[FieldKind].Value, Issuer: it.Fields[FieldIssuer].Value, Date: it.Fields[FieldDate].Value,
			Amount: it.Fields[FieldAmount].Value, Currency: it.Fields[FieldCurrency].Value,
		}
		if it.To == it.From {
			item.Reasons = it.Reasons
		}
		s.Items = append(s.Items, item)
	}
	return s
}

// Reduced returns Summary, for a result that a conversation keeps.
func (p Plan) Reduced(rows int) any { return p.Summary(rows) }
