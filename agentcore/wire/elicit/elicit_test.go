package elicit

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

func form(t *testing.T, schema string) ([]Field, error) {
	t.Helper()
	var s any
	if err := json.Unmarshal([]byte(schema), &s); err != nil {
		t.Fatal(err)
	}
	q, err := Form("Why?", s)
	return q.Fields, err
}

func TestAFormIsTheFlatSchemaWithWhatIsRequiredFirst(t *testing.T) {
	fields, err := form(t, `{"type":"object","required":["name","age"],"properties":{
		"age":{"type":"integer","minimum":18,"maximum":120},
		"colour":{"type":"string","enum":["r","g"],"enumNames":["Red","Green"],"default":"g"},
		"days":{"type":"array","minItems":1,"items":{"anyOf":[{"const":"mo","title":"Monday"},{"const":"tu"}]},"default":["tu"]},
		"mail":{"type":"string","format":"email"},
		"name":{"type":"string","title":"Your name","description":"as on the passport","minLength":2},
		"news":{"type":"boolean","default":true},
		"size":{"type":"string","oneOf":[{"const":"s","title":"Small"}]}}}`)
	if err != nil {
		t.Fatal(err)
	}
	n := func(f float64) *float64 { return &f }
	want := []Field{
		{Name: "name", Title: "Your name", About: "as on the passport", Kind: Text, Required: true, Least: n(2)},
		{Name: "age", Kind: Integer, Required: true, Least: n(18), Most: n(120)},
		{Name: "colour", Kind: One, Options: []Option{{"r", "Red"}, {"g", "Green"}}, Default: []string{"g"}},
		{Name: "days", Kind: Several, Least: n(1), Options: []Option{{"mo", "Monday"}, {"tu", "tu"}}, Default: []string{"tu"}},
		{Name: "mail", Kind: Text, Format: "email"},
		{Name: "news", Kind: YesNo, Default: []string{"true"}},
		{Name: "size", Kind: One, Options: []Option{{"s", "Small"}}},
	}
	if !reflect.DeepEqual(fields, want) {
		t.Errorf("got  %+v\nwant %+v", fields, want)
	}
}

func TestAFormThatNobodyCouldFillInIsRefused(t *testing.T) {
	many := strings.Repeat(`"x",`, maxOptions) + `"x"`
	for _, schema := range []string{
		`7`, `{"type":"string"}`, `{"properties":{"a":{"type":"string"}}}`,
		`{"type":"object","properties":{"a":{"type":"object"}}}`,
		`{"type":"object","properties":{"a":{"type":"array","items":{"type":"string"}}}}`,
		`{"type":"object","properties":{"a":{"type":["string","null"]}}}`,
		`{"type":"object","properties":{"a":{"type":"string","enum":[` + many + `]}}}`,
	} {
		if fields, err := form(t, schema); err == nil {
			t.Errorf("%.80s became %+v", schema, fields)
		}
	}
}

