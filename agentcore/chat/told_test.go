package chat

import (
	"errors"
	"fmt"
	"testing"
)

func TestAFaultIsToldByItsCodeAndByWordsOnlyWhereThatSaysNothing(t *testing.T) {
	for _, row := range []struct {
		err  error
		code FaultCode
		said string
	}{
		{fmt.Errorf("%w, 4 tries", ErrTooSlow), FaultTooSlow, ""},
		{fmt.Errorf("%w, 4 tries", &Fault{Code: FaultStatus, Message: "HTTP 500: no"}), FaultStatus, "HTTP 500: no"},
		{errors.New("cut"), "", "cut"},
	} {
		if f := Told(row.err); f.Code != row.code || f.Message != row.said {
			t.Errorf("%v: %q, %q", row.err, f.Code, f.Message)
		}
	}
}
