package markdown

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	wire "github.com/deskhand/deskhand/agentcore/wire/documents"
	"github.com/deskhand/deskhand/mcp/servers/documents/format"
	"github.com/deskhand/deskhand/mcp/servers/documents/format/plaintext"
)

const mime = "text/markdown"

// Reader reads Markdown.
type Reader struct{}

// Formats implements format.Reader.
func (Reader) Formats() []format.Format {
	return []format.Format{{
		Name: "Markdown", Kind: wire.KindText, MIME: mime, Extensions: []string{".md", ".markdown", ".mdown"},
		Gives: "headings, tables, title, author and date of the front matter",
	}}
}

// Recognize implements format.Reader. Any text is Markdown, so the name decides.
func (r Reader) Recognize(f format.File) string {
	if slices.Contains(r.Formats()[0].Extensions, f.Extension) && !plaintext.Binary(f.Data) {
		return mime
	}
	return ""
}

// Read implements format.Reader.
func (Reader) Read(f format.File) (format.Content, error) {
	text := plaintext.Read(f.Data)
	p := page{}
	lines := p.frontMatter(text.Lines)
	for i := 0; i < len(lines) && !p.builder.Full(); i++ {
		below := ""
		if i+1 < len(lines) {
			below = strings.TrimSpace(lines[i+1])
		}
		if p.line(strings.TrimSpace(lines[i]), below) {
			i++
		}
	}
	content := p.builder.Done()
	content.Cut = content.Cut || text.Cut
	return content, nil
}

// page is a file that is being read.
type page struct {
	builder format.Builder
	code    bool // in a fence
}

// frontMatter reads the block between two lines of dashes at the start, and
// returns the lines after it.
func (p *page) frontMatter(lines []string) []string {
	if len(lines) == 0 || strings.TrimSpace(lines[0]) != "---" {
		return lines
	}
	end := slices.IndexFunc(lines[1:min(len(lines), 50)], func(l string) bool { return strings.TrimSpace(l) == "---" })
	if end < 0 {
		return lines
	}
	meta := &p.builder.Content.Meta
	for _, line := range lines[1 : end+1] {
		key, value, _ := strings.Cut(line, ":")
		value = strings.Trim(strings.TrimSpace(value), `"'`)
		switch strings.ToLower(strings.TrimSpace(key)) {
		case "title":
			meta.Title = value
		case "author":
			meta.Author = value
		case "date":
			meta.Created = value
		}
	}
	return lines[end+2:]
}

var (
	heading   = compiled(`^#{1,6}\s+(.*?)\s*#*$`)
	underline = compiled(`^(=+|-+)$`)
	rule      = compiled(`^([-*_]\s*){3,}$`)
	tableRule = compiled(`^\|?[\s:|-]+\|[\s:|-]*$`)
	item      = compiled(`^([-*+]|>)\s+(\[[ xX]\]\s+)?`)
	linked    = compiled(`!?\[([^\]]*)\]\([^)]*\)`)
	marks     = compiled("\\*\\*|__|~~|`|<[^>]{1,200}>")
	emphasis  = compiled(`(^|\s)[*_]([^*_]+)[*_]($|[\s.,;:!?)])`)
)

// line adds a line; it reports whether the one below belonged to it.
func (p *page) line(line, below string) bool {
	switch {
	case strings.HasPrefix(line, "```"), strings.HasPrefix(line, "~~~"):
		p.code = !p.code
	case p.code:
		p.add(line, "")
	case line == "":
		p.builder.Blank()
	case heading().MatchString(line):
		p.add(plain(heading().FindStringSubmatch(line)[1]), wire.RoleHeading)
	case underline().MatchString(below) && len(below) >= 3 && !rule().MatchString(line):
		p.add(plain(line), wire.RoleHeading)
		return true
	case rule().MatchString(line), tableRule().MatchString(line):
	case strings.HasPrefix(line, "|"):
		p.row(line)
	default:
		p.add(plain(item().ReplaceAllString(line, "")), "")
	}
	return false
}

func (p *page) add(text string, role wire.Role) {
	p.builder.As(role)
	p.builder.Write(text)
	p.builder.Break()
	p.builder.As("")
}

func (p *page) row(line string) {
	cells := strings.Split(strings.Trim(line, "|"), "|")
	for i, cell := range cells {
		cells[i] = plain(strings.TrimSpace(cell))
	}
	p.builder.Cells(cells)
}

// plain takes the marks out of a line.
func plain(text string) string {
	text = linked().ReplaceAllString(text, "$1")
	text = marks().ReplaceAllString(text, "")
	return emphasis().ReplaceAllString(text, "$1$2$3")
}

// compiled returns an expression that is compiled when it is first used: every start of
// the program would pay for it otherwise.
func compiled(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}
