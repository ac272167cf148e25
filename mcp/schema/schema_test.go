package schema_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/deskhand/deskhand/mcp/schema"
)

func compiled(t *testing.T, text string) *schema.Schema {
	t.Helper()
	s, err := schema.Compile([]byte(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return s
}

func decoded(t *testing.T, text string) map[string]any {
	t.Helper()
	args, err := schema.Decode([]byte(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return args
}

const moves = `{"type":"object","properties":{
	"moves":{"type":"array","minItems":1,"items":{"$ref":"#/$defs/move"}},
	"mode":{"enum":["copy","link"],"default":"copy"},
	"deep":{"type":"boolean"}},
	"required":["moves"],"additionalProperties":false,
	"$defs":{"move":{"type":"object","properties":{"from":{"type":"string"},"to":{"type":"string"},"n":{"type":"integer","maximum":5}},"required":["from","to"]}}}`

func TestWhatIsWrongWithArgumentsIsSaidInPlainWords(t *testing.T) {
	s := compiled(t, moves)
	rows := []struct{ args, says string }{
		{`{"moves":[{"from":"a","to":"b"}]}`, ""},
		{`{}`, `"moves" is missing`},
		{`{"moves":[{"from":"a"}]}`, `in moves[0] "to" is missing`},
		{`{"moves":[{}]}`, `in moves[0] "from" and "to" is missing`},
		{`{"moves":[{"from":"a","to":7}]}`, `moves[0].to must be text, not a number`},
		{`{"moves":"a"}`, `moves must be a list, not text`},
		{`{"moves":[{"from":"a","to":"b"}],"overwrite":true}`, `there is no argument "overwrite"`},
		{`{"moves":[{"from":"a","to":"b"}],"mode":"steal"}`, `mode must be one of "copy", "link"`},
		{`{"moves":[{"from":"a","to":"b"}],"deep":"yes"}`, `deep must be true or false, not text`},
		{`{"moves":[{"from":"a","to":"b","n":1.5}]}`, `moves[0].n must be a whole number, not a number`},
		{`{"moves":[{"from":"a","to":"b","n":12345678901234567890}]}`, `moves[0].n: maximum`},
		{`{"moves":[]}`, `moves: minItems`},
	}
	for _, row := range rows {
		err := s.Check(decoded(t, row.args))
		var mismatch *schema.Mismatch
		switch {
		case row.says == "" && err != nil:
			t.Errorf("%s: %v", row.args, err)
		case row.says != "" && (!errors.As(err, &mismatch) || !strings.Contains(err.Error(), row.says)):
			t.Errorf("%s: %v", row.args, err)
		}
	}
}

func TestManyTroublesAreToldInFew(t *testing.T) {
	s := compiled(t, moves)
	var mismatch *schema.Mismatch
	many := strings.Repeat(`{"from":1},`, 500)
	err := s.Check(decoded(t, `{"moves":[`+strings.TrimSuffix(many, ",")+`]}`))
	if !errors.As(err, &mismatch) || len(mismatch.Words) != 4 {
		t.Errorf("got %v", err)
	}
	long := compiled(t, `{"properties":{"a":{"enum":["`+strings.Repeat("x", 5000)+`"]}}}`)
	if err := long.Check(map[string]any{"a": "b"}); err == nil || len(err.Error()) > 400 {
		t.Errorf("got %v", err)
	}
}

func TestDefaultsAreFilledWhereTheyFit(t *testing.T) {
	rows := []struct{ what, schema, args, want string }{
		{"an argument", moves, `{"moves":[]}`, `{"mode":"copy","moves":[]}`},
		{"one that is there", moves, `{"mode":"link"}`, `{"mode":"link"}`},
		{"in a list of objects, through a reference", `{"properties":{"l":{"items":{"$ref":"#/$defs/x"}}},"$defs":{"x":{"properties":{"n":{"default":3}}}}}`, `{"l":[{},{"n":1}]}`, `{"l":[{"n":3},{"n":1}]}`},
		{"not one that is wrong", `{"properties":{"n":{"type":"integer","default":"three"}}}`, `{}`, `{}`},
		{"not in an object that is not there", `{"properties":{"o":{"properties":{"n":{"default":1}}}}}`, `{}`, `{}`},
		{"not of one of several that could apply", `{"anyOf":[{"properties":{"n":{"default":1}}}]}`, `{}`, `{}`},
		{"of all that apply", `{"allOf":[{"properties":{"n":{"default":1}}}]}`, `{}`, `{"n":1}`},
		{"a number in quotes where one is asked for", `{"properties":{"n":{"type":"number"},"i":{"$ref":"#/$defs/i"},"b":{"type":"boolean"},"l":{"items":{"type":"integer"}}},"$defs":{"i":{"type":"integer"}}}`, `{"b":"true","i":"7","l":["1",2],"n":"1.5"}`, `{"b":true,"i":7,"l":[1,2],"n":1.5}`},
		{"no text that may be one", `{"properties":{"a":{"type":["string","number"]},"b":{},"c":{"type":"integer"},"d":{"type":"integer"}}}`, `{"a":"1","b":"1","c":"1.5","d":"1 2"}`, `{"a":"1","b":"1","c":"1.5","d":"1 2"}`},
		{"a large number as it is", `{"properties":{"n":{"default":12345678901234567890}}}`, `{}`, `{"n":12345678901234567890}`},
	}
	for _, row := range rows {
		t.Run(row.what, func(t *testing.T) {
			s, args := compiled(t, row.schema), decoded(t, row.args)
			s.Fill(args)
			if got, err := schema.Encode(args); err != nil || string(got) != row.want {
				t.Errorf("got %s, %v", got, err)
			}
		})
	}
}

func TestADefaultIsNotShared(t *testing.T) {
	s := compiled(t, `{"properties":{"o":{"default":{"l":[{}]}}}}`)
	first, second := map[string]any{}, map[string]any{}
	s.Fill(first)
	first["o"].(map[string]any)["l"].([]any)[0].(map[string]any)["x"] = true
	s.Fill(second)
	if got, _ := schema.Encode(second); string(got) != `{"o":{"l":[{}]}}` {
		t.Errorf("got %s", got)
	}
}

func TestABrokenSchemaIsRefused(t *testing.T) {
	rows := []struct{ what, schema, says string }{
		{"no JSON", `{`, "JSON object"},
		{"a list", `[]`, "JSON object"},
		{"of something else than an object", `{"type":"string"}`, "something else"},
		{"a keyword of the wrong type", `{"required":"a"}`, "required must be a list"},
		{"a type that there is not", `{"properties":{"a":{"type":"file"}}}`, "type"},
		{"a reference into the network", `{"properties":{"a":{"$ref":"https://example.org/schema.json"}}}`, "nothing is loaded"},
		{"a reference to a file", `{"properties":{"a":{"$ref":"file:///etc/passwd"}}}`, "nothing is loaded"},
		{"a dialect from elsewhere", `{"$schema":"https://example.org/dialect"}`, "nothing is loaded"},
		{"a reference to nothing", `{"properties":{"a":{"$ref":"#/$defs/b"}}}`, "no schema"},
		{"a reference to data", `{"properties":{"a":{"$ref":"#/default/x"}},"default":{"x":{"type":"string"}}}`, "no schema"},
		{"too deep", strings.Repeat(`{"not":`, 80) + `{}` + strings.Repeat(`}`, 80), "nested too deeply"},
		{"too long", `{"description":"` + strings.Repeat("x", 300<<10) + `"}`, "longer than"},
		{"a number that takes for ever", `{"properties":{"a":{"multipleOf":1e999999}}}`, "number that is too long"},
	}
	for _, row := range rows {
		t.Run(row.what, func(t *testing.T) {
			if _, err := schema.Compile([]byte(row.schema)); !errors.Is(err, schema.ErrBroken) || !strings.Contains(err.Error(), row.says) {
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestSchemasThatAreInUseAreTaken(t *testing.T) {
	rows := []struct{ what, schema, args string }{
		{"none", ``, `{"anything":1}`},
		{"null", `null`, `{}`},
		{"an older draft", `{"$schema":"http://json-schema.org/draft-07/schema#","definitions":{"a":{"type":"string"}},"properties":{"a":{"$ref":"#/definitions/a"}}}`, `{"a":"x"}`},
		{"a pattern that Go does not know", `{"properties":{"a":{"type":"string","pattern":"^(?!x).*$"}}}`, `{"a":"x"}`},
		{"a format that nobody knows", `{"properties":{"a":{"type":"string","format":"uuid"}}}`, `{"a":"no uuid"}`},
		{"keys of somebody's own", `{"x-order":[1],"properties":{"a":{"x-ui":{"type":7}}}}`, `{"a":1}`},
		{"schemas that are true or false", `{"properties":{"a":true,"b":{"$ref":"#/properties/a"}},"additionalProperties":false}`, `{"a":1,"b":2}`},
		{"a schema within itself", `{"$defs":{"n":{"properties":{"next":{"$ref":"#/$defs/n"}}}},"$ref":"#/$defs/n"}`, `{"next":{"next":{}}}`},
		{"an argument that is called default", `{"properties":{"default":{"type":"string"},"a":{"$ref":"#/properties/default"}}}`, `{"a":"x"}`},
	}
	for _, row := range rows {
		t.Run(row.what, func(t *testing.T) {
			if err := compiled(t, row.schema).Check(decoded(t, row.args)); err != nil {
				t.Error(err)
			}
		})
	}
	s := compiled(t, `{"properties":{"a":{"type":"string","pattern":"^[a-z]+$"}}}`)
	if s.Check(map[string]any{"a": "7"}) == nil {
		t.Error("a pattern that Go knows is not checked")
	}
}

// branching returns a schema in which each of n levels tries the next one twice.
func branching(n int, inside, keyword string) string {
	var b strings.Builder
	b.WriteString(`{"$ref":"#/$defs/l0","$defs":{`)
	for i := range n {
		next := `{"$ref":"#/$defs/l` + string(rune('0'+(i+1)/10)) + string(rune('0'+(i+1)%10)) + `"}`
		name := "l" + string(rune('0'+i/10)) + string(rune('0'+i%10))
		b.WriteString(`"` + name + `":{"` + keyword + `":[` + next + `,` + next + `]},`)
	}
	b.WriteString(`"l` + string(rune('0'+n/10)) + string(rune('0'+n%10)) + `":` + inside + `}}`)
	return strings.ReplaceAll(b.String(), "l0\"", "l00\"")
}

// patterns returns a schema with n patterns for the names of arguments.
func patterns(n int) string {
	of := map[string]any{}
	for i := range n {
		of[fmt.Sprintf("(a|b|c|%d){1,100}y", i)] = map[string]any{}
	}
	text, _ := json.Marshal(map[string]any{"patternProperties": of}) // it always encodes
	return string(text)
}

func TestTenThousandMovesAreChecked(t *testing.T) {
	s := compiled(t, moves)
	args := decoded(t, `{"moves":[`+strings.Repeat(`{"from":"a","to":"b","n":1},`, 9999)+`{"from":"a","to":"b"}]}`)
	if err := s.Check(args); err != nil {
		t.Error(err)
	}
}

func TestNoSchemaMakesACheckTakeForEver(t *testing.T) {
	deep := strings.Repeat(`{"a":`, 60) + `1` + strings.Repeat(`}`, 60)
	rows := []struct{ what, schema, args string }{
		{"each level tries the next twice", branching(40, `{"not":{}}`, "anyOf"), `{}`},
		{"each level asks for the next twice", branching(40, `{}`, "allOf"), `{}`},
		{"each level counts the next twice", branching(40, `{"type":"object"}`, "oneOf"), `{}`},
		{"twice as often with each level of the arguments", `{"$defs":{"n":{"anyOf":[{"properties":{"a":{"$ref":"#/$defs/n"}},"required":["b"]},{"properties":{"a":{"$ref":"#/$defs/n"}},"required":["c"]}]}},"type":"object","$ref":"#/$defs/n"}`, deep},
		{"the same, where the type is wrong", branching(40, `{"type":"string"}`, "anyOf"), `{}`},
		{"a pattern that grows", `{"properties":{"a":{"pattern":"(((x{1,30}){1,30}){1,30})*y"}}}`, `{"a":"` + strings.Repeat("x", 16<<10) + `"}`},
		{"many patterns for many names", patterns(300), `{"` + strings.Repeat("abc", 5000) + `":1}`},
	}
	for _, row := range rows {
		t.Run(row.what, func(t *testing.T) {
			s, err := schema.Compile([]byte(row.schema))
			if err != nil {
				t.Fatal(err)
			}
			args := decoded(t, row.args)
			began := time.Now()
			_ = s.Check(args) // what it says is for other tests
			s.Fill(args)
			if took := time.Since(began); took > 30*time.Second { // the bound is in steps; without one it is hours
				t.Errorf("it took %s", took)
			}
		})
	}
}

func TestArgumentsThatAreCheapToWriteAndCostlyToWorkWithAreRefused(t *testing.T) {
	for _, args := range []string{
		`{"n":1e1000000}`, `{"n":1e-1000000}`, `{"n":` + strings.Repeat("9", 500) + `}`,
		strings.Repeat(`{"a":`, 70) + `1` + strings.Repeat(`}`, 70), `{"l":` + strings.Repeat("[", 70) + strings.Repeat("]", 70) + `}`,
		`{}{}`, `null`, `7`, ``,
	} {
		if _, err := schema.Decode([]byte(args)); err == nil {
			t.Errorf("%.40s is taken", args)
		}
	}
	if args, err := schema.Decode([]byte(`{"n":12345678901234567890.5e10}`)); err != nil || args["n"] != json.Number("12345678901234567890.5e10") {
		t.Errorf("got %v, %v", args, err)
	}
}

func TestAModelSeesASchemaWithoutReferencesAndHiddenArguments(t *testing.T) {
	rows := []struct{ what, schema, want string }{
		{"nested references", moves, `{"type":"object","properties":{"moves":{"type":"array","minItems":1,"items":{"type":"object","properties":{"from":{"type":"string"},"to":{"type":"string"},"n":{"type":"integer","maximum":5}},"required":["from","to"]}},"mode":{"enum":["copy","link"],"default":"copy"},"deep":{"type":"boolean"}},"required":["moves"],"additionalProperties":false}`},
		{"the older name of definitions", `{"$schema":"http://json-schema.org/draft-07/schema#","type":"object","definitions":{"a":{"type":"string"}},"properties":{"a":{"description":"mine","$ref":"#/definitions/a"}}}`, `{"type":"object","properties":{"a":{"description":"mine","type":"string"}}}`},
		{"hidden arguments", `{"type":"object","properties":{"z":{},"dry_run":{},"a":{}},"required":["dry_run","a"]}`, `{"type":"object","properties":{"z":{},"a":{}},"required":["a"]}`},
		{"only hidden ones are required", `{"type":"object","properties":{},"required":["dry_run"]}`, `{"type":"object","properties":{}}`},
		{"a schema within itself", `{"type":"object","properties":{"n":{"$ref":"#/$defs/n"}},"$defs":{"n":{"type":"object","properties":{"next":{"$ref":"#/$defs/n"}}}}}`, `{"type":"object","properties":{"n":{"type":"object","properties":{"next":{}}}}}`},
		{"parts that all apply", `{"allOf":[{"properties":{"a":{}},"required":["a"]},{"properties":{"b":{}},"required":["b"]}]}`, `{"properties":{"a":{},"b":{}},"required":["a","b"],"type":"object"}`},
		{"one of several", `{"type":"object","properties":{"a":{"oneOf":[{"type":"string"},{"$ref":"#/$defs/n"}]}},"$defs":{"n":{"type":"number"}}}`, `{"type":"object","properties":{"a":{"anyOf":[{"type":"string"},{"type":"number"}]}}}`},
		{"data that looks like a reference", `{"type":"object","properties":{"a":{"default":{"$ref":"#/x"}}}}`, `{"type":"object","properties":{"a":{"default":{"$ref":"#/x"}}}}`},
		{"none", ``, `{"type":"object","properties":{}}`},
	}
	for _, row := range rows {
		t.Run(row.what, func(t *testing.T) {
			if got := schema.ForModel([]byte(row.schema), []string{"dry_run"}); string(got) != row.want {
				t.Errorf("got %s", got)
			}
		})
	}
}

func TestASchemaThatWouldGrowTooLargeIsShownAsItIs(t *testing.T) {
	got := string(schema.ForModel([]byte(branching(30, `{"type":"string"}`, "anyOf")), nil))
	if len(got) > 16<<10 || !strings.Contains(got, "$defs") {
		t.Errorf("it is %d bytes: %.200s", len(got), got)
	}
}

func TestWhatAModelSeesIsASchemaThatTakesTheSameArguments(t *testing.T) {
	whole := compiled(t, moves)
	seen := compiled(t, string(schema.ForModel([]byte(moves), nil)))
	value := rapid.SampledFrom([]string{`"a"`, `7`, `1.5`, `true`, `null`, `[]`, `{}`, `{"from":"a","to":"b"}`, `[{"from":"a","to":"b"}]`, `[{"from":1}]`, `[{"from":"a","to":"b","n":9}]`, `"copy"`})
	rapid.Check(t, func(t *rapid.T) {
		raw := "{"
		for i, key := range rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"moves", "mode", "deep", "x"}), 0, 4, rapid.ID[string]).Draw(t, "keys") {
			if i > 0 {
				raw += ","
			}
			raw += `"` + key + `":` + value.Draw(t, key)
		}
		args, err := schema.Decode([]byte(raw + "}"))
		if err != nil {
			t.Fatal(err)
		}
		if a, b := whole.Check(args), seen.Check(args); (a == nil) != (b == nil) {
			t.Fatalf("%s}: %v and %v", raw, a, b)
		}
	})
}

func FuzzSchema(f *testing.F) {
	f.Add(moves, `{"moves":[{"from":"a","to":"b"}]}`)
	f.Add(`{"$ref":"#"}`, `{"a":{}}`)
	f.Add(`{"patternProperties":{"^(a+)+$":{"not":{"$ref":"#/patternProperties/^(a+)+$"}}}}`, `{"aaa":1}`)
	f.Add(`{"$dynamicRef":"#x","$dynamicAnchor":"x","unevaluatedProperties":{"$id":"y"}}`, `{"a":[1,1]}`)
	f.Fuzz(func(t *testing.T, text, raw string) {
		s, err := schema.Compile([]byte(text))
		if err != nil {
			return
		}
		_ = schema.ForModel([]byte(text), []string{"a"})
		args, err := schema.Decode([]byte(raw))
		if err != nil {
			return
		}
		began := time.Now()
		s.Fill(args)
		_ = s.Check(args) // any answer will do, in time
		if took := time.Since(began); took > 10*time.Second {
			t.Fatalf("it took %s", took)
		}
	})
}
