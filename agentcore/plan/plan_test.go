package plan_test

import (
	"testing"

	"github.com/deskhand/deskhand/agentcore/plan"
)

func sample() plan.Plan {
	return plan.Plan{
		Version: 1, ID: "p", Roots: []string{"/r"},
		Items: []plan.Item{
			{From: "/r/a", To: "/r/b", Identity: plan.Identity{Dev: 1, Inode: 2, Size: 3, MtimeNS: 4}, Status: plan.StatusReady, Reasons: []plan.Reason{{Code: plan.ReasonRead}}},
			{From: "/r/c", To: "/r/c", Status: plan.StatusSkip},
		},
	}
}

func TestTheDigestCoversEveryThingThatAnApprovalMeans(t *testing.T) {
	whole := sample().Digest()
	for name, change := range map[string]func(*plan.Plan){
		"id":       func(p *plan.Plan) { p.ID = "q" },
		"roots":    func(p *plan.Plan) { p.Roots[0] = "/" },
		"from":     func(p *plan.Plan) { p.Items[0].From = "/r/x" },
		"to":       func(p *plan.Plan) { p.Items[0].To = "/r/x" },
		"inode":    func(p *plan.Plan) { p.Items[0].Identity.Inode++ },
		"size":     func(p *plan.Plan) { p.Items[0].Identity.Size++ },
		"mtime":    func(p *plan.Plan) { p.Items[0].Identity.MtimeNS++ },
		"status":   func(p *plan.Plan) { p.Items[1].Status = plan.StatusReady },
		"an item":  func(p *plan.Plan) { p.Items = p.Items[:1] },
		"an order": func(p *plan.Plan) { p.Items[0], p.Items[1] = p.Items[1], p.Items[0] },
	} {
		p := sample()
		change(&p)
		if p.Digest() == whole {
			t.Errorf("changing %s does not change the digest", name)
		}
	}
	p := sample()
	p.Items[0].Reasons = nil
	if p.Digest() != whole {
		t.Error("words that nothing follows from change the digest")
	}
}
