package plan

// The names of the fields, which are also the parts of a template.
const (
	FieldDate     = "date"     // 2026-03-04
	FieldIssuer   = "issuer"   // the sender or seller
	FieldKind     = "kind"     // Invoice, Receipt, ... in the document's own words
	FieldTitle    = "title"    // its subject, or its number
	FieldNumber   = "number"   // its number
	FieldAmount   = "amount"   // 12.60
	FieldCurrency = "currency" // EUR
	FieldPerson   = "person"   // the recipient
)

// Spec is what is the same for a field in every document: a row of the table behind
// templates, rules and lists.
type Spec struct {
	Name string
	// Exact means that two values are equal only if spelt alike; values of other fields
	// may be more or less complete.
	Exact bool
	// Measured means that the confidence is a probability measured on documents, not a
	// rule's own estimate.
	Measured bool
}

// Specs are all fields, in display order. Package fields has a finder for each.
var Specs = []Spec{
	{Name: FieldDate, Exact: true, Measured: true},
	{Name: FieldIssuer, Measured: true},
	{Name: FieldKind},
	{Name: FieldTitle},
	{Name: FieldNumber, Exact: true},
	{Name: FieldAmount, Exact: true},
	{Name: FieldCurrency, Exact: true},
	{Name: FieldPerson},
}

// SpecOf returns the row of a field.
func SpecOf(name string) (Spec, bool) {
	for _, s := range Specs {
		if s.Name == name {
			return s, true
		}
	}
	return Spec{}, false
}
