package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/deskhand/deskhand/mcp/servers/documents/engine/wire"
)

// request is a framed request for a small white picture.
func request(t *testing.T, id int) []byte {
	t.Helper()
	var b bytes.Buffer
	frame := wire.Request{ID: id, Languages: []string{"eng"}, Width: 60, Height: 40, Format: wire.Gray8, Mode: wire.ModeAuto}
	if err := wire.WriteRequest(&b, frame, bytes.Repeat([]byte{255}, 60*40)); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestEachRequestIsAnsweredInTurn(t *testing.T) {
	var out bytes.Buffer
	if err := run(nil, bytes.NewReader(append(request(t, 1), request(t, 2)...)), &out, true); err != nil {
		t.Fatal(err)
	}
	reader := bufio.NewReader(&out)
	for want := 1; want <= 2; want++ {
		answer, err := wire.ReadAnswer(reader)
		if err != nil || answer.ID != want || len(answer.Words) != 0 {
			t.Errorf("answer %d: %+v, %v", want, answer, err)
		}
		if without := inventory().Engine == ""; without != (answer.Kind == wire.KindNoEngine) || answer.Kind == wire.KindFailed {
			t.Errorf("answer %d: kind %q, error %q", want, answer.Kind, answer.Error)
		}
	}
}

func TestAMalformedRequestEndsTheProgramWithoutAnAnswer(t *testing.T) {
	var out bytes.Buffer
	if err := run(nil, strings.NewReader("not a request\n"), &out, true); !errors.Is(err, wire.ErrMalformed) || out.Len() != 0 {
		t.Errorf("err %v, output %q", err, out.String())
	}
}

func TestTheInventoryIsJSON(t *testing.T) {
	var out bytes.Buffer
	if err := run([]string{"--languages"}, nil, &out, true); err != nil {
		t.Fatal(err)
	}
	var got wire.Inventory
	if err := json.Unmarshal(out.Bytes(), &got); err != nil || got.Languages == nil || !got.Confined {
		t.Errorf("%q: %v", out.String(), err)
	}
	if run([]string{"--what"}, nil, &out, true) == nil {
		t.Error("an unknown flag is taken")
	}
}
