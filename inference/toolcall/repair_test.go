package toolcall

import (
	"bytes"
	"encoding/json"
	"math"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func TestRepairMendsHowItIsWritten(t *testing.T) {
	rows := []struct{ what, in, want string }{
		{"valid JSON stays as it is", ` {"a" : 1} `, ` {"a" : 1} `},
		{"a trailing comma", `{"a":1,}`, `{"a":1}`},
		{"a bracket that is missing", `{"moves":[{"from":"/a","to":"/b"}`, `{"moves":[{"from":"/a","to":"/b"}]}`},
		{"a bracket too many", `{"a":"b"}}`, `{"a":"b"}`},
		{"single quotes", `{'path':'/it is "so"'}`, `{"path":"/it is \"so\""}`},
		{"keys without quotes", `{path: "/x", deep: True, none: None}`, `{"path":"/x","deep":true,"none":null}`},
		{"a comma that is missing", `{"a":"x" "b":"y"}`, `{"a":"x","b":"y"}`},
		{"raw line breaks in a text", "{\"text\":\"a\nb\tc\"}", `{"text":"a\nb\tc"}`},
		{"a fence round it", "```json\n{a:1}\n```", `{"a":1}`},
		{"a large integer", `{id: 12345678901234567890123,}`, `{"id":12345678901234567890123}`},
	}
	for _, row := range rows {
		t.Run(row.what, func(t *testing.T) {
			got, ok := Repair([]byte(row.in))
			if !ok || string(got) != row.want {
				t.Errorf("got %s, %v", got, ok)
			}
		})
	}
}

func TestRepairDoesNotGuess(t *testing.T) {
	rows := []struct{ what, in string }{
		{"a path that was cut off", `{"path":"/home/an`},
		{"a number that may have been cut off", `{"n":12`},
		{"a value that is missing", `{"path":`},
		{"a list that was to go on", `{"moves":["/a",`},
		{"a path of Windows with escapes that mean two things", `{path:"C:\Users\new"}`},
		{"quotes inside of quotes", `{"path":"/a "b" c",}`},
		{"a line break and a comma that is missing", "{\"path\":\"/a\n, \"to\":\"/b\"}"},
		{"a value without quotes", `{path: /home/anna}`},
		{"words", `move the file`},
		{"nothing", ``},
		{"two values", `{"a":1}{"b":2}`},
		{"nesting without end", strings.Repeat("[", 65) + strings.Repeat("]", 65)},
		{"nesting without end, and broken", strings.Repeat("[", 1e6)},
	}
	for _, row := range rows {
		t.Run(row.what, func(t *testing.T) {
			if got, ok := Repair([]byte(row.in)); ok {
				t.Errorf("got %s", got)
			}
		})
	}
}

// texts gathers the strings of a JSON value.
func texts(v any, into map[string]bool) {
	switch v := v.(type) {
	case string:
		into[v] = true
	case []any:
		for _, e := range v {
			texts(e, into)
		}
	case map[string]any:
		for k, e := range v {
			into[k] = true
			texts(e, into)
		}
	}
}

func TestRepairNeverInventsAPathWhereverItIsCut(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		paths := rapid.SliceOfN(rapid.StringMatching(`/[a-z ,:{}\[\]"'\\é]{0,12}`), 1, 4).Draw(t, "paths")
		moves := []map[string]string{}
		for _, p := range paths {
			moves = append(moves, map[string]string{"from": p, "to": p + "x"})
		}
		whole, err := json.Marshal(map[string]any{"moves": moves})
		if err != nil {
			t.Fatal(err)
		}
		known := map[string]bool{}
		var v any
		if err := json.Unmarshal(whole, &v); err != nil {
			t.Fatal(err)
		}
		texts(v, known)
		cut := rapid.IntRange(0, len(whole)).Draw(t, "cut")
		got, ok := Repair(whole[:cut])
		if !ok {
			return
		}
		found := map[string]bool{}
		if err := json.Unmarshal(got, &v); err != nil {
			t.Fatal(err)
		}
		texts(v, found)
		for s := range found {
			if !known[s] {
				t.Fatalf("%s became %s: %q is new", whole[:cut], got, s)
			}
		}
	})
}

func TestRepairTakesTimeInProportionToItsInput(t *testing.T) {
	shapes := []string{"{", "[", `{"a":`, `"\`, `['`, "```", `{a:"x" `}
	for _, shape := range shapes {
		text := []byte(strings.Repeat(shape, 1<<18/len(shape)))
		if took := fastest(func() { Repair(text) }); took > time.Second {
			t.Errorf("256 kB of %q took %v", shape, took)
		}
	}
}

// fastest returns the time of the fastest of three runs: a busy machine makes any
// single one slow.
func fastest(work func()) time.Duration {
	best := time.Duration(math.MaxInt64)
	for range 3 {
		start := time.Now()
		work()
		best = min(best, time.Since(start))
	}
	return best
}

func FuzzRepair(f *testing.F) {
	for _, s := range []string{`{"a":1,}`, `{'a':'b'}`, `{a:[1,2`, "```json\n{}\n```", `{"a":"\u00e9\n"}`, `[True,None]`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		got, ok := Repair(raw)
		if !ok {
			return
		}
		if !json.Valid(got) || depth(got) > maxDepth {
			t.Fatalf("%q became %q", raw, got)
		}
		again, ok := Repair(got)
		if !ok || string(again) != string(got) {
			t.Fatalf("%q, then %q", got, again)
		}
		if word, is := invented(got, raw); is {
			t.Fatalf("%q became %q: %s is new", raw, got, word)
		}
	})
}

// invented finds a number or a plain text of mended JSON that does not stand in
// what it was mended from. Texts with anything to escape are left to the table.
func invented(got, raw []byte) (word string, is bool) {
	if bytes.ContainsRune(raw, '\\') {
		return "", false
	}
	dec := json.NewDecoder(bytes.NewReader(got))
	dec.UseNumber()
	for {
		token, err := dec.Token()
		if err != nil {
			return "", false
		}
		switch v := token.(type) {
		case json.Number:
			word = v.String()
		case string:
			word = v
		default:
			continue
		}
		if utf8.ValidString(word) && !bytes.Contains(raw, []byte(word)) && utf8.Valid(raw) {
			return word, true
		}
	}
}
