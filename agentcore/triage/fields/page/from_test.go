package page

import (
	"strings"
	"testing"

	"github.com/deskhand/deskhand/agentcore/wire/documents"
)

func TestThePageOfASiteIsNamedWithoutItsSiteAndItsMenus(t *testing.T) {
	reading := func(title string, lines ...documents.Line) documents.Reading {
		return documents.Reading{
			Kind: documents.KindPage, Method: documents.MethodText, Meta: &documents.Meta{Title: title},
			Lines: append([]documents.Line{{Page: 1, Text: title, Role: documents.RoleTitle}}, lines...),
		}
	}
	menu := func(items ...string) (lines []documents.Line) {
		for _, item := range items {
			lines = append(lines, documents.Line{Page: 1, Text: item, Role: documents.RoleMargin})
		}
		return lines
	}
	for _, c := range []struct{ title, said, site string }{
		{"Your order | Alderfinch", "Your order", "Alderfinch"},
		{"News - Spring fair – The Estuary Chronicle", "News - Spring fair", "The Estuary Chronicle"},
		{"Alderfinch – Privacy policy", "Privacy policy", "Alderfinch"},
		{"Your reservation - 1000442", "Your reservation - 1000442", ""},
		{"A well-kept garden", "A well-kept garden", ""},
		{" | Alderfinch", "| Alderfinch", ""},
	} {
		d := FromReading(reading(c.title, documents.Line{Page: 1, Text: "Thank you."}))
		if d.Site != c.site || strings.TrimSpace(d.MetaTitle) != c.said || c.site != "" && (d.Lines[0].Text != c.said || d.Lines[1].Text != c.site || len(d.Lines) != 3) {
			t.Errorf("%q: title %q, site %q, lines %v", c.title, d.MetaTitle, d.Site, d.Lines)
		}
	}
	d := FromReading(reading("Your order", menu("Home", "My account", "Basket (0)", "Help")...))
	for _, l := range d.Lines[1:] {
		if l.Text != "" {
			t.Errorf("%q of the menu is read", l.Text)
		}
	}
	if d := FromReading(reading("Your order", menu("Alderfinch", "Your order of yesterday evening", "Help")...)); d.Lines[1].Text == "" || d.Lines[3].Text == "" {
		t.Errorf("what is no menu is left out: %v", d.Lines)
	}
}

func TestTheNameOfASheetIsNotTheDocuments(t *testing.T) {
	lines := []documents.Line{{Page: 1, Text: "Notes", Role: documents.RoleHeading}, {Page: 1, Text: "Household budget"}}
	for kind, want := range map[documents.Kind]string{documents.KindSheet: "", documents.KindDocx: "Notes"} {
		if d := FromReading(documents.Reading{Kind: kind, Method: documents.MethodText, Lines: lines}); d.Lines[0].Text != want || d.Lines[1].Text == "" {
			t.Errorf("%s: the lines are %v", kind, d.Lines)
		}
	}
}
