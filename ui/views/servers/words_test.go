package servers

import (
	"strings"
	"testing"

	"github.com/deskhand/deskhand/app"
)

func TestWhatAServerIsTrustedWithBeyondStartingStandsInWhatIsAgreedTo(t *testing.T) {
	s := app.ServerInfo{Name: "a", Command: []string{"/bin/a"}, Program: "/bin/a"}
	if got := startWords(s); strings.Contains(got, "Trusted") || strings.Contains(got, "Is told") {
		t.Errorf("of one that is trusted with nothing: %q", got)
	}
	s.TrustAnnotations, s.ShareRoots = true, true
	if got := startWords(s); !strings.Contains(got, "Trusted      tools that claim") || !strings.Contains(got, "Is told      which folders are open") {
		t.Errorf("it says %q", got)
	}
}
