package fields

import (
	"slices"
	"testing"

	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/wire/documents"
)

func TestEveryFieldHasAFinder(t *testing.T) {
	var specs, found []string
	for _, s := range plan.Specs {
		specs = append(specs, s.Name)
	}
	for _, f := range finders {
		found = append(found, f.field)
	}
	slices.Sort(specs)
	slices.Sort(found)
	if !slices.Equal(specs, found) {
		t.Errorf("plan has %v, the finders %v", specs, found)
	}
	for _, name := range []string{plan.FieldDate, plan.FieldIssuer} {
		if s, _ := plan.SpecOf(name); !s.Measured {
			t.Errorf("%s is no measured probability", name)
		}
	}
}

func TestWhatTheFileSaysAsDataStandsAboveWhatIsRead(t *testing.T) {
	d := doc("Alder & Finch Ltd|INVOICE|Invoice No: AF-7731|Invoice date: 4 March 2026|Total due GBP 318.00")
	d.Facts = &documents.Facts{
		Source: documents.SourceInvoice, Sender: "Birch Joinery", Recipient: "Jane Doe", Date: "2026-03-05",
		Number: "BJ-1", Amount: "119.00", Currency: "EUR",
	}
	got := Extract(d)
	for field, want := range map[string]string{
		plan.FieldIssuer: "Birch Joinery", plan.FieldDate: "2026-03-05", plan.FieldTitle: "BJ-1", plan.FieldAmount: "119.00",
		plan.FieldCurrency: "EUR", plan.FieldPerson: "Jane Doe", plan.FieldKind: "Invoice",
	} {
		if got[field].Value != want {
			t.Errorf("%s is %q, want %q", field, got[field].Value, want)
		}
	}
	if c := got[plan.FieldDate].Candidates; len(c) != 2 || c[0].Value != "2026-03-05" || c[1].Value != "2026-03-04" {
		t.Errorf("the day on the page is no candidate: %+v", c)
	}
}

func TestAMailIsNamedByItsHeader(t *testing.T) {
	d := doc("Hello Bo|I was there on 1 April 2026 with the others and it was nice.")
	d.Facts = &documents.Facts{Source: documents.SourceMail, Sender: "Ada Holm", Recipient: "Bo Berg", Date: "2026-05-06", Subject: "AW: Re: Spring in the garden"}
	got := Extract(d)
	if got[plan.FieldIssuer].Value != "Ada Holm" || got[plan.FieldDate].Value != "2026-05-06" || got[plan.FieldTitle].Value != "Spring in the garden" {
		t.Errorf("%+v", got)
	}
}

func TestAMailThatWasHandedOnIsNamedByTheOneWhoWroteIt(t *testing.T) {
	for name, row := range map[string]struct{ subject, text, sender, date string }{
		"handed on":            {"Fwd: Your booking", "From: Bo Berg|Subject: Fwd: Your booking||Here they are.||---------- Forwarded message ---------|From: Larch Ferries <bookings@larch.example>|Date: Mon, 4 May 2026 at 21:47|Subject: Your booking|To: <bo@berg.example>||Dear Mr Berg,", "Larch Ferries", "2026-05-04"},
		"in German, quoted":    {"WG: Ihre Buchung", "Von: Bo Berg||> Von: Larch Fähren|> Gesendet: Montag, 4. Mai 2026 21:47|> Betreff: Ihre Buchung", "Larch Fähren", "2026-05-04"},
		"answered":             {"Re: Your booking", "From: Bo Berg||From: Larch Ferries|Date: Mon, 4 May 2026|Subject: Your booking", "Bo Berg", "2026-05-06"},
		"a letter that begins": {"Fwd: Your booking", "From: Bo Berg||From: the desk of Ada|Dear Bo, it rained.", "Bo Berg", "2026-05-06"},
		"a day of two ways":    {"Fwd: Your booking", "From: Bo Berg||From: Larch Ferries|Sent: 04/05/2026 21:47|Subject: Your booking", "Larch Ferries", ""},
	} {
		d := doc(row.text)
		d.Facts = &documents.Facts{Source: documents.SourceMail, Sender: "Bo Berg", Date: "2026-05-06", Subject: row.subject}
		got := newReading(d).Doc.Facts
		if got.Sender != row.sender || got.Date != row.date {
			t.Errorf("%s: from %q on %q, want %q on %q", name, got.Sender, got.Date, row.sender, row.date)
		}
	}
}

