package toolcall

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/deskhand/deskhand/agentcore/chat"
)

var offered = []chat.ToolSpec{{Name: "files_list"}, {Name: "files_move"}}

// read filters a text that comes in these pieces.
func read(pieces ...string) (shown string, calls []chat.ToolCall) {
	f := NewFilter(offered)
	var b strings.Builder
	for _, p := range pieces {
		b.WriteString(f.Feed(p))
	}
	rest, calls := f.End(false)
	return b.String() + rest, calls
}

func spell(calls []chat.ToolCall) string {
	var b strings.Builder
	for _, c := range calls {
		fmt.Fprintf(&b, "%s%s ", c.Name, c.Args)
	}
	return strings.TrimSpace(b.String())
}

func TestCallsWrittenAsTextAreReadAndHidden(t *testing.T) {
	const list = `files_list{"path":"/x"}`
	rows := []struct{ what, in, shown, calls string }{
		{"between tags", "Let me look.<tool_call>\n{\"name\":\"files_list\",\"arguments\":{\"path\":\"/x\"}}\n</tool_call>", "Let me look.", list},
		{"between tags, the last one missing", `<tool_call>{"name":"files_list","arguments":{"path":"/x"}}`, "", list},
		{"two between tags", `<tool_call>{"name":"a","arguments":{}}{"name":"b","arguments":{}}</tool_call>`, "", "a{} b{}"},
		{"between tags and unreadable", "Hm.<tool_call>{\"name\": files</tool_call>", "Hm.", ""},
		{"between tags, sloppy", `<tool_call>{'name':'files_list','arguments':{'path':'/x',}}</tool_call>`, "", list},
		{"in a fence", "I list.\n```json\n{\"name\":\"files_list\",\"arguments\":{\"path\":\"/x\"}}\n```", "I list.\n", list},
		{"in a fence of one line", "```json {\"name\":\"files_list\",\"parameters\":{\"path\":\"/x\"}}```\n", "", list},
		{"in a fence that is not closed", "```\n{\"name\":\"files_list\",\"arguments\":{\"path\":\"/x\"}}\n", "", list},
		{"as bare JSON", `{"name":"files_list","arguments":{"path":"/x"}}`, "", list},
		{"as bare JSON over several lines", "{\n  \"name\": \"files_list\",\n  \"arguments\": {\"path\":\"/x\"}\n}", "", list},
		{"in the form of OpenAI", `{"type":"function","function":{"name":"files_list","arguments":"{\"path\":\"/x\"}"}}`, "", list},
		{"as a list", `[{"name":"files_list","arguments":{"path":"/x"}},{"name":"files_move","arguments":{}}]`, "", list + " files_move{}"},
		{"in brackets", `[files_list(path="/x")]`, "", list},
		{"in brackets, several", `[files_list(path='/x'), files_move(moves=[{"from":"a","to":"b"}], deep=True)]`, "", list + ` files_move{"moves":[{"from":"a","to":"b"}],"deep":true}`},
		{"with a large integer", `{"name":"files_list","arguments":{"n":12345678901234567890}}`, "", `files_list{"n":12345678901234567890}`},
	}
	for _, row := range rows {
		t.Run(row.what, func(t *testing.T) {
			shown, calls := read(row.in)
			if got := spell(calls); strings.TrimRight(shown, "\n") != strings.TrimRight(row.shown, "\n") || got != row.calls {
				t.Errorf("showed %q, called %s", shown, got)
			}
		})
	}
}

