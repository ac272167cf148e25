package kit

import (
	"cmp"
	"strings"

	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/ui/inert"
	"github.com/deskhand/deskhand/ui/locale"
)

// FieldLabel returns the label of a field.
func FieldLabel(name string) string {
	return cmp.Or(fieldLabels.Of(name), locale.L("Amount"))
}

// fieldLabels are the labels of fields; any other one is the amount.
var fieldLabels = locale.Table[string]{
	plan.FieldDate:   "Date",
	plan.FieldIssuer: "From",
	plan.FieldKind:   "Kind",
	plan.FieldTitle:  "Title",
	plan.FieldNumber: "Number",
}

// Taken returns the field values for a text typed into one, as in plans; false if it is
// invalid. An empty text clears the field.
func Taken(field, typed string) (map[string]string, bool) {
	typed = strings.TrimSpace(inert.Line(typed))
	if typed == "" {
		return map[string]string{field: ""}, true
	}
	switch field {
	case plan.FieldDate:
		days := app.DaysIn(typed)
		if len(days) != 1 {
			return nil, false
		}
		return map[string]string{field: days[0]}, true
	case plan.FieldAmount:
		amount, currency, ok := app.AmountIn(typed)
		said := map[string]string{field: amount}
		if currency != "" {
			said[plan.FieldCurrency] = currency
		}
		return said, ok
	}
	return map[string]string{field: typed}, true
}

// RefusalWords say why a text is invalid for a field.
func RefusalWords(field string) string {
	if field == plan.FieldDate {
		return locale.L("Type a date, such as 2026-05-12")
	}
	return locale.L("Type an amount, such as 12.60 EUR")
}
