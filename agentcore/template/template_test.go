package template_test

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/deskhand/deskhand/agentcore/filename"
	"github.com/deskhand/deskhand/agentcore/template"
)

var invoice = template.Values{
	"date": "2026-03-04", "issuer": "Alder & Finch", "kind": "Invoice", "title": "AF-7731", "number": "AF-7731",
	"amount": "331.56", "currency": "EUR", "name": "scan 12", "ext": "pdf", "parent": "Inbox", "seq": "07",
}

var letter = template.Values{"kind": "Letter", "title": "Notice of leave", "name": "scan 13", "ext": "pdf"}

func TestATemplateMakesNamesAndFolders(t *testing.T) {
	tests := []struct {
		pattern string
		of      template.Values
		want    string
	}{
		{"{date} {issuer} {kind} {title}", invoice, "2026-03-04 Alder & Finch Invoice AF-7731.pdf"},
		{"{date} {issuer} {kind} {title}", letter, "Letter Notice of leave.pdf"},
		{"{year}/{issuer}/{date} {kind}[ {number}]", invoice, "2026/Alder & Finch/2026-03-04 Invoice AF-7731.pdf"},
		{"{year}/{issuer}/{date} {kind}[ {number}]", letter, "Letter.pdf"},
		{"{year|?No date}/{issuer|?Unknown}/{kind}[ - {number}]", letter, "No date/Unknown/Letter.pdf"},
		{"{kind}[ - {number}]", invoice, "Invoice - AF-7731.pdf"},
		{"{kind}[ ({amount} {currency})]", invoice, "Invoice (331.56 EUR).pdf"},
		{"{kind}[ ({amount} {currency})]", template.Values{"kind": "Bill", "amount": "7.00"}, "Bill (7.00).pdf"},
		{"{kind}[ ({amount} {currency})]", template.Values{"kind": "Bill", "currency": "EUR"}, "Bill (EUR).pdf"},
		{"{kind}[ ({amount} {currency})]", letter, "Letter.pdf"},
		{"{kind} ({amount})", letter, "Letter.pdf"},
		{"{date} ({issuer}) {kind}", template.Values{"date": "2026-03-04", "kind": "Invoice"}, "2026-03-04 Invoice.pdf"},
		{"({date}) {kind}", invoice, "(2026-03-04) Invoice.pdf"},
		{"{date} - {kind}", letter, "Letter.pdf"},
		{"{date}_{issuer}_{kind}", letter, "Letter.pdf"},
		{"Scan {date} {kind}", letter, "Scan Letter.pdf"},
		{"{date} {kind} (paid)", invoice, "2026-03-04 Invoice (paid).pdf"},
		{"{kind} of {person}", letter, "Letter of.pdf"},
		{"{date|date:DD.MM.YYYY} {kind|upper}", invoice, "04.03.2026 INVOICE.pdf"},
		{"{date|date:D.M.YY} {kind|lower}", invoice, "4.3.26 invoice.pdf"},
		{"{year}-{month}/{day} {kind}", invoice, "2026-03/04 Invoice.pdf"},
		{"{issuer|slug}/{title|slug}", invoice, "alder-finch/af-7731.pdf"},
		{"{title|max:9}", letter, "Notice of.pdf"},
		{"{ext|upper}/{parent}/{seq} {name}", invoice, "PDF/Inbox/07 scan 12.pdf"},
		{"{year}/{name}", invoice, "2026/scan 12.pdf"},
		{"{year}/{month}", invoice, "2026/03 scan 12.pdf"},
		{"{date}", template.Values{"date": "2026-03-04", "name": "2026-03-04 party"}, "2026-03-04 party.pdf"},
		{"{{{kind}}} [[{number}]]", invoice, "{Invoice} [AF-7731].pdf"},
		{"{Year}/{ISSUER}/{name}", invoice, "2026/Alder & Finch/scan 12.pdf"},
		{"Bills/{issuer}/{name}", letter, "Bills/scan 13.pdf"},
		{"{date} {title} {number}", invoice, "2026-03-04 AF-7731.pdf"},
		{"{date} {kind} {number}", template.Values{"date": "2026-04-12", "kind": "Bill", "number": "4"}, "2026-04-12 Bill 4.pdf"},
		{"{date} {title} {number}", template.Values{"date": "2026-04-12", "title": "Bill (12)", "number": "12"}, "2026-04-12 Bill (12).pdf"},
		{"{issuer} {parent}", template.Values{"issuer": "Stadtwerke", "parent": "AD"}, "Stadtwerke AD.pdf"},
		{"{title} {kind}", template.Values{"title": "Stromrechnung Mai", "kind": "Rechnung"}, "Stromrechnung Mai.pdf"},
		{"{issuer}/{name}", template.Values{"issuer": "../../etc", "name": "a"}, "etc/a.pdf"},
		{"{issuer}/{name}", template.Values{"issuer": "AC/DC", "name": "a"}, "AC-DC/a.pdf"},
		{"{issuer}/{name}", template.Values{"issuer": "..", "name": "a"}, "a.pdf"},
		{"{issuer}/{name}", template.Values{"issuer": "con", "name": "a"}, "con_/a.pdf"},
		{"{issuer}/{name}", template.Values{"issuer": ".git", "name": "a"}, "git/a.pdf"},
		{"{issuer}/{name}", template.Values{"issuer": "Acme Inc.", "name": "a"}, "Acme Inc/a.pdf"},
	}
	for _, tt := range tests {
		tmpl, err := template.Parse(tt.pattern)
		if err != nil {
			t.Errorf("%s: %v", tt.pattern, err)
			continue
		}
		if got := filepath.ToSlash(tmpl.Make(tt.of, ".pdf").Path()); got != tt.want {
			t.Errorf("%s makes %q, want %q", tt.pattern, got, tt.want)
		}
	}
}

