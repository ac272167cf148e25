package sheet

import (
	"archive/zip"
	"bytes"
	"encoding/csv"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/deskhand/deskhand/agentcore/wire/library"
)

var rows = []library.Row{
	{Date: "2026-03-04", From: "Müller & Söhne, \"Berlin\"", Kind: "invoice", Number: "=1+1", Amount: "1234.50", Currency: "EUR", Category: "invoice", File: "/a b/ö#1.pdf", Doubtful: []string{"from"}},
	{Date: "2026-03", From: "@sum", Kind: "+x", Number: "-7", Amount: "-12.60", Currency: "USD", File: "/a/c.pdf"},
	{From: "\t=cmd", File: "/a/d.pdf", Stale: true},
}

func TestTextsThatASpreadsheetWouldCalculateAreHarmless(t *testing.T) {
	var out bytes.Buffer
	if err := CSV(&out, rows); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(out.String(), "\r\n"); n != 4 || strings.Count(out.String(), "\n") != n {
		t.Errorf("lines do not end as RFC 4180 has it:\n%q", out.String())
	}
	read, err := csv.NewReader(&out).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	want := [][]string{
		Columns(),
		{"2026-03-04", "Müller & Söhne, \"Berlin\"", "invoice", "'=1+1", "1234.50", "EUR", "invoice", "/a b/ö#1.pdf", "from"},
		{"2026-03", "'@sum", "'+x", "'-7", "-12.60", "USD", "", "/a/c.pdf", ""},
		{"", "'\t=cmd", "", "", "", "", "", "/a/d.pdf", "stale"},
	}
	for i := range want {
		if strings.Join(read[i], "|") != strings.Join(want[i], "|") {
			t.Errorf("%q, not %q", read[i], want[i])
		}
	}
}

func TestAWorkbookHasDatesNumbersAndLinks(t *testing.T) {
	var out bytes.Buffer
	if err := XLSX(&out, rows, []Group{{"currency", []library.Sum{{Currency: "EUR", Amount: "1234.50", Count: 1}}}}); err != nil {
		t.Fatal(err)
	}
	var doc struct {
		Rows []struct {
			Cells []struct {
				At      string `xml:"r,attr"`
				Type    string `xml:"t,attr"`
				Style   string `xml:"s,attr"`
				Value   string `xml:"v"`
				Formula string `xml:"f"`
			} `xml:"c"`
		} `xml:"sheetData>row"`
		Links []struct {
			At string `xml:"ref,attr"`
		} `xml:"hyperlinks>hyperlink"`
	}
	if err := xml.Unmarshal(part(t, out.Bytes(), "xl/worksheets/sheet1.xml"), &doc); err != nil {
		t.Fatal(err)
	}
	typed, styles := map[string]string{}, map[string]string{}
	for _, r := range doc.Rows {
		for _, c := range r.Cells {
			if c.Formula != "" {
				t.Errorf("%s calculates %s", c.At, c.Formula)
			}
			typed[c.At], styles[c.At] = c.Type+":"+c.Value, c.Style
		}
	}
	// 46085 days after 30 December 1899 is 4 March 2026.
	for at, want := range map[string]string{"A2": ":46085", "E2": ":1234.50", "E3": ":-12.60"} {
		if typed[at] != want {
			t.Errorf("%s is %q, not %q", at, typed[at], want)
		}
	}
	for _, at := range []string{"D2", "B3", "D3", "A3", "B4"} {
		if !strings.HasPrefix(typed[at], "inlineStr:") {
			t.Errorf("%s is %q, no text", at, typed[at])
		}
	}
	if styles["B2"] == styles["B3"] {
		t.Error("a cell in doubt looks like one that is sure")
	}
	if len(doc.Links) != 3 {
		t.Errorf("links: %v", doc.Links)
	}
	if links := string(part(t, out.Bytes(), "xl/worksheets/_rels/sheet1.xml.rels")); !strings.Contains(links, `"file:///a%20b/%C3%B6%231.pdf"`) {
		t.Error(links)
	}
	if sums := string(part(t, out.Bytes(), "xl/worksheets/sheet2.xml")); !strings.Contains(sums, "<v>1234.50</v>") {
		t.Error(sums)
	}
}

func TestATextIsTheSameInACell(t *testing.T) {
	for text, want := range map[string]string{
		"_x0041_ & <b>":                    "_x005F_x0041_ &amp; &lt;b&gt;", // a cell would read an A
		"a\x01b":                           "a\uFFFDb",
		strings.Repeat("ä", longestText+1): strings.Repeat("ä", longestText),
	} {
		if got := escaped(literal(text)); got != want {
			t.Errorf("%.40q, not %.40q", got, want)
		}
	}
	if err := XLSX(io.Discard, make([]library.Row, maxRows), nil); !errors.Is(err, ErrTooLong) {
		t.Errorf("more rows than there is room for: %v", err)
	}
}

func part(t *testing.T, book []byte, name string) []byte {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(book), int64(len(book)))
	if err != nil {
		t.Fatal(err)
	}
	f, err := z.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	data, err := io.ReadAll(f)
	if err != nil {
		t.Fatal(err)
	}
	return data
}
