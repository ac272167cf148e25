package archive

import (
	"cmp"
	"encoding/xml"
	"strings"
	"time"

	wire "github.com/deskhand/deskhand/agentcore/wire/documents"
)

// Core reads what a document of Microsoft's formats says of itself; what cannot
// be read is left out.
func Core(a *Archive) wire.Meta { return Properties(a, "docProps/core.xml") }

// Properties reads a part with a document's properties in Dublin Core.
func Properties(a *Archive, name string) wire.Meta {
	var p properties
	if a.Has(name) {
		_ = a.Walk(name, &p) // welcome, not needed
	}
	return p.meta
}

type properties struct{ meta wire.Meta }

func (p *properties) Start(path []string, _ []xml.Attr) bool { return len(path) < 8 }

func (p *properties) Text(path []string, text string) {
	text = strings.TrimSpace(text)
	if len(path) == 0 || text == "" || len(text) > 1<<10 {
		return
	}
	switch path[len(path)-1] {
	case "title":
		p.meta.Title = text
	case "initial-creator":
		p.meta.Author = text
	case "creator":
		p.meta.Author = cmp.Or(p.meta.Author, text)
	case "created", "creation-date":
		p.meta.Created = instant(text)
	case "modified", "date":
		p.meta.Modified = instant(text)
	}
}

func (p *properties) End([]string) {}

// instant keeps a time that is one. OpenDocument writes no zone.
func instant(text string) string {
	if when, err := time.Parse(time.RFC3339, text); err == nil {
		return when.Format(time.RFC3339)
	}
	if when, err := time.Parse("2006-01-02T15:04:05", text); err == nil {
		return when.Format("2006-01-02T15:04:05")
	}
	return ""
}
