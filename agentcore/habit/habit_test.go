package habit

import (
	"errors"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/deskhand/deskhand/agentcore/template"
)

var march = time.Date(2026, 3, 3, 9, 0, 0, 0, time.UTC)

func TestSpellingsOfOneSenderAreOneAndSendersAreNeverCrossed(t *testing.T) {
	type row struct {
		a, b Sender
		want likeness
	}
	named := func(name string, marks ...string) Sender { return Sender{name, marks} }
	for _, r := range []row{
		{named("ACME Inc."), named("Acme"), same},
		{named("ACME, INC"), named("Acme Incorporated"), same},
		{named("Müller GmbH & Co. KG"), named("Mueller GmbH & Co KG"), same},
		{named("Amazon EU S.à r.l."), named("Amazon EU Sarl"), same},
		{named("O'Neill Ltd"), named("ONeill Limited"), same},
		{named("Müller GmbH"), named("Müller AG"), other},
		{named("Stadtwerke Bonn"), named("Stadtwerke Köln"), other},
		{named("Stadtwerke Bonn", "vat:DE1"), named("Stadtwerke Bonn", "vat:DE2"), other},
		{named("Stadtwerke Bonn", "vat:DE1"), named("Stadtwerke Bonn", "web:b.de"), same},
		{named("Stadtwerke Bonm", "vat:DE1"), named("Stadtwerke Bonn", "vat:DE1"), same},
		{named("Alder & Finch", "vat:DE1"), named("Stadtwerke Bonn", "vat:DE1"), other}, // it is the recipient's
		{named("", "vat:DE1"), named("Stadtwerke Bonn", "vat:DE1"), marked},
		{named("Alder & Finch", "vat:DE1"), named("", "vat:DE1"), other},
		{named("", "web:a.de"), named("", "web:a.de"), marked},
		{named(""), named(""), other},
	} {
		if got := r.a.like(r.b); got != r.want {
			t.Errorf("%v and %v: %v, want %v", r.a, r.b, got, r.want)
		}
	}
}

func TestAMarkIsTakenWhereThereIsJustOneOfItsKind(t *testing.T) {
	for text, want := range map[string]string{
		"USt-IdNr. DE 123 456 789, www.stadtwerke-bonn.de, info@stadtwerke-bonn.de": "vat:DE123456789 web:stadtwerke-bonn.de",
		"VAT GB 123 4567 89 and your VAT DE123456789":                               "",
		"IBAN DE89 3704 0044 0532 0130 00":                                          "",
		"write to jo@gmail.com":                                                     "",
		"https://shop.example.co.uk/x":                                              "web:example.co.uk",
		"www.a.de and www.b.de":                                                     "",
	} {
		if got := strings.Join(MarksOf(text), " "); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

func TestWhatTheQuickLookLeavesOutHasNoMark(t *testing.T) {
	for _, text := range []string{
		"AT U 12345678", "BE 0123 456 789", "CHE-123.456.789", "DE 123 456 789", "DK 12345678", "ES X1234567X", "FR AB 123 456 789",
		"GB 123 4567 89", "IE 1234567AB", "IT 12345678901", "LU 12345678", "NL 123456789B01", "PL 1234567890", "PT 123456789", "SE 123456789012",
	} {
		if !vatIDs().MatchString(text) || !mayHaveVAT(text) {
			t.Errorf("%s: by its pattern %v, at a quick look %v", text, vatIDs().MatchString(text), mayHaveVAT(text))
		}
	}
	for _, text := range []string{"WWW.a.de", "http://a.de", "HTTPS://www.a.de", "ada@a.de"} {
		if !domains().MatchString(text) || !mayHaveDomain(text) {
			t.Errorf("%s: by its pattern %v, at a quick look %v", text, domains().MatchString(text), mayHaveDomain(text))
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`(?:[A-Zwhtpsx0-9@.:/ -]{0,6}(?:DE|AT|FR|www|http|@|CHE)){0,3}[A-Z0-9 .:/-]{0,14}`).Draw(t, "text")
		if vatIDs().MatchString(text) && !mayHaveVAT(text) || domains().MatchString(text) && !mayHaveDomain(text) {
			t.Fatalf("a mark is left out of %q", text)
		}
	})
}

func TestTheNewestHabitCountsAndOneThatContradictsItselfIsNotLearned(t *testing.T) {
	acme := Sender{Name: "ACME Inc."}
	list := Learned("one", march, []Habit{
		{Sender: acme, About: Issuer, Is: "Acme"},
		{Sender: Sender{Name: "Acme Inc"}, About: Issuer, Is: "Acme"},
		{Sender: acme, About: Kind, Was: "Invoice", Is: "Bill"},
		{Sender: acme, About: Kind, Was: "INVOICE", Is: "Fee"}, // the other way round
		{Sender: Sender{}, About: Issuer, Is: "Nobody"},
		{Sender: acme, About: Folder, Is: "../up"},
	})
	if len(list) != 1 || list[0].Is != "Acme" || list[0].ID == "" {
		t.Fatalf("learned: %+v", list)
	}
	list = append(list, Learned("two", march.AddDate(0, 1, 0), []Habit{{Sender: acme, About: Issuer, Is: "ACME"}})...)
	if h := NewIndex(list).Of(Sender{Name: "acme"}).Issuer; h == nil || h.Is != "ACME" {
		t.Fatalf("%+v", h)
	}
	if all := InForce(list); len(all) != 1 || all[0].Batch != "two" {
		t.Errorf("in force: %+v", all)
	}
	if left := Without(list, InForce(list)[0].ID); len(left) != 0 {
		t.Errorf("the habit before it came back: %+v", left)
	}
	if h := NewIndex(list).Of(Sender{Name: "Acme Bank"}).Issuer; h != nil {
		t.Errorf("another sender: %+v", h)
	}
}

func TestWhatCannotBeAHabitIsSaid(t *testing.T) {
	var bad *template.Error
	acme := Sender{Name: "Acme"}
	for _, h := range []Habit{
		{Sender: acme, About: Name, Is: "{dat} x"},
		{Sender: acme, About: Name, Is: "a/{date}"},
		{Sender: acme, About: Folder, Is: "../x"},
		{Sender: acme, About: Folder, Is: "/etc"},
	} {
		if err := h.Check(); !errors.As(err, &bad) {
			t.Errorf("%+v: %v", h, err)
		}
	}
	for _, h := range []Habit{{Sender: acme, About: Issuer, Is: " "}, {Sender: acme, About: Kind, Is: "a\nb"}, {Sender: acme, About: Issuer, Is: strings.Repeat("x", Most+1)}} {
		if err := h.Check(); !errors.Is(err, ErrText) {
			t.Errorf("%+v: %v", h, err)
		}
	}
	if err := (Habit{Sender: acme, About: "x", Is: "y"}).Check(); !errors.Is(err, ErrAbout) {
		t.Error(err)
	}
}