func TestAFolderThatNothingIsKnownOfIsToldOf(t *testing.T) {
	tmpl, err := template.Parse("{year}/{issuer|?Unknown}/{kind}")
	if err != nil {
		t.Fatal(err)
	}
	n := tmpl.Make(letter, ".pdf")
	if strings.Join(n.Blank, " ") != "year" || n.Path() != filepath.Join("Unknown", "Letter.pdf") {
		t.Errorf("%+v", n)
	}
}

func TestATemplateSaysWhereItIsWrongAndWhatWasMeant(t *testing.T) {
	tests := []struct {
		pattern string
		want    template.Error
	}{
		{"{date} {isuer}", template.Error{Problem: template.NoSuchPart, At: 7, Text: "{isuer}", Meant: "{issuer}"}},
		{"{}", template.Error{Problem: template.NoSuchPart, Text: "{}"}},
		{"{date", template.Error{Problem: template.NotClosed, Text: "{"}},
		{"{date} [{kind}", template.Error{Problem: template.NotClosed, At: 7, Text: "["}},
		{"{date}}", template.Error{Problem: template.NotOpened, At: 6, Text: "}"}},
		{"{date}]", template.Error{Problem: template.NotOpened, At: 6, Text: "]"}},
		{"{date}[ a]", template.Error{Problem: template.NoPart, At: 6, Text: "[ a]"}},
		{"{date}[ [{kind}]]", template.Error{Problem: template.Nested, At: 8, Text: "["}},
		{"{date}[/{kind}]", template.Error{Problem: template.SlashInGroup, At: 7, Text: "/"}},
		{"{kind|uper}", template.Error{Problem: template.NoSuchFilter, At: 5, Text: "|uper", Meant: "|upper"}},
		{"{kind|max:x}", template.Error{Problem: template.BadArgument, At: 5, Text: "|max:x"}},
		{"{kind|lower|max}", template.Error{Problem: template.BadArgument, At: 11, Text: "|max"}},
		{"{kind|date:YYYY}", template.Error{Problem: template.BadArgument, At: 5, Text: "|date:YYYY"}},
		{"{date|date:xyz}", template.Error{Problem: template.BadArgument, At: 5, Text: "|date:xyz"}},
		{"{date|lower:3}", template.Error{Problem: template.BadArgument, At: 5, Text: "|lower:3"}},
		{"scan", template.Error{Problem: template.NoPart}},
		{"", template.Error{Problem: template.NoFolderName}},
		{"/{date}", template.Error{Problem: template.NoFolderName}},
		{"{year}//{date}", template.Error{Problem: template.NoFolderName, At: 7}},
		{"{year}/", template.Error{Problem: template.NoFolderName, At: 7}},
		{"{year}/../{date}", template.Error{Problem: template.NoFolderName, At: 7, Text: ".."}},
		{"~/{date}", template.Error{Problem: template.NoFolderName, Text: "~"}},
		{".hidden/{date}", template.Error{Problem: template.NoFolderName, Text: ".hidden"}},
		{"a\x00{date}", template.Error{Problem: template.OddCharacter, At: 1, Text: "\x00"}},
		{strings.Repeat("{date}", 100), template.Error{Problem: template.TooLong, At: template.Most}},
	}
	for _, tt := range tests {
		_, err := template.Parse(tt.pattern)
		var got *template.Error
		if !errors.As(err, &got) || *got != tt.want {
			t.Errorf("%q fails with %+v, want %+v", tt.pattern, got, tt.want)
		}
	}
}

