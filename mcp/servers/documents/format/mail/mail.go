package mail

import (
	"bytes"
	"io"
	"mime"
	"net/mail"
	"net/textproto"
	"slices"
	"strings"
	"time"

	"golang.org/x/net/html/charset"

	"github.com/deskhand/deskhand/agentcore/excerpt"
	wire "github.com/deskhand/deskhand/agentcore/wire/documents"
	"github.com/deskhand/deskhand/mcp/servers/documents/format"
)

const (
	mimeType = "message/rfc822"
	// maxHeader is how many bytes of a header are read.
	maxHeader = 512 << 10
)

// Reader reads messages.
type Reader struct{}

// Formats implements format.Reader.
func (Reader) Formats() []format.Format {
	return []format.Format{{
		Name: "mail", Kind: wire.KindMail, MIME: mimeType, Extensions: []string{".eml", ".mht", ".mhtml"},
		Gives: "sender, recipient, date and subject as facts; the text, else the HTML; names of the attachments",
	}}
}

// Recognize implements format.Reader: a header with fields that only programs
// write, or one with a sender in a file that is called a mail.
func (r Reader) Recognize(f format.File) string {
	if !strings.HasPrefix(f.MIME, "text/") && f.MIME != "application/octet-stream" && f.MIME != mimeType {
		return ""
	}
	header := headerOf(f.Data)
	if header.Get("From") == "" && header.Get("Subject") == "" {
		return ""
	}
	named := slices.Contains(r.Formats()[0].Extensions, f.Extension)
	for _, field := range []string{"Message-Id", "Mime-Version", "Received", "Return-Path"} {
		if header.Get(field) != "" {
			return mimeType
		}
	}
	if named && (header.Get("Date") != "" || header.Get("To") != "" || header.Get("Subject") != "") {
		return mimeType
	}
	return ""
}

// headerOf reads the fields at the start of data; nil when it does not begin
// with any. A line that is none ends them.
func headerOf(data []byte) mail.Header {
	data = unboxed(data)
	data = data[:min(len(data), maxHeader)]
	if first, _, ok := bytes.Cut(data[:min(len(data), 1<<10)], []byte(":")); !ok || len(first) == 0 || bytes.ContainsAny(first, " \t\r\n<>{") {
		return nil
	}
	if end := endOfHeader(data); end > 0 {
		data = data[:end]
	}
	message, err := mail.ReadMessage(io.MultiReader(bytes.NewReader(data), strings.NewReader("\r\n\r\n")))
	if err != nil {
		return nil
	}
	return message.Header
}

// unboxed takes off the line that comes before each message of a mailbox.
func unboxed(data []byte) []byte {
	if !bytes.HasPrefix(data, []byte("From ")) {
		return data
	}
	_, rest, _ := bytes.Cut(data, []byte("\n"))
	return rest
}

// endOfHeader is where the first empty line is; 0: nowhere.
func endOfHeader(data []byte) int {
	for _, end := range []string{"\r\n\r\n", "\n\n"} {
		if i := bytes.Index(data, []byte(end)); i > 0 {
			return i
		}
	}
	return 0
}

// Read implements format.Reader.
func (Reader) Read(f format.File) (format.Content, error) {
	header := headerOf(f.Data)
	if header == nil {
		return format.Content{}, format.ErrBroken
	}
	m := &message{left: maxText}
	m.header(header)
	m.builder.Blank()
	data := unboxed(f.Data)
	body := data[endOfHeader(data):]
	m.part(textproto.MIMEHeader(header), bytes.NewReader(bytes.TrimLeft(body, "\r\n")), 0)
	m.text()
	content := m.builder.Done()
	content.Cut = content.Cut || m.cut
	return content, nil
}

// message is a mail that is being read.
type message struct {
	builder format.Builder
	plain   []string // the text of the parts that are shown
	pages   []format.Content
	files   []string // names of attachments
	parts   int
	left    int64 // bytes of text that may still be decoded
	cut     bool
}

// header takes sender, recipient, date and subject.
func (m *message) header(header mail.Header) {
	facts := wire.Facts{Source: wire.SourceMail, Subject: decoded(header.Get("Subject"))}
	facts.Sender, facts.Address = person(header.Get("From"))
	if facts.Recipient, _ = person(header.Get("To")); facts.Recipient == "" {
		facts.Recipient = decoded(header.Get("To"))
	}
	if when, err := mail.ParseDate(header.Get("Date")); err == nil {
		facts.Date = when.Format(time.DateOnly)
	}
	m.builder.Content.Facts = &facts
	m.builder.Content.Meta.Title = facts.Subject
	m.builder.As(wire.RoleHeader)
	for _, name := range []string{"From", "To", "Cc", "Date", "Subject"} {
		if value := decoded(header.Get(name)); value != "" {
			m.builder.Write(name + ": " + shortened(value))
			m.builder.Break()
		}
	}
	m.builder.As("")
}

// shortened keeps the start of a long field, such as a list of recipients.
func shortened(value string) string {
	const longest = 500
	return excerpt.Within(value, longest, " …")
}

// words decodes "=?utf-8?Q?...?=".
var words = mime.WordDecoder{CharsetReader: charset.NewReaderLabel}

func decoded(value string) string {
	if text, err := words.DecodeHeader(value); err == nil {
		value = text
	}
	return strings.Join(strings.Fields(strings.ToValidUTF8(value, "")), " ")
}

// person is the name and the address of whom a field names first. Without a
// name it is the address.
func person(field string) (name, address string) {
	parser := mail.AddressParser{WordDecoder: &words}
	list, err := parser.ParseList(field)
	if err != nil || len(list) == 0 {
		text := decoded(field)
		name, rest, _ := strings.Cut(text, "<")
		address, _, _ = strings.Cut(rest, ">")
		return strings.Trim(name, ` "'`), address
	}
	name = strings.Join(strings.Fields(list[0].Name), " ")
	if name == "" {
		name = list[0].Address
	}
	return name, list[0].Address
}

// text adds the body: the plain text where it says anything, else the pages,
// then the names of what is attached.
func (m *message) text() {
	const little = 20 // characters: "This mail is in HTML."
	length := 0
	for _, text := range m.plain {
		length += len(strings.TrimSpace(text))
	}
	if length >= little || len(m.pages) == 0 {
		for _, text := range m.plain {
			m.lines(text)
		}
	} else {
		for _, page := range m.pages {
			m.builder.Append(page)
		}
	}
	m.builder.Blank()
	m.builder.As(wire.RoleFile)
	for _, name := range m.files {
		m.builder.Write("Attachment: " + name)
		m.builder.Break()
	}
	m.builder.As("")
}

// lines adds plain text; what is quoted from an earlier mail begins with >.
func (m *message) lines(text string) {
	for line := range strings.SplitSeq(strings.ReplaceAll(text, "\r\n", "\n"), "\n") {
		line = strings.TrimSpace(line)
		if line == "" {
			m.builder.Blank()
			continue
		}
		if strings.HasPrefix(line, ">") {
			m.builder.As(wire.RoleQuote)
		}
		m.builder.Write(line)
		m.builder.Break()
		m.builder.As("")
	}
	m.builder.Blank()
}
