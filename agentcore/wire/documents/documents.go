package documents

// Kind is what a file holds, by its content.
type Kind string

// The kinds.
const (
	KindImage Kind = "image"
	KindPDF   Kind = "pdf"
	KindDocx  Kind = "docx"
	KindText  Kind = "text"
	KindOther Kind = "other"

	KindPage   Kind = "page"   // a page of the web
	KindMail   Kind = "mail"   // a message as it was sent
	KindSheet  Kind = "sheet"  // tables: xlsx, ods, csv
	KindSlides Kind = "slides" // pptx, odp
	KindData   Kind = "data"   // an e-invoice that is nothing but data
	KindFilm   Kind = "film"
	KindSound  Kind = "sound" // of which only what is written into it is read

	KindArchive Kind = "archive" // of which only the names of its files are read
)

// Role is what a line is, where the file tells. Most lines have none.
type Role string

// The roles.
const (
	RoleTitle   Role = "title"   // of the whole document
	RoleHeading Role = "heading" // of a part of it
	RoleRow     Role = "row"     // of a table; Line.Cells has its cells
	RoleHeader  Role = "header"  // a field of a mail's header, such as "From: Ada"
	RoleMargin  Role = "margin"  // repeated at the top or the bottom of each page
	RoleQuote   Role = "quote"   // of an earlier mail
	RoleFile    Role = "file"    // the name of an attachment
	RoleLogo    Role = "logo"    // read by OCR from what is drawn on a page that has a text
)

// Source is what facts were taken from.
type Source string

// The sources.
const (
	SourceInvoice Source = "e-invoice" // UBL or CII, alone or inside a PDF
	SourceMail    Source = "mail"      // the header of a mail
)

// Facts are what a file says as data, for programs to read. They are as true as
// the file: somebody wrote them. What is not known is empty.
type Facts struct {
	Source    Source `json:"source"`
	Sender    string `json:"sender,omitempty"`    // the seller of an invoice, the writer of a mail
	Address   string `json:"address,omitempty"`   // the sender's mail address
	Recipient string `json:"recipient,omitempty"` // the buyer, or whom a mail is to
	Date      string `json:"date,omitempty"`      // 2006-01-02
	Due       string `json:"due,omitempty"`       // 2006-01-02
	Number    string `json:"number,omitempty"`
	Amount    string `json:"amount,omitempty"`   // to pay or paid in all, such as -12.50
	Currency  string `json:"currency,omitempty"` // ISO 4217
	// Type is what an invoice says that it is, by UNTDID 1001, such as 380 for an
	// invoice and 381 for a credit note.
	Type    string `json:"type,omitempty"`
	Subject string `json:"subject,omitempty"` // of a mail
}

// Method says how a file was read.
type Method string

// The methods of reading.
const (
	MethodOCR  Method = "ocr"
	MethodText Method = "text"
	MethodEXIF Method = "exif"
	MethodNone Method = "none"
)

// A ReadRequest asks for the text of a file.
type ReadRequest struct {
	Path      string   `json:"path"`
	Pages     any      `json:"pages,omitempty"` // a string; small models write a number
	Offset    int      `json:"offset,omitempty"`
	Languages []string `json:"languages,omitempty"`
	// Unless is the version of an earlier result: where the new one would be of it
	// too, it says no more than that.
	Unless string `json:"unless,omitempty"`
	// Logos asks for the words that are drawn at the head of the first page of a PDF
	// that has a text, too: their lines are of RoleLogo.
	Logos bool `json:"logos,omitempty"`
}

// A RenderRequest asks for a picture of a page.
type RenderRequest struct {
	Path  string    `json:"path"`
	Page  int       `json:"page,omitempty"`
	Crop  []float64 `json:"crop,omitempty"`
	MaxPx int       `json:"max_px,omitempty"`
	// Words asks where the words of a text were drawn.
	Words bool `json:"words,omitempty"`
}

// What ocr makes.
const (
	AsPDF  = "pdf"
	AsText = "text"
)

// An OCRRequest asks for a file with the text of a scan.
type OCRRequest struct {
	Path      string   `json:"path"`
	As        string   `json:"as,omitempty"` // AsPDF without it
	Languages []string `json:"languages,omitempty"`
}

// Made is the result of ocr.
type Made struct {
	Path  string `json:"path" jsonschema:"the scan"`
	File  string `json:"file,omitempty" jsonschema:"the new file, in a folder of the program's own; none where no page was read"`
	Pages int    `json:"pages" jsonschema:"pages of the document"`
	Read  int    `json:"read" jsonschema:"how many of them were read by OCR; the others have their text"`
	Words int    `json:"words" jsonschema:"how many words were read by OCR"`
	Notes []Note `json:"notes,omitempty" jsonschema:"why something could not be read"`
}

