package einvoice

import (
	"bytes"
	"encoding/xml"
	"regexp"
	"slices"
	"strings"
	"time"

	wire "github.com/deskhand/deskhand/agentcore/wire/documents"
	"github.com/deskhand/deskhand/mcp/servers/documents/format"
	"github.com/deskhand/deskhand/mcp/servers/documents/format/archive"
)

const mime = "application/xml"

// Reader reads invoices in XML.
type Reader struct{}

// Formats implements format.Reader.
func (Reader) Formats() []format.Format {
	return []format.Format{{
		Name: "e-invoice", Kind: wire.KindData, MIME: mime, Extensions: []string{".xml"},
		Gives: "seller, buyer, dates, number, amount, currency and type as facts, from UBL and CII (XRechnung, Peppol, Factur-X, ZUGFeRD), also inside a PDF",
	}}
}

// root is the first element of an invoice.
var root = regexp.MustCompile(`^[^<]*(<[?!][^>]*>[^<]*)*<([\w.-]+:)?(Invoice|CreditNote|CrossIndustryInvoice|CrossIndustryDocument)[\s>]`)

// head is where the first element must begin.
const head = 8 << 10

// Recognize implements format.Reader.
func (Reader) Recognize(f format.File) string {
	start := f.Data[:min(len(f.Data), head)]
	if bytes.Contains(start, []byte("<")) && root.Match(start) &&
		(bytes.Contains(start, []byte("urn:oasis:names:specification:ubl")) || bytes.Contains(start, []byte("urn:un:unece:uncefact")) || bytes.Contains(start, []byte("urn:ferd:CrossIndustryDocument"))) {
		return mime
	}
	return ""
}

// Read implements format.Reader: its lines are the facts in words.
func (Reader) Read(f format.File) (format.Content, error) {
	facts, err := Facts(f.Data)
	if err != nil {
		return format.Content{}, err
	}
	var b format.Builder
	b.Content.Facts = &facts
	b.As(wire.RoleTitle)
	b.Write(strings.TrimSpace(title(facts.Type) + " " + facts.Number))
	b.Break()
	b.As("")
	for _, row := range [][2]string{
		{"Seller", facts.Sender},
		{"Bill to", facts.Recipient},
		{"Date", facts.Date},
		{"Due date", facts.Due},
		{"Total amount", strings.TrimSpace(facts.Amount + " " + facts.Currency)},
	} {
		if row[1] != "" {
			b.Write(row[0] + ": " + row[1])
			b.Break()
		}
	}
	return b.Done(), nil
}

// title is the word for a type of UNTDID 1001.
func title(code string) string {
	switch code {
	case "381", "396", "532", "83", "81":
		return "Credit note"
	case "384":
		return "Corrected invoice"
	}
	return "Invoice"
}

// Facts reads what an invoice says; it fails for XML that is none.
func Facts(data []byte) (wire.Facts, error) {
	d := &document{found: map[*string]bool{}}
	d.facts.Source = wire.SourceInvoice
	if err := archive.Walk(bytes.NewReader(data), d); err != nil {
		return wire.Facts{}, err
	}
	if !d.invoice || d.facts.Sender == "" && d.facts.Number == "" {
		return wire.Facts{}, format.ErrBroken
	}
	if d.facts.Type == "" && d.credit {
		d.facts.Type = "381"
	}
	return d.facts, nil
}

// document collects the values at known paths.
type document struct {
	facts   wire.Facts
	invoice bool // the first element is one of an invoice
	credit  bool
	found   map[*string]bool
	text    strings.Builder
}

func (d *document) Start(path []string, _ []xml.Attr) bool {
	d.text.Reset()
	if len(path) == 1 {
		d.invoice = slices.Contains([]string{"Invoice", "CreditNote", "CrossIndustryInvoice", "CrossIndustryDocument"}, path[0])
		d.credit = path[0] == "CreditNote"
		return d.invoice
	}
	switch path[len(path)-1] {
	case "InvoiceLine", "CreditNoteLine", "IncludedSupplyChainTradeLineItem", "AdditionalDocumentReference", "AdditionalReferencedDocument", "Signature", "UBLExtensions":
		return false
	}
	return true
}

