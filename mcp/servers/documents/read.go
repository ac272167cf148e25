package documents

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/deskhand/deskhand/agentcore/chat"
	wire "github.com/deskhand/deskhand/agentcore/wire/documents"
	"github.com/deskhand/deskhand/mcp/servers/call"
	"github.com/deskhand/deskhand/mcp/servers/documents/decode"
	"github.com/deskhand/deskhand/mcp/servers/documents/engine"
	"github.com/deskhand/deskhand/mcp/servers/documents/format"
	"github.com/deskhand/deskhand/mcp/servers/documents/pdf"
	"github.com/deskhand/deskhand/mcp/servers/documents/picture"
	"github.com/deskhand/deskhand/mcp/servers/documents/worker"
	"github.com/deskhand/deskhand/mcp/servers/fault"
	"github.com/deskhand/deskhand/mcp/servers/files/folders"
)

func (s *service) readTool(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var args wire.ReadRequest
	if err := request.BindArguments(&args); err != nil || args.Path == "" {
		return call.Failed(call.BadArguments(args.Path, "The tool read needs a path, and may have pages, offset and languages.")), nil
	}
	reading := reading{service: s, languages: args.Languages, unless: args.Unless, logos: args.Logos, result: newResult(args.Path)}
	if args.Pages != nil {
		reading.pages = fmt.Sprint(args.Pages)
	}
	if failed := reading.run(ctx, request); failed != nil {
		return call.Failed(*failed), nil
	}
	if length := utf8.RuneCountInString(reading.result.Text); args.Offset < 0 || args.Offset > 0 && args.Offset >= length {
		return call.Failed(call.BadArguments(args.Path, "The text has %d characters, so it cannot be read from %d on.", length, args.Offset)), nil
	}
	return mcp.NewToolResultStructured(reading.result.Reading, words(reading.result, args.Offset)), nil
}

// newResult returns an empty result. Its lists are never null.
func newResult(path string) *result {
	return &result{wire.Reading{
		Path: path, Kind: wire.KindOther, MIME: decode.Binary, ExtensionOK: true, Method: wire.MethodNone,
		Lines: []wire.Line{}, Words: []wire.Word{}, PageSizes: []wire.PageSize{},
	}}
}

// reading is one call of the tool read. One goroutine uses it.
type reading struct {
	service   *service
	pages     string
	languages []string
	unless    string // the version that the caller has
	logos     bool   // read as well
	progress  *pulse
	result    *result
}

// run reads the file. A file that is empty, damaged or of no known kind is a
// result, with a note; a failure is a call that cannot be answered.
func (r *reading) run(ctx context.Context, request mcp.CallToolRequest) *chat.Failure {
	result := r.result
	data, err := r.service.reader.Read(request, result.Path, maxFile)
	if errors.Is(err, folders.ErrTooLarge) {
		result.note(wire.NoteTooLarge, strconv.Itoa(maxFile>>20))
		return nil
	}
	if err != nil {
		return fault.Of(err, result.Path)
	}
	if len(data) == 0 {
		result.Empty, result.MIME = true, "inode/x-empty"
		result.note(wire.NoteEmpty)
		return nil
	}
	r.progress = startPulse(call.ProgressOf(ctx, request), r.service.pulse)
	defer r.progress.stop()
	sum := engine.KeyOf(data)
	key := r.key(sum)
	defer func() { result.SHA256 = sum }() // what is recalled may be of an earlier version
	if r.isOf(r.unless, key) {
		result.Version, result.Unchanged = r.unless, true
		return nil
	}
	if r.recall(key) {
		r.progress.tell(1, 1, "done")
		return nil
	}
	failed := r.open(ctx, data, sum)
	if failed == nil {
		r.keep(key)
	}
	return failed
}

// open has a process open the file, whose hash is sum, and reads what is in it.
func (r *reading) open(ctx context.Context, data []byte, sum string) *chat.Failure {
	result := r.result
	file, err := r.service.files.Open(ctx, filepath.Base(result.Path), data)
	if file.MIME != "" {
		result.Kind, result.MIME, result.ExtensionOK = file.Kind, file.MIME, file.ExtensionOK
	}
	if err != nil {
		return r.unread(ctx, err)
	}
	defer file.Close()
	file.Sum = sum
	switch {
	case file.Content != nil:
		return r.structured(*file.Content)
	case file.Kind == wire.KindOther:
		result.note(wire.NoteFormat, file.MIME, decode.Name(file.MIME))
		return nil
	}
	return r.paged(ctx, paged{file, r.service.engine, r.logos})
}