func TestProseThatMentionsAToolIsNoCall(t *testing.T) {
	rows := []struct{ what, in string }{
		{"a name", "I would use files_list for that."},
		{"a call in a sentence", `You can write files_list(path="/x") or [files_list(path="/x")] there.`},
		{"JSON in a sentence", `The call {"name":"files_list","arguments":{}} lists files.`},
		{"JSON of something else", `{"name":"Anna","arguments":{"a":1}}`},
		{"JSON that has more to say", `{"name":"files_list","description":"lists files","arguments":{}}`},
		{"a fence of code", "```python\nfiles_list(path='/x')\n[files_list(path='/x')]\n```\nDone."},
		{"a fence with data", "```json\n{\"path\":\"/x\"}\n```\n"},
		{"a list in Markdown", "[x] files_list\n[ ] files_move\n[it's](http://a)"},
		{"a bracket that is not closed", "{\"name\": \"files_list\" and so on"},
		{"a bracket and then prose", "[files_list\n\nand more"},
		{"a smaller sign", "1 < 2, a <tool, <tool_callx>"},
		{"a sentence about tags", "I write calls between <tool_call> tags."},
		{"arguments by place", `[files_list("/x")]`},
		{"back quotes", "`files_list` lists.\n``x``\n"},
		{"words of other languages", "Größe → 3 µm; 日本"},
	}
	for _, row := range rows {
		t.Run(row.what, func(t *testing.T) {
			if shown, calls := read(row.in); shown != row.in || len(calls) > 0 {
				t.Errorf("showed %q, called %s", shown, spell(calls))
			}
		})
	}
}

func TestACallThatWasBrokenOffIsNone(t *testing.T) {
	for _, in := range []string{
		`<tool_call>{"name":"files_list","arguments":{}}`,
		"```json\n{\"name\":\"files_list\",\"arguments\":{}}",
		`{"name":"files_list","arguments":{"path":"/x"}`,
	} {
		f := NewFilter(offered)
		f.Feed(in)
		if _, calls := f.End(true); len(calls) > 0 {
			t.Errorf("%s: called %s", in, spell(calls))
		}
	}
}

func TestProseIsShownAsItComes(t *testing.T) {
	f := NewFilter(offered)
	for _, piece := range []string{"Hello ", "there.", "\nIt ", "goes on [", "a], {b} and `c`"} {
		if got := f.Feed(piece); got != piece {
			t.Errorf("of %q came %q", piece, got)
		}
	}
}

// fragments are what texts with calls are made of.
var fragments = []string{
	"<tool_call>", "</tool_call>", "```json\n", "```\n", "\n```", `{"name":"files_list","arguments":{"path":"/x"}}`,
	`[files_list(path="/x")]`, "\n", " ", "text", "{", "}", "[", "]", `"`, "'", "<", "`", "\\", "é", "```python\n",
}

func TestHowAStreamIsCutDoesNotMatter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(rapid.SampledFrom(fragments), 0, 12).Draw(t, "text"), "")
		shown, calls := read(text)
		var pieces []string
		for rest := text; rest != ""; {
			n := rapid.IntRange(1, len(rest)).Draw(t, "n")
			pieces, rest = append(pieces, rest[:n]), rest[n:]
		}
		again, same := read(pieces...)
		if again != shown || spell(same) != spell(calls) {
			t.Fatalf("%q\nwhole: %q %s\nin pieces: %q %s", text, shown, spell(calls), again, spell(same))
		}
		if len(calls) == 0 && !strings.Contains(text, tagOpen) && shown != text {
			t.Fatalf("%q became %q without a call", text, shown)
		}
	})
}

func TestAFilterTakesTimeInProportionToItsInput(t *testing.T) {
	for _, shape := range append(fragments, "{\n", "[\n", "<tool_call>{", "```\n<tool_call>", `{"function":`, `[files_list(a=`) {
		text := strings.Repeat(shape, 1<<18/len(shape))
		if took := fastest(func() { read(text) }); took > time.Second {
			t.Errorf("256 kB of %q took %v", shape, took)
		}
	}
}

func FuzzTextCalls(f *testing.F) {
	for _, s := range fragments {
		f.Add(s, "text")
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		shown, calls := read(a + b)
		again, same := read(a, b)
		if shown != again || spell(calls) != spell(same) {
			t.Fatalf("%q + %q: %q %s, whole %q %s", a, b, again, spell(same), shown, spell(calls))
		}
		for _, c := range calls {
			if c.Name == "" || !Object(c.Args) {
				t.Fatalf("%q called %q with %q", a+b, c.Name, c.Args)
			}
		}
	})
}
