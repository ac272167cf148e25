package archive

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"

	"golang.org/x/net/html/charset"

	"github.com/deskhand/deskhand/mcp/servers/documents/format"
)

// The caps of XML.
const (
	maxElements = 2_000_000 // of all parts
	maxDepth    = 256
	maxToken    = 16 << 20  // bytes of text without markup: invoices have files in it
	maxTag      = 256 << 10 // bytes of an element's begin with its attributes
)

// Elements reads the elements of XML in their order.
type Elements struct {
	decoder *xml.Decoder
	token   *int64 // bytes that the present token may still have
	steps   *int
	path    []string
}

// Visitor is called for each element of a document. Names are without their
// namespaces.
type Visitor interface {
	// Start is an element's begin; path ends with it. Without true its content
	// is left out.
	Start(path []string, attributes []xml.Attr) bool
	// Text is text right within the element that path ends with.
	Text(path []string, text string)
	// End is an element's end, of those that were not left out.
	End(path []string)
}

// Walk reads a part.
func (a *Archive) Walk(name string, v Visitor) error {
	part, err := a.open(name)
	if err != nil {
		return err
	}
	defer func() { _ = part.Close() }()
	return walk(part, v, &a.steps)
}

// Walk reads XML that is a file of its own, of at most MaxUnpacked bytes.
func Walk(from io.Reader, v Visitor) error {
	steps, left := maxElements, int64(MaxUnpacked)
	return walk(&bounded{from: from, left: &left}, v, &steps)
}

func walk(from io.Reader, v Visitor, steps *int) error {
	token := int64(maxToken)
	decoder := xml.NewDecoder(&tags{from: &bounded{from: from, left: &token}})
	decoder.CharsetReader = charset.NewReaderLabel
	e := Elements{decoder: decoder, token: &token, steps: steps}
	for {
		next, err := e.next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		switch t := next.(type) {
		case xml.StartElement:
			e.path = append(e.path, t.Name.Local)
			if !v.Start(e.path, t.Attr) {
				if err := e.skip(); err != nil {
					return err
				}
			}
		case xml.EndElement:
			v.End(e.path)
			e.path = e.path[:len(e.path)-1]
		case xml.CharData:
			v.Text(e.path, string(t))
		}
	}
}

// skip reads up to the end of the element that has begun.
func (e *Elements) skip() error {
	for depth := len(e.path); len(e.path) >= depth; {
		next, err := e.next()
		if errors.Is(err, io.EOF) {
			return fmt.Errorf("%w: %w", format.ErrBroken, io.ErrUnexpectedEOF)
		}
		if err != nil {
			return err
		}
		switch t := next.(type) {
		case xml.StartElement:
			e.path = append(e.path, t.Name.Local)
		case xml.EndElement:
			e.path = e.path[:len(e.path)-1]
		}
	}
	return nil
}

// next reads a token within the caps.
func (e *Elements) next() (xml.Token, error) {
	*e.token = maxToken
	token, err := e.decoder.Token()
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, format.ErrBomb):
		return nil, err
	case err != nil:
		return nil, fmt.Errorf("%w: %w", format.ErrBroken, err)
	}
	if _, starts := token.(xml.StartElement); starts {
		if *e.steps--; *e.steps < 0 || len(e.path) >= maxDepth {
			return nil, fmt.Errorf("%w: too many elements", format.ErrBomb)
		}
	}
	return token, nil
}

// tags fails at an element's begin that is longer than any: the decoder keeps
// all attributes of one before anybody can look at them.
type tags struct {
	from  io.Reader
	in    byte // 0 in text, '<' after one, 't' in a tag, a quote in a value
	count int
}

func (t *tags) Read(p []byte) (int, error) {
	n, err := t.from.Read(p)
	for _, c := range p[:n] {
		switch {
		case t.in == 0 && c == '<':
			t.in, t.count = '<', 0
		case t.in == '<' && (c == '!' || c == '?'), t.in == 't' && c == '>', t.in == '<' && c == '>':
			t.in = 0
		case t.in == '<':
			t.in = 't'
		case t.in == 't' && (c == '"' || c == '\''):
			t.in = c
		case t.in == c && t.in != 't':
			t.in = 't'
		}
		if t.count++; t.in != 0 && t.count > maxTag {
			return 0, fmt.Errorf("%w: an element of more than %d bytes", format.ErrBomb, maxTag)
		}
	}
	return n, err
}

// Attribute is the value of an attribute, whatever its namespace.
func Attribute(attributes []xml.Attr, name string) string {
	for _, a := range attributes {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}