func TestTheWordsOfAnErrorNameThePlaceAndWhatHelps(t *testing.T) {
	for pattern, want := range map[string]string{
		"{date} {isuer}": "{isuer} (character 8) is no part; did you mean {issuer}",
		"{zzzzzz}":       "{zzzzzz} (character 1) is no part; there are {date} {year}",
		"{kind|uper}":    "|uper (character 6) is no filter; did you mean |upper",
		"{date":          "the { (character 1) is not closed",
		"../{date}":      `".." (character 1) is no name of a folder or file`,
		"plain":          "it has no part such as {date} or {issuer}",
	} {
		if _, err := template.Parse(pattern); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, want %s", pattern, err, want)
		}
	}
}

// hostile draws what a document may say of itself.
var hostile = rapid.OneOf(
	rapid.String(),
	rapid.SampledFrom([]string{"", "..", ".", "/", "../..", "a/b", `a\b`, "CON", "nul.txt", "~", "-rf", "\x00", "a\u202eb", "{date}", "[x]", "/etc/passwd", "C:\\x", " ", "…", "⁄", "x.", "'; rm"}),
)

func TestNoValueMakesAFolderOrLeadsOutOfOne(t *testing.T) {
	patterns := []string{
		"{year}/{issuer}/{date} {kind}[ {number}]", "{issuer}", "{issuer}/{title}/{kind}", "{issuer|?../x}/{name}",
		"a{issuer}/b{title}c", "{issuer|slug}/{issuer|max:3}/{issuer|upper}", "[({issuer}) ]{title}/[{kind}]", "{parent}/{ext}/{seq}{person}{amount}",
	}
	rapid.Check(t, func(t *rapid.T) {
		pattern := rapid.SampledFrom(patterns).Draw(t, "pattern")
		v := template.Values{}
		for _, part := range template.Known {
			v[part] = hostile.Draw(t, part)
		}
		tmpl, err := template.Parse(pattern)
		if err != nil {
			t.Fatal(err)
		}
		n := tmpl.Make(v, ".pdf")
		if len(n.Folders) > strings.Count(pattern, "/") {
			t.Fatalf("%s makes the folders %q", pattern, n.Folders)
		}
		for _, name := range append(n.Folders, n.File) {
			ext := ""
			if name == n.File {
				ext = ".pdf"
			}
			if name == "" || filename.Sanitise(strings.TrimSuffix(name, ext), ext) != name {
				t.Fatalf("%s makes %q of %q", pattern, name, v)
			}
		}
	})
}

func FuzzParse(f *testing.F) {
	f.Add("{year}/{issuer|?Unknown}/{date|date:DD.MM.YYYY} {kind}[ - {number|max:4}]")
	f.Add("{{a}}[[{date}]]")
	f.Fuzz(func(t *testing.T, pattern string) {
		tmpl, err := template.Parse(pattern)
		if err != nil {
			var e *template.Error
			if !errors.As(err, &e) || e.At < 0 || e.At > len([]rune(pattern)) && e.Problem != template.TooLong {
				t.Fatalf("%q fails with %#v", pattern, err)
			}
			return
		}
		for _, name := range strings.Split(filepath.ToSlash(tmpl.Make(invoice, ".pdf").Path()), "/") {
			if name == "" || name == "." || name == ".." || strings.ContainsAny(name, "\x00\\") {
				t.Fatalf("%q makes %q", pattern, name)
			}
		}
	})
}