// Reading is the result of read. Boxes are x, y, width and height as fractions
// of the upright page, from its top left corner.
type Reading struct {
	Path        string     `json:"path" jsonschema:"the file"`
	Kind        Kind       `json:"kind" jsonschema:"image, pdf, docx, page, mail, sheet, slides, data, film, sound, archive, text or other, by the content"`
	MIME        string     `json:"mime" jsonschema:"MIME type by the content"`
	ExtensionOK bool       `json:"extension_ok" jsonschema:"whether content and extension agree"`
	Empty       bool       `json:"empty" jsonschema:"the file has no bytes"`
	Broken      bool       `json:"broken" jsonschema:"the file is damaged"`
	PagesTotal  int        `json:"pages_total" jsonschema:"pages of the document"`
	Pages       Pages      `json:"pages" jsonschema:"what was read, such as 1-3 of 18"`
	Method      Method     `json:"method" jsonschema:"ocr, text, exif or none"`
	Confidence  float64    `json:"confidence" jsonschema:"how sure the text is, 0 to 1"`
	Text        string     `json:"text" jsonschema:"the text of the pages that were read"`
	Lines       []Line     `json:"lines" jsonschema:"the lines of the text"`
	Words       []Word     `json:"words" jsonschema:"the words that have a place on a page"`
	PageSizes   []PageSize `json:"page_sizes" jsonschema:"the upright pages that were read"`
	Rotation    int        `json:"rotation" jsonschema:"degrees clockwise that the first page was turned to be upright, after what the file itself says"`
	EXIF        *EXIF      `json:"exif,omitempty" jsonschema:"what the camera wrote"`
	Meta        *Meta      `json:"meta,omitempty" jsonschema:"what the document says of itself"`
	Facts       *Facts     `json:"facts,omitempty" jsonschema:"what the file says as data, such as the seller in an e-invoice"`
	Truncated   bool       `json:"truncated" jsonschema:"the document has more than is in this result"`
	SHA256      string     `json:"sha256,omitempty" jsonschema:"of the contents, where they were read"`
	Version     string     `json:"version,omitempty" jsonschema:"stands for the contents and for how they were read; none where the next read may go better"`
	Unchanged   bool       `json:"unchanged,omitempty" jsonschema:"the result is of the version in unless, and left out"`
	Note        string     `json:"note" jsonschema:"what a person should know"`
	Notes       []Note     `json:"notes,omitempty" jsonschema:"the same for programs"`
}

// Line is one line of text. A line of a text file has no box.
type Line struct {
	Page       int         `json:"page"`
	Text       string      `json:"text"`
	Box        *[4]float64 `json:"box"`
	Confidence float64     `json:"confidence"`
	// Size is the line's height as a fraction of the page's; 0 without a box.
	Size float64 `json:"size"`
	Role Role    `json:"role,omitempty"`
	// Cells are those of a row; Text has them with tabs between.
	Cells []string `json:"cells,omitempty"`
}

// Word is one word; Line is the index of its line in Reading.Lines.
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

// Rendering is the result of render, besides the picture.
type Rendering struct {
	Width    int `json:"width" jsonschema:"pixels"`
	Height   int `json:"height" jsonschema:"pixels"`
	Pages    int `json:"pages" jsonschema:"pages of the document"`
	Rotation int `json:"rotation" jsonschema:"degrees clockwise that the page was turned to be upright"`
	// Words are those of a text, which has no places of its own.
	Words []Word `json:"words,omitempty" jsonschema:"where the words of a text were drawn, if that was asked for"`
}

// Status is the result of status.
type Status struct {
	OCR       string   `json:"ocr" jsonschema:"tesseract library, tesseract program, built in or none"`
	Version   string   `json:"version,omitempty" jsonschema:"version of tesseract"`
	Languages []string `json:"languages" jsonschema:"languages of text in pictures"`
	Turned    bool     `json:"turned" jsonschema:"whether pages that lie on a side are told at once"`
	PDF       bool     `json:"pdf" jsonschema:"whether PDF files are read"`
	// Confined says that whatever parses a file can open no other, and no
	// connection.
	Confined bool   `json:"confined" jsonschema:"whether files are read where nothing else can be opened"`
	Advice   string `json:"advice" jsonschema:"what to install, if anything"`
}

// Opening is what a conversation keeps of a Reading: how the file was read and
// how it begins.
type Opening struct {
	Path       string  `json:"path"`
	Empty      bool    `json:"empty"`
	Broken     bool    `json:"broken"`
	Pages      Pages   `json:"pages"`
	Method     Method  `json:"method"`
	Confidence float64 `json:"confidence"`
	Text       string  `json:"text"`
	Truncated  bool    `json:"truncated"` // there is more text
	Notes      []Note  `json:"notes,omitempty"`
}

// rowRunes is how much of the text stands for a row of a list.
const rowRunes = 30

// Reduced returns an Opening.
func (r Reading) Reduced(rows int) any {
	o := Opening{
		Path: r.Path, Empty: r.Empty, Broken: r.Broken, Pages: r.Pages, Method: r.Method, Confidence: r.Confidence,
		Text: r.Text, Truncated: r.Truncated, Notes: r.Notes,
	}
	if runes := []rune(o.Text); len(runes) > rows*rowRunes {
		o.Text, o.Truncated = string(runes[:rows*rowRunes]), true
	}
	return o
}