// longest is how much of one value is kept.
const longest = 500

func (d *document) Text(_ []string, text string) {
	if d.text.Len()+len(text) <= longest {
		d.text.WriteString(text)
	}
}

func (d *document) End(path []string) {
	value := strings.Join(strings.Fields(d.text.String()), " ")
	d.text.Reset()
	if value == "" || len(path) < 2 {
		return
	}
	at := strings.Join(path[1:], "/")
	switch {
	case strings.HasSuffix(at, "DateTimeString"), strings.HasSuffix(at, "Date"):
		if value = day(value); value == "" {
			return
		}
	}
	// The first of an invoice counts, but a better place for it wins.
	if p, ok := d.placeOf(at); ok && (p.to != &d.facts.Address || strings.Contains(value, "@")) && !d.found[p.to] && (*p.to == "" || p.best) {
		*p.to, d.found[p.to] = value, p.best
	}
}

// place is where a value goes; best that no other place says it better.
type place struct {
	to   *string
	best bool
}

// placeOf returns what the value at a path is; its parts are without the first element.
// "Specified" and "Applicable" changed sides from ZUGFeRD 1 to 2.
func (d *document) placeOf(at string) (place, bool) {
	f := &d.facts
	for _, prefix := range []string{"SupplyChainTradeTransaction/", "SpecifiedSupplyChainTradeTransaction/"} {
		if rest, ok := strings.CutPrefix(at, prefix); ok {
			_, rest, _ = strings.Cut(rest, "/")
			switch rest {
			case "SellerTradeParty/Name":
				return place{&f.Sender, true}, true
			case "SellerTradeParty/URIUniversalCommunication/URIID":
				return place{&f.Address, true}, true
			case "BuyerTradeParty/Name":
				return place{&f.Recipient, true}, true
			case "InvoiceCurrencyCode":
				return place{&f.Currency, true}, true
			case "SpecifiedTradePaymentTerms/DueDateDateTime/DateTimeString":
				return place{&f.Due, true}, true
			case "SpecifiedTradeSettlementHeaderMonetarySummation/GrandTotalAmount", "SpecifiedTradeSettlementMonetarySummation/GrandTotalAmount":
				return place{&f.Amount, true}, true
			}
			return place{}, false
		}
	}
	switch at {
	case "ExchangedDocument/ID", "HeaderExchangedDocument/ID", "ID":
		return place{&f.Number, true}, true
	case "ExchangedDocument/TypeCode", "HeaderExchangedDocument/TypeCode", "InvoiceTypeCode", "CreditNoteTypeCode":
		return place{&f.Type, true}, true
	case "ExchangedDocument/IssueDateTime/DateTimeString", "HeaderExchangedDocument/IssueDateTime/DateTimeString", "IssueDate":
		return place{&f.Date, true}, true
	case "DueDate", "PaymentMeans/PaymentDueDate":
		return place{&f.Due, true}, true
	case "DocumentCurrencyCode":
		return place{&f.Currency, true}, true
	case "AccountingSupplierParty/Party/PartyName/Name": // what people call it
		return place{&f.Sender, true}, true
	case "AccountingSupplierParty/Party/PartyLegalEntity/RegistrationName":
		return place{&f.Sender, false}, true
	case "AccountingCustomerParty/Party/PartyName/Name":
		return place{&f.Recipient, true}, true
	case "AccountingCustomerParty/Party/PartyLegalEntity/RegistrationName":
		return place{&f.Recipient, false}, true
	case "LegalMonetaryTotal/TaxInclusiveAmount":
		return place{&f.Amount, true}, true
	case "LegalMonetaryTotal/PayableAmount":
		return place{&f.Amount, false}, true
	}
	return place{}, false
}

// day is a date of either standard as 2006-01-02; "" when it is none.
func day(value string) string {
	for _, layout := range []string{time.DateOnly, "20060102"} {
		if len(value) >= len(layout) {
			if when, err := time.Parse(layout, value[:len(layout)]); err == nil {
				return when.Format(time.DateOnly)
			}
		}
	}
	return ""
}