func TestDataThatIsNoValueIsNotTaken(t *testing.T) {
	d := doc("Alder & Finch Ltd|INVOICE|Invoice No: AF-7731|Invoice date: 4 March 2026|Total due GBP 318.00")
	d.Facts = &documents.Facts{
		Source: documents.SourceInvoice, Sender: "../../etc/passwd", Date: "2031-01-01",
		Number: "a\u202eb", Amount: "lots", Currency: "€UR",
	}
	got := Extract(d)
	for field, want := range map[string]string{
		plan.FieldIssuer: "Alder & Finch Ltd", plan.FieldDate: "2026-03-04", plan.FieldTitle: "AF-7731", plan.FieldAmount: "318.00", plan.FieldCurrency: "GBP",
	} {
		if got[field].Value != want {
			t.Errorf("%s is %q, want %q", field, got[field].Value, want)
		}
	}
}

func TestTheRecipientIsFoundAndIsNotTheIssuer(t *testing.T) {
	for text, want := range map[string]string{
		"Alder & Finch Ltd|INVOICE|Bill to:|Jane Doe|8 Quay Street|Total 12.60": "Jane Doe",
		"Stadtwerke Lindenau GmbH|Frau Käthe Grünwald|Gartenweg 9|Rechnung":     "Käthe Grünwald",
		"Invoice|From: Harper Joinery|To: Marlow Print Works Ltd":               "Marlow Print Works Ltd",
		"Corner Market|RECEIPT|Total 18.40":                                     "",
	} {
		got := Extract(doc(text))
		if got[plan.FieldPerson].Value != want || want != "" && got[plan.FieldIssuer].Value == want {
			t.Errorf("%s: person %q, issuer %q, want %q", text, got[plan.FieldPerson].Value, got[plan.FieldIssuer].Value, want)
		}
	}
}

// A mail whose head has an address alone, or the name of a department, is from who has the
// domain, spelled as the mail has it.
func TestAMailWithoutANameIsFromItsDomain(t *testing.T) {
	for _, row := range []struct{ sender, address, want string }{
		{"orders@lindenau.example", "orders@lindenau.example", "LindeNau"},
		{"Customer Service", "noreply@mail.lindenau.example", "LindeNau"},
		{"Customer Service", "noreply@osterfeld.example", "Osterfeld"},
		{"Customer Service", "somebody@gmail.com", "Customer Service"},
		{"Alder & Finch", "noreply@lindenau.example", "Alder & Finch"},
		{"Helpdesk Linde Nau", "service@linde-nau.example", "Linde Nau"},
	} {
		d := doc("Your order 4711|Thank you for your order at LindeNau.")
		d.Facts = &documents.Facts{Source: documents.SourceMail, Sender: row.sender, Address: row.address}
		if got := Extract(d)[plan.FieldIssuer].Value; got != row.want {
			t.Errorf("%s <%s>: issuer is %q, want %q", row.sender, row.address, got, row.want)
		}
	}
}

func TestASenderIsSureWhereTheAddressOrTheTextHasTheName(t *testing.T) {
	for _, row := range []struct {
		sender, address, want string
		sure                  bool
	}{
		{"Ferry Bookings", "noreply@lindenau.example", "Ferry Bookings", false},
		{"LindeNau Bookings", "noreply@lindenau.example", "LindeNau", true},
		{"Ada Holm", "ada.holm@post.example", "Ada Holm", true},
		{"Ada Holm LindeNau", "ada.holm@lindenau.example", "Ada Holm LindeNau", true},
		{"Orla Birch", "office@post.example", "Orla Birch", true}, // in the signature
		{"Mum", "somebody@gmail.com", "Mum", true},
	} {
		d := doc("From: " + row.sender + "|Your order 4711|Thank you for your order.|Orla Birch")
		d.Facts = &documents.Facts{Source: documents.SourceMail, Sender: row.sender, Address: row.address}
		if got := Extract(d)[plan.FieldIssuer]; got.Value != row.want || got.Confidence > 0.9 != row.sure {
			t.Errorf("%s <%s>: issuer is %q, believed %.2f", row.sender, row.address, got.Value, got.Confidence)
		}
	}
}