// structured reads a file that contains its text.
func (r *reading) structured(content format.Content) *chat.Failure {
	total := max(1, content.Pages)
	pages := pageRange{1, total}
	if r.pages != "" {
		var err error
		if pages, err = parsePages(r.pages, total); err != nil {
			failed := r.badPages(total)
			return &failed
		}
	}
	r.result.Method, r.result.Confidence = wire.MethodText, 1
	r.result.PagesTotal, r.result.Pages = total, pages.of(total)
	r.result.Truncated = content.Cut || pages != pageRange{1, total}
	r.result.addLines(content.Lines, pages)
	r.result.setMeta(content.Meta)
	r.result.Facts, r.result.EXIF = content.Facts, content.EXIF
	r.named()
	return nil
}

// named decides whether a file without text can be named by the date in it; otherwise it
// counts as not read.
func (r *reading) named() {
	switch r.result.Kind {
	case wire.KindFilm:
		if r.result.EXIF != nil && r.result.EXIF.Date != "" {
			r.result.Method = wire.MethodEXIF
			return
		}
	case wire.KindArchive, wire.KindSound:
	default:
		return
	}
	r.result.Method, r.result.Confidence = wire.MethodNone, 0
	r.result.note(wire.NoteFormat, r.result.MIME, decode.Name(r.result.MIME))
}

func (r *reading) badPages(total int) chat.Failure {
	return call.BadArguments(r.result.Path, "The document has pages 1 to %d; pages are given as 2 or 1-3.", total)
}

// paged reads the pages of a picture or a PDF.
func (r *reading) paged(ctx context.Context, file paged) *chat.Failure {
	if c := file.Camera; c.Date != "" || c.Make != "" || c.Model != "" {
		r.result.EXIF = &wire.EXIF{Date: c.Date, Make: c.Make, Model: c.Model, Software: c.Software}
	}
	r.result.setMeta(file.Meta)
	r.result.Facts = file.Facts
	total := file.Pages
	r.result.PagesTotal = total
	if total < 1 {
		return r.unread(ctx, fmt.Errorf("%w: no pages", pdf.ErrBroken))
	}
	pages, err := parsePages(r.pages, total)
	if err != nil {
		failed := r.badPages(total)
		return &failed
	}
	return r.each(ctx, file, pages)
}

// each reads the pages one after the other; a cancelled call stops between
// two of them, or in one.
func (r *reading) each(ctx context.Context, file paged, pages pageRange) *chat.Failure {
	var sure, weight float64
	for page := pages.first; page <= pages.last; page++ {
		r.progress.tell(page-pages.first, pages.last-pages.first+1, fmt.Sprintf("page %d", page))
		text, err := file.text(ctx, page, r.languages)
		if err != nil {
			return r.unread(ctx, err)
		}
		if page == 1 {
			r.result.Rotation = text.turn
		}
		if r.result.Method != wire.MethodOCR {
			r.result.Method = text.method
		}
		r.result.addPage(page, text)
		r.result.Pages = pageRange{pages.first, page}.of(r.result.PagesTotal)
		r.result.Truncated = r.result.Truncated || text.cut
		r.missing(text.missing)
		length := float64(len(text.Words))
		sure, weight = sure+text.Confidence()*length, weight+length
	}
	if weight > 0 {
		r.result.Confidence = round2(sure / weight)
	}
	r.result.Truncated = r.result.Truncated || pages.first > 1 || pages.last < r.result.PagesTotal
	r.progress.tell(pages.last-pages.first+1, pages.last-pages.first+1, "done")
	r.conclude()
	return nil
}

// conclude sets the method and the note of a page without text.
func (r *reading) conclude() {
	if len(r.result.Lines) > 0 || r.result.Kind != wire.KindImage && r.result.Kind != wire.KindPDF {
		return
	}
	r.result.note(wire.NoteNoText)
	if r.result.EXIF != nil && r.result.EXIF.Date != "" {
		r.result.Method, r.result.Confidence = wire.MethodEXIF, 1
	}
}

// missing notes the languages that are not installed.
func (r *reading) missing(languages []string) {
	told := slices.ContainsFunc(r.result.Notes, func(n wire.Note) bool { return n.Code == wire.NoteNoLanguages })
	if len(languages) > 0 && !told {
		r.result.note(wire.NoteNoLanguages, languages...)
	}
}

