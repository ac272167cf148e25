package meta

import (
	"encoding/json"
	"reflect"
	"slices"
	"testing"

	"github.com/deskhand/deskhand/agentcore/chat"
)

// sent returns fields as they arrive on the other side.
func sent(t *testing.T, fields map[string]any) map[string]any {
	t.Helper()
	raw, err := json.Marshal(fields)
	if err != nil {
		t.Fatal(err)
	}
	var arrived map[string]any
	if err := json.Unmarshal(raw, &arrived); err != nil {
		t.Fatal(err)
	}
	return arrived
}

func TestAFailureArrivesAsItWasSent(t *testing.T) {
	for _, f := range []chat.Failure{
		{Class: chat.ErrExecution, Message: "It failed."},
		{
			Class: chat.ErrInvalidArgs, Code: chat.CodeVanished, Message: "There is no such file.", Path: "/a/ü",
			Advice: chat.Advice{Code: chat.AdviseOneOf, Args: []string{"/a"}, Text: "Look."}, Suggestions: []string{"/a/u"},
		},
	} {
		if got, ok := FailureIn(sent(t, map[string]any{FailureKey: f})); !ok || !reflect.DeepEqual(got, f) {
			t.Errorf("%+v arrives as %+v, %v", f, got, ok)
		}
	}
}

func TestWhatIsNoFailureIsNotReadAsOne(t *testing.T) {
	for _, told := range []any{nil, "disk_full", 7, []any{}, map[string]any{"error_type": 7}, map[string]any{"suggestions": "a"}, map[string]any{"advice": "a"}} {
		if got, ok := FailureIn(sent(t, map[string]any{FailureKey: told})); ok || !reflect.DeepEqual(got, chat.Failure{}) {
			t.Errorf("%v is read as %+v", told, got)
		}
	}
	if _, ok := FailureIn(nil); ok {
		t.Error("nothing is read as a failure")
	}
}

func TestRootsAreAListOfPathsOrAnError(t *testing.T) {
	for _, row := range []struct {
		fields map[string]any
		roots  []string
		given  bool
		wrong  bool
	}{
		{nil, nil, false, false},
		{map[string]any{RootsKey: []string{"/a", "/b"}}, []string{"/a", "/b"}, true, false},
		{map[string]any{RootsKey: []string{}}, nil, true, false},
		{map[string]any{RootsKey: nil}, nil, false, false},
		{map[string]any{RootsKey: "/a"}, nil, true, true},
		{map[string]any{RootsKey: []any{"/a", 7}}, nil, true, true},
	} {
		roots, given, err := RootsIn(sent(t, row.fields))
		if given != row.given || (err != nil) != row.wrong || err == nil && !slices.Equal(roots, row.roots) {
			t.Errorf("%v: got %v, %v, %v", row.fields, roots, given, err)
		}
	}
}

func TestOnlyNullSetsNoBound(t *testing.T) {
	for _, row := range []struct {
		fields map[string]any
		want   bool
	}{
		{nil, false},
		{map[string]any{"other": nil}, false},
		{map[string]any{RootsKey: []string(nil)}, true},
		{map[string]any{RootsKey: []string{}}, false},
		{map[string]any{RootsKey: []string{"/"}}, false},
	} {
		if got := Unbounded(sent(t, row.fields)); got != row.want {
			t.Errorf("%v: got %v", row.fields, got)
		}
	}
}
