package main

import (
	"reflect"
	"strings"
	"testing"
)

const document = `
| # | input | must happen | tests |
|---|---|---|---|
| 1 | a dot | nothing | ` + "`a/b.TestOne`, `a/b.TestTwo/a_dot`" + ` |
| 2 | two \| dots | nothing | ` + "`c.TestThree -n=5`" + ` |
| 3 | three dots | nothing | nobody looked |
`

func TestATableSaysWhichTestsItsRowsRestOn(t *testing.T) {
	rows := parse(document)
	if len(rows) != 3 || rows[0].input != "a dot" || rows[1].input != "two ¦ dots" || len(rows[2].tests) != 0 {
		t.Fatalf("got %+v", rows)
	}
	want := []order{
		{pkg: "a/b", tests: []string{"TestOne", "TestTwo"}},
		{pkg: "c", tests: []string{"TestThree"}, flags: []string{"-n=5"}},
	}
	if got := orders(rows); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v", got)
	}
}

func TestARowHoldsIfEachOfItsTestsPassed(t *testing.T) {
	rows := parse(document)
	passed := map[string]result{"a/b.TestOne": {true, 1}, "a/b.TestTwo/a_dot": {true, 2}, "c.TestThree": {false, 1}}
	for i, want := range []string{"", "c.TestThree", "no test"} {
		failed, _ := rows[i].verdict(passed)
		if got := strings.Join(failed, ","); got != want {
			t.Errorf("row %d: %q failed, want %q", rows[i].number, got, want)
		}
	}
}
