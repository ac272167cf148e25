package documents

import "strings"

// Kind is what a file holds, by its content.
type Kind string

// The kinds.
const (
	KindImage Kind = "image"
	KindPDF   Kind = "pdf"
	KindDocx  Kind = "docx"
	KindText  Kind = "text"
	KindOther Kind = "other"
)

// The methods of reading.
const (
	MethodOCR  = "ocr"
	MethodText = "text"
	MethodEXIF = "exif"
	MethodNone = "none"
)

// Result is what the tool read answers. Boxes are x, y, width and height as
// fractions of the upright page.
type Result struct {
	Path        string     `json:"path" jsonschema:"the file"`
	Kind        Kind       `json:"kind" jsonschema:"image, pdf, docx, text or other, by the content"`
	MIME        string     `json:"mime" jsonschema:"MIME type by the content"`
	ExtensionOK bool       `json:"extension_ok" jsonschema:"whether content and extension agree"`
	Empty       bool       `json:"empty" jsonschema:"the file has no bytes"`
	Broken      bool       `json:"broken" jsonschema:"the file is damaged"`
	PagesTotal  int        `json:"pages_total" jsonschema:"pages of the document"`
	Pages       string     `json:"pages" jsonschema:"what was read, such as 1-3 of 18"`
	Method      string     `json:"method" jsonschema:"ocr, text, exif or none"`
	Confidence  float64    `json:"confidence" jsonschema:"how sure the text is, 0 to 1"`
	Text        string     `json:"text" jsonschema:"the text of the pages that were read"`
	Lines       []Line     `json:"lines" jsonschema:"the lines of the text"`
	Words       []Word     `json:"words" jsonschema:"the words that have a place on a page"`
	PageSizes   []PageSize `json:"page_sizes" jsonschema:"the upright pages that were read"`
	Rotation    int        `json:"rotation" jsonschema:"degrees clockwise that the first page was turned to be upright, after what the file itself says"`
	EXIF        *EXIF      `json:"exif,omitempty" jsonschema:"what the camera wrote"`
	Meta        *Meta      `json:"meta,omitempty" jsonschema:"what the document says of itself"`
	Truncated   bool       `json:"truncated" jsonschema:"the document has more than is in this result"`
	Note        string     `json:"note" jsonschema:"what a person should know"`
}

// Line is one line of text. A line of a text file has no box.
type Line struct {
	Page       int         `json:"page"`
	Text       string      `json:"text"`
	Box        *[4]float64 `json:"box"`
	Confidence float64     `json:"confidence"`
	// Size is the line's height as a fraction of the page's; 0 without a box.
	Size float64 `json:"size"`
}

// Word is one word; Line is the index of its line in Result.Lines.
type Word struct {
	Page       int        `json:"page"`
	Line       int        `json:"line"`
	Text       string     `json:"text"`
	Box        [4]float64 `json:"box"`
	Confidence float64    `json:"confidence"`
}

// PageSize is the size of an upright page: pixels of a picture, points of a
// PDF.
type PageSize struct {
	Page   int     `json:"page"`
	Width  float64 `json:"width"`
	Height float64 `json:"height"`
}

// EXIF is what a camera wrote into a picture.
type EXIF struct {
	Date     string `json:"date,omitempty"`
	Make     string `json:"make,omitempty"`
	Model    string `json:"model,omitempty"`
	Software string `json:"software,omitempty"`
}

// Meta is what a document says of itself.
type Meta struct {
	Title    string `json:"title,omitempty"`
	Author   string `json:"author,omitempty"`
	Created  string `json:"created,omitempty"`
	Modified string `json:"modified,omitempty"`
}

// The caps of one result, so that it stays a message of a few megabytes.
const (
	maxLines = 10_000
	maxWords = 20_000
	maxText  = 1 << 20 // bytes
)

// addPage appends a page that was read.
func (r *Result) addPage(number int, page pageText) {
	r.PageSizes = append(r.PageSizes, PageSize{number, page.width, page.height})
	for i, line := range page.Lines() {
		if len(r.Lines) >= maxLines || len(r.Words)+line.Last-line.First > maxWords || len(r.Text) > maxText {
			r.Truncated = true
			return
		}
		if r.Text != "" && (i == 0 || line.Block != page.Words[line.First-1].Block) {
			r.Text += "\n" // an empty line between blocks and pages
		}
		r.Text += line.Text + "\n"
		box := page.Fractions(line.Box)
		index := len(r.Lines)
		r.Lines = append(r.Lines, Line{number, line.Text, &box, round2(line.Confidence), box[3]})
		for _, word := range page.Words[line.First:line.Last] {
			r.Words = append(r.Words, Word{number, index, word.Text, page.Fractions(word.Box), round2(word.Confidence)})
		}
	}
}

// addLines sets the text to lines that have no place.
func (r *Result) addLines(lines []string) {
	for _, line := range lines {
		if len(r.Lines) >= maxLines {
			r.Truncated = true
			break
		}
		r.Lines = append(r.Lines, Line{Page: 1, Text: line, Confidence: 1})
	}
	r.Text = strings.Join(lines[:len(r.Lines)], "\n")
}

// round2 keeps two decimals of a number between 0 and 1.
func round2(f float64) float64 { return float64(int(f*100+0.5)) / 100 }
