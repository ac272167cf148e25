package ollamatest

import (
	"bytes"
	"io"
	"net/http"
	"strings"
	"testing"
)

func TestACutLeavesExactlyTheBytesBeforeIt(t *testing.T) {
	s := Start(t)
	turn := Say("one", "two")
	a := s.Model("a")
	for _, n := range []int{0, 1, 50, turn.Size("a", 6) - 1} {
		a.Replies(turn.CutAfter(n))
		resp, err := http.Post("http://"+s.Host()+"/api/chat", "", strings.NewReader(`{"model":"a","messages":[{"role":"user","content":"hi"}]}`))
		if err != nil {
			t.Fatalf("cut after %d: %v", n, err)
		}
		var got bytes.Buffer
		_, err = io.Copy(&got, resp.Body)
		if err == nil || got.Len() != n {
			t.Errorf("cut after %d: %d bytes, %v", n, got.Len(), err)
		}
		_ = resp.Body.Close() // it was cut
	}
}
