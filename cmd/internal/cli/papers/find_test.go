package papers

import (
	"strings"
	"testing"

	"github.com/deskhand/deskhand/agentcore/library"
	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/app/papers"
)

func TestAHitIsPrintedWithWhatIsKnownOfIt(t *testing.T) {
	at := []library.Place{{Path: "/docs/note.txt"}}
	for _, c := range []struct {
		hit  papers.Hit
		want string
	}{
		{papers.Hit{Places: at, Line: "milk and bread", Page: 1}, "/docs/note.txt\n  milk and bread\n"},
		{
			papers.Hit{Places: at, Line: "milk and bread", Page: 2, Fields: map[string]plan.Field{plan.FieldDate: {Value: "2026-03-04"}, plan.FieldIssuer: {Value: "Acme"}}},
			"/docs/note.txt\n  2026-03-04 · Acme\n  page 2: milk and bread\n",
		},
	} {
		var out strings.Builder
		if err := printHit(&out, c.hit, false); err != nil || out.String() != c.want {
			t.Errorf("%q, %v; want %q", out.String(), err, c.want)
		}
	}
}
