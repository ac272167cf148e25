package fields

import (
	"strings"

	"github.com/deskhand/deskhand/agentcore/triage/fields/firm"
	"github.com/deskhand/deskhand/agentcore/triage/fields/page"
)

// maxDomains is how many domains of a document are kept.
const maxDomains = 20

// domains are the names of the web and mail domains in the document, without
// what comes before and after them: "alderfinch" of www.alderfinch.example.
// Those of the recipient and of others are left out.
func (v *issuerView) domainsOf(cells []*page.Cell) []string {
	var names []string
	for _, c := range cells {
		if c.Line.Recipient || !strings.ContainsAny(c.Text(), ".@") || len(names) == maxDomains {
			continue
		}
		if p := partyOver(v.headings, c); c.Box != nil && (p == buyerParty || p == otherParty) {
			continue
		}
		for _, w := range strings.Fields(c.Text()) {
			if n := firm.Domain(w); n != "" && len(names) < maxDomains {
				names = append(names, n)
			}
		}
	}
	return names
}
