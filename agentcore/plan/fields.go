package plan

// The names of the fields, which are also the parts of a template.
const (
	FieldDate     = "date"     // 2026-03-04
	FieldIssuer   = "issuer"   // who sent or sold it
	FieldKind     = "kind"     // Invoice, Receipt, ... in the document's own words
	FieldTitle    = "title"    // what it is about, or its number
	FieldNumber   = "number"   // its number
	FieldAmount   = "amount"   // 12.60
	FieldCurrency = "currency" // EUR
	FieldPerson   = "person"   // who got it
)

// Spec is what is the same of a field in every document: a row of the table that
// templates, rules and lists are made from.
type Spec struct {
	Name string
	// Exact says that two values are the same only when they are spelt alike; those
	// of other fields may say more or less.
	Exact bool
	// Measured says that the confidence is a probability that was measured on
	// documents, and not what a rule thinks of itself.
	Measured bool
}

// Specs are all fields, in the order in which they are shown. Package fields has a
// finder for each.
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
