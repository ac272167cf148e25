package triage_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/triage"
)

// slip is a receipt as OCR reads it.
func slip(shop, phone, day string) string {
	return "ocr 0.95 0.95\n" + shop + "\n12 Mill Lane\nTel: " + phone + "\nTAX INVOICE\nDate: " + day + " 18:32\nBread 3.20\nTotal 3.20\nCash 3.20\n"
}

func TestFilesOfOneShopCorrectEachOther(t *testing.T) {
	const shop, phone = "Hollow Tree Bakery Sdn Bhd", "04-22722901"
	files := map[string]string{
		"a.png":     slip(shop, phone, "13/04/2026"),
		"b.png":     slip(shop, phone, "14/04/2026"),
		"c.png":     slip(shop, phone, "15/04/2026"),
		"d.png":     slip("Hollow Tree Bakcry Sdn Bhd", phone, "16/04/2026"),
		"other.png": slip("Hollow Free Bakery Sdn Bhd", "04-55512340", "17/04/2026"),
	}
	name := func(d *fixture, file string) (string, plan.Field) {
		it := d.item(d.propose(triage.Request{}), file)
		return filepath.Base(it.To), it.Fields[plan.FieldIssuer]
	}
	alone := newFixture(t, map[string]string{"d.png": files["d.png"]})
	if _, f := name(alone, "d.png"); f.Value == shop {
		t.Fatalf("alone it is %+v", f)
	}
	d := newFixture(t, files)
	to, f := name(d, "d.png")
	if f.Value != shop || !strings.HasPrefix(to, "2026-04-16 "+shop) || f.Evidence.Text == shop {
		t.Errorf("among its peers it is %s, %+v", to, f)
	}
	if to, f := name(d, "other.png"); f.Value == shop {
		t.Errorf("a shop with another number is %s, %+v", to, f)
	}
}
