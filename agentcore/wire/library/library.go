package library

import "github.com/deskhand/deskhand/agentcore/wire"

// A SearchRequest asks for documents. Query is what a person would type; what it
// says besides words, such as "over 50 euros", is read as filters.
type SearchRequest struct {
	Query string `json:"query"`
	Limit int    `json:"limit,omitempty"`
}

// Hit is a document that was found.
type Hit struct {
	Path string `json:"path"`
	// Page and Line are where the words stand; Marks are the words in Line, from and
	// to, in characters.
	Page     int      `json:"page,omitempty"`
	Line     string   `json:"line,omitempty"`
	Marks    [][2]int `json:"marks,omitempty"`
	Date     string   `json:"date,omitempty"`
	From     string   `json:"from,omitempty"`
	Kind     string   `json:"kind,omitempty"`
	Amount   string   `json:"amount,omitempty"`
	Currency string   `json:"currency,omitempty"`
	Gone     bool     `json:"gone,omitempty"`  // it is not there any more
	Stale    bool     `json:"stale,omitempty"` // it was edited, and is shown as it was read
}

// Found is the result of a search.
type Found struct {
	Hits []Hit `json:"hits"`
	// Documents is how many are in the library.
	Documents int `json:"documents"`
}

// Reduced returns the first hits.
func (f Found) Reduced(rows int) any {
	f.Hits = wire.First(f.Hits, rows)
	return f
}

// Row is a document in a table: of what is not known, nothing.
type Row struct {
	Date     string   `json:"date"`
	From     string   `json:"from"`
	Kind     string   `json:"kind"`
	Number   string   `json:"number"`
	Amount   string   `json:"amount"` // 1234.50
	Currency string   `json:"currency"`
	Category string   `json:"category"`
	File     string   `json:"file"`
	Page     int      `json:"page,omitempty"`
	Doubtful []string `json:"doubtful,omitempty"` // columns that are less than sure
	// Stale reports that the file may no longer be as it was read, and could not be
	// read again: the row is in no sum.
	Stale bool `json:"stale,omitempty"`
}

// Sum is what amounts of one currency come to: of Key, or of all rows.
type Sum struct {
	Key      string `json:"key,omitempty"`
	Currency string `json:"currency"`
	Amount   string `json:"amount"`
	Count    int    `json:"count"`
}

// Table is the result of a table: rows and what they come to, by currency.
type Table struct {
	Rows []Row `json:"rows"`
	Sums []Sum `json:"sums"`
	// Total is how many rows there are, NoAmount how many of them have none, and
	// NoCurrency how many have one that is in no sum, since its currency is not known.
	Total      int `json:"total"`
	NoAmount   int `json:"no_amount"`
	NoCurrency int `json:"no_currency"`
	// Stale is how many rows are in no sum, since their files changed and could not be
	// read again. Gone are files that are no longer where they were; they have no row.
	Stale int      `json:"stale,omitempty"`
	Gone  []string `json:"gone,omitempty"`
	// Documents is how many are in the library.
	Documents int `json:"documents"`
	// Outside are the folders of the call that are not in the library, or not all of
	// them: what is in them may be in no row.
	Outside []string `json:"outside,omitempty"`
}

// Reduced returns the first rows; the sums are of all.
func (t Table) Reduced(rows int) any {
	t.Rows, t.Sums = wire.First(t.Rows, rows), wire.First(t.Sums, rows)
	t.Gone = wire.First(t.Gone, rows)
	return t
}