// unread sorts out why a page was not read: because of the file, of this computer, or
// because the call ended. What was read before is kept.
func (r *reading) unread(ctx context.Context, err error) *chat.Failure {
	result := r.result
	switch {
	case call.Ended(ctx, err):
		failed := call.WasEnded(result.Path)
		return &failed
	case errors.Is(err, engine.ErrNoEngine):
		result.note(wire.NoteNoReader)
	case errors.Is(err, engine.ErrNoLanguage):
		result.note(wire.NoteNoLanguage)
	case errors.Is(err, picture.ErrFormat):
		result.note(wire.NoteFormat, result.MIME, decode.Name(result.MIME))
	case errors.Is(err, pdf.ErrLocked):
		result.note(wire.NoteLocked)
	case errors.Is(err, pdf.ErrUnavailable):
		result.note(wire.NoteNoPDF)
	case errors.Is(err, engine.ErrTimeout):
		result.note(wire.NoteTooSlow)
	case errors.Is(err, worker.ErrTooMuchWork):
		result.note(wire.NoteTooMuchWork)
	case errors.Is(err, worker.ErrTooMuchMemory):
		result.note(wire.NoteTooMuchSpace)
	case errors.Is(err, worker.ErrCrashed):
		result.note(wire.NoteCrashed)
	case errors.Is(err, worker.ErrUnavailable), errors.Is(err, worker.ErrClosed):
		result.note(wire.NoteNoWorker)
	case errors.Is(err, engine.ErrCrashed), errors.Is(err, engine.ErrFailed):
		result.note(wire.NoteOCRFailed)
	default:
		result.damaged(err)
	}
	result.Truncated = true
	if len(result.Lines) == 0 {
		result.Method = wire.MethodNone
		if result.EXIF != nil && result.EXIF.Date != "" {
			result.Method, result.Confidence = wire.MethodEXIF, 1
		}
	}
	return nil
}

// damaged marks the file as broken and says how.
func (r *result) damaged(err error) {
	r.Broken = true
	switch {
	case errors.Is(err, picture.ErrTooLarge):
		r.note(wire.NoteTooManyDots, strconv.Itoa(picture.MaxPixels/1_000_000))
	case errors.Is(err, picture.ErrTooDeep):
		r.note(wire.NoteTooManyDots, strconv.Itoa(picture.MaxDeepPixels/1_000_000))
	case errors.Is(err, format.ErrLocked):
		r.Broken = false
		r.note(wire.NoteLocked)
	case errors.Is(err, format.ErrBomb):
		r.note(wire.NoteBomb)
	default:
		r.note(wire.NoteDamaged)
	}
}

// note adds a note, also to the text for models.
func (r *result) note(code wire.NoteCode, args ...string) {
	r.Notes = append(r.Notes, wire.Note{Code: code, Args: args})
	r.Note = wire.NotesInEnglish(r.Notes)
}

// setMeta sets the metadata unless they are empty.
func (r *result) setMeta(meta wire.Meta) {
	if meta != (wire.Meta{}) {
		r.Meta = &meta
	}
}

// pageChars is how many characters of text a model gets at a time.
const pageChars = 20_000

// words returns the result as text: what the file is, how it was read, and its text from
// offset on.
func words(r *result, offset int) string {
	var b strings.Builder
	fmt.Fprintln(&b, r.Path)
	switch r.Method {
	case wire.MethodOCR:
		fmt.Fprintf(&b, "pages %s by OCR, %.0f %% sure\n", r.Pages, 100*r.Confidence)
	case wire.MethodText:
		fmt.Fprintf(&b, "pages %s, text of the file\n", r.Pages)
	}
	if !r.ExtensionOK {
		fmt.Fprintf(&b, "The name does not fit the content, which is %s.\n", r.MIME)
	}
	if r.EXIF != nil {
		fmt.Fprintf(&b, "photo: %s\n", strings.TrimSpace(r.EXIF.Date+" "+r.EXIF.Make+" "+r.EXIF.Model))
	}
	if r.Meta != nil && r.Meta.Title != "" {
		fmt.Fprintf(&b, "title in the file: %s\n", r.Meta.Title)
	}
	if r.Note != "" {
		fmt.Fprintln(&b, r.Note)
	}
	text := []rune(r.Text)
	from := min(offset, len(text))
	to := min(from+pageChars, len(text))
	fmt.Fprintf(&b, "\n%s", string(text[from:to]))
	if to < len(text) {
		fmt.Fprintf(&b, "\n[%d more characters: read again with offset %d]", len(text)-to, to)
	}
	return b.String()
}
