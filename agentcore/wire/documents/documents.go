package documents

// Opening is what a conversation keeps of a file that was read: how it was read
// and how it begins.
type Opening struct {
	Path       string  `json:"path"`
	Empty      bool    `json:"empty"`
	Broken     bool    `json:"broken"`
	Pages      string  `json:"pages"` // "1-3 of 18"
	Method     string  `json:"method"`
	Confidence float64 `json:"confidence"` // in [0, 1]
	Text       string  `json:"text"`
	Truncated  bool    `json:"truncated"`
	Note       string  `json:"note"`
}

// The methods of reading that take text from a file.
const (
	MethodOCR  = "ocr"
	MethodText = "text"
)

// rowRunes is how much of the text stands for a row of a list.
const rowRunes = 30

// Reduced keeps the beginning of the text.
func (o Opening) Reduced(rows int) any {
	if runes := []rune(o.Text); len(runes) > rows*rowRunes {
		o.Text, o.Truncated = string(runes[:rows*rowRunes]), true
	}
	return o
}