func TestWhatIsTypedIsHeldAgainstItsField(t *testing.T) {
	n := func(f float64) *float64 { return &f }
	options := []Option{{"a", "A"}, {"b", "B"}}
	for _, row := range []struct {
		what  string
		field Field
		typed []string
		want  any
		code  Code
	}{
		{"a text", Field{Kind: Text}, []string{"Anna"}, "Anna", ""},
		{"nothing", Field{Kind: Text}, []string{""}, nil, ""},
		{"nothing where something has to be", Field{Kind: Text, Required: true}, []string{""}, nil, Missing},
		{"a short text", Field{Kind: Text, Least: n(2)}, []string{"ä"}, "ä", TooShort},
		{"a long text", Field{Kind: Text, Most: n(2)}, []string{"äöü"}, "äöü", TooLong},
		{"a text without end", Field{Kind: Text}, []string{strings.Repeat("x", maxTyped+1)}, strings.Repeat("x", maxTyped+1), TooLong},
		{"an address of mail", Field{Kind: Text, Format: "email"}, []string{"anna@example.org"}, "anna@example.org", ""},
		{"a name before it", Field{Kind: Text, Format: "email"}, []string{"Anna <anna@example.org>"}, "Anna <anna@example.org>", NoEmail},
		{"no address", Field{Kind: Text, Format: "uri"}, []string{"example.org"}, "example.org", NoAddress},
		{"a day", Field{Kind: Text, Format: "date"}, []string{"2026-02-29"}, "2026-02-29", NoDate},
		{"a time", Field{Kind: Text, Format: "date-time"}, []string{"2026-02-28T10:00:00Z"}, "2026-02-28T10:00:00Z", ""},
		{"a number", Field{Kind: Number}, []string{" 1.5 "}, 1.5, ""},
		{"no number", Field{Kind: Number}, []string{"Inf"}, nil, NoNumber},
		{"no whole number", Field{Kind: Integer}, []string{"1.5"}, nil, NoInteger},
		{"a large whole number", Field{Kind: Integer}, []string{"9007199254740993"}, int64(9007199254740993), ""},
		{"too small a number", Field{Kind: Integer, Least: n(18)}, []string{"17"}, int64(17), Under},
		{"yes", Field{Kind: YesNo, Required: true}, []string{"true"}, true, ""},
		{"an option", Field{Kind: One, Options: options}, []string{"b"}, "b", ""},
		{"what is no option", Field{Kind: One, Options: options}, []string{"A"}, nil, NoOption},
		{"two options", Field{Kind: Several, Options: options}, []string{"a", "b"}, []string{"a", "b"}, ""},
		{"too few options", Field{Kind: Several, Options: options, Required: true, Least: n(1)}, nil, []string{}, TooFew},
		{"too many options", Field{Kind: Several, Options: options, Most: n(1)}, []string{"a", "b"}, []string{"a", "b"}, TooMany},
	} {
		if got, p := row.field.Value(row.typed); p.Code != row.code || p.Code == "" && !reflect.DeepEqual(got, row.want) {
			t.Errorf("%s: %v, %+v", row.what, got, p)
		}
	}
}

func TestOnlyAPageOfTheWebWhoseAddressShowsWhereItLeadsIsOpened(t *testing.T) {
	for address, ok := range map[string]bool{
		"https://example.org/sign-in?x=1": true, "http://127.0.0.1:8080/a": true, "http://localhost/a": true,
		"http://example.org/": false, "javascript:alert(1)": false, "file:///etc/passwd": false, "https:///a": false,
		"https://bank.example@evil.example/": false, "https://ex\u0430mple.org/": false, "https://example.org/\u202egpj": false,
		"https://example.org/a b": false, "https://example.org/" + strings.Repeat("x", maxAddress): false, "": false,
	} {
		if q, err := Page("Why?", address); (err == nil) != ok || ok && q.URL != address {
			t.Errorf("%.60q: %q, %v", address, q.URL, err)
		}
	}
}

func TestAnAnswerThatDoesNotFitIsNone(t *testing.T) {
	q := Question{Fields: []Field{{Name: "name", Kind: Text, Required: true}}}
	for _, row := range []struct{ given, want Answer }{
		{Answer{}, Answer{Action: Cancel}},
		{Answer{Action: "maybe"}, Answer{Action: Cancel}},
		{Answer{Action: Accept}, Answer{Action: Cancel}},
		{Answer{Action: Decline, Values: map[string]any{"name": "x"}}, Answer{Action: Decline}},
		{Answer{Action: Accept, Values: map[string]any{"name": "x"}}, Answer{Action: Accept, Values: map[string]any{"name": "x"}}},
	} {
		if got := q.Of(row.given); !reflect.DeepEqual(got, row.want) {
			t.Errorf("%+v became %+v", row.given, got)
		}
	}
}
