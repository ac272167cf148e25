package mail

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/textproto"
	"path"
	"strings"

	"golang.org/x/net/html/charset"

	"github.com/deskhand/deskhand/mcp/servers/documents/format/page"
	"github.com/deskhand/deskhand/mcp/servers/documents/format/plaintext"
)

// The caps of a message's parts.
const (
	maxDepth = 10
	maxParts = 500
	maxFiles = 100
	maxText  = 8 << 20 // bytes of all texts
)

// part takes a part of the message: a text, several parts, or a file.
func (m *message) part(header textproto.MIMEHeader, body io.Reader, depth int) {
	if m.parts++; m.parts > maxParts || depth > maxDepth {
		m.cut = true
		return
	}
	kind, parameters, err := mime.ParseMediaType(header.Get("Content-Type"))
	if err != nil && kind == "" {
		kind = "text/plain"
	}
	if name := fileName(header, parameters); name != "" || strings.HasPrefix(header.Get("Content-Disposition"), "attachment") {
		m.attached(name, kind)
		return
	}
	switch {
	case strings.HasPrefix(kind, "multipart/"):
		m.several(multipart.NewReader(body, parameters["boundary"]), depth)
	case kind == "message/rfc822":
		m.attached("", kind)
	case kind == "text/plain":
		m.plain = append(m.plain, m.decode(header, body, parameters["charset"]))
	case kind == "text/html":
		m.web(header, body, parameters["charset"])
	case !strings.HasPrefix(kind, "image/"):
		m.attached("", kind)
	}
}

// several takes the parts one after the other; one that is damaged ends them.
func (m *message) several(parts *multipart.Reader, depth int) {
	for !m.cut {
		part, err := parts.NextRawPart()
		if err != nil {
			m.cut = m.cut || !errors.Is(err, io.EOF)
			return
		}
		m.part(part.Header, part, depth+1)
	}
}

// fileName is the name that a part has as a file.
func fileName(header textproto.MIMEHeader, parameters map[string]string) string {
	_, disposition, _ := mime.ParseMediaType(header.Get("Content-Disposition"))
	name := disposition["filename"]
	name = cmp.Or(name, parameters["name"])
	if name = decoded(name); name == "" {
		return ""
	}
	return path.Base(strings.ReplaceAll(name, `\`, "/"))
}

// attached notes a file; pictures without a name belong to the text.
func (m *message) attached(name, kind string) {
	if name == "" {
		name = "without a name"
		if kind == "message/rfc822" {
			name = "another mail"
		}
	}
	if len(m.files) < maxFiles {
		m.files = append(m.files, name)
	}
}

// web takes a page.
func (m *message) web(header textproto.MIMEHeader, body io.Reader, label string) {
	read, err := page.Read([]byte(m.decode(header, body, label)), "text/html; charset=utf-8")
	if err == nil {
		m.pages = append(m.pages, read)
	}
}

// decode takes a part's encodings off. What is damaged is kept up to there.
func (m *message) decode(header textproto.MIMEHeader, body io.Reader, label string) string {
	switch strings.ToLower(strings.TrimSpace(header.Get("Content-Transfer-Encoding"))) {
	case "base64":
		body = base64.NewDecoder(base64.StdEncoding, body)
	case "quoted-printable":
		body = quotedprintable.NewReader(body)
	}
	data, _ := io.ReadAll(io.LimitReader(body, m.left+1))
	if m.left -= int64(len(data)); m.left < 0 {
		m.cut, m.left = true, 0
	}
	if label != "" {
		if reader, err := charset.NewReaderLabel(label, bytes.NewReader(data)); err == nil {
			data, _ = io.ReadAll(reader)
		}
	}
	return strings.Join(plaintext.Read(data).Lines, "\n")
}
