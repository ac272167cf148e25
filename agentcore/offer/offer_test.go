package offer_test

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/offer"
)

// rows are the lines of a table in testdata, each in its columns.
func rows(t *testing.T, file string) [][]string {
	t.Helper()
	text, err := os.ReadFile("testdata/" + file)
	if err != nil {
		t.Fatal(err)
	}
	var out [][]string
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			out = append(out, strings.Split(line, "|"))
		}
	}
	return out
}

// own are the servers that we ship.
var own = []string{"triage", "files", "documents", "deskhand"}

// tools are those of many servers, with definitions of a usual length.
func tools(t *testing.T) []chat.ToolSpec {
	var list []chat.ToolSpec
	for _, r := range rows(t, "tools.txt") {
		properties, required := map[string]any{}, []string{}
		for _, arg := range strings.Fields(r[2]) {
			name, must := strings.CutSuffix(arg, "*")
			properties[name] = map[string]string{"type": "string", "description": "The " + name + " to use."}
			if must {
				required = append(required, name)
			}
		}
		schema, err := json.Marshal(map[string]any{"type": "object", "properties": properties, "required": required})
		if err != nil {
			t.Fatal(err)
		}
		s := chat.ToolSpec{Name: word(r[0]) + "_" + word(r[1]), Server: r[0], Description: r[3], Parameters: schema, Own: slices.Contains(own, r[0])}
		if s.Own {
			s.Name = r[1]
		}
		list = append(list, s)
	}
	return list
}

// word returns a name as the host passes it to models.
func word(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return '_'
	}, name)
}

var core = []string{"triage_propose", "triage_apply", "files_list", "documents_read", "read_more", "files_find", "files_move", "files_undo"}

func input(request string, window int) offer.Input {
	return offer.Input{
		Request: request, Core: core, Room: fitting(window),
		Cost: func(s chat.ToolSpec) int {
			raw, _ := json.Marshal(s)
			return len(raw) / 3
		},
		Finder: chat.ToolSpec{Name: "find_tools", Description: strings.Repeat("Find tools. ", 20)},
	}
}

func names(list []chat.ToolSpec) []string {
	var out []string
	for _, s := range list {
		out = append(out, s.Name)
	}
	return out
}

// reached counts the cases whose tool is offered, or among the first five hits for the
// user's own sentence, and logs the others.
func reached(t *testing.T, file string, window int) (n, of, offered, found int) {
	t.Helper()
	x := offer.NewIndex(tools(t))
	for _, c := range rows(t, file) {
		want, request := c[0], c[1]
		told := slices.Contains(names(x.Choose(input(request, window)).Tools), want)
		hits := names(x.Search(request, "", 5))
		of++
		if told {
			offered++
		}
		if slices.Contains(hits, want) {
			found++
		}
		if told || slices.Contains(hits, want) {
			n++
			continue
		}
		t.Logf("%d: %q needs %s and finds %v", window, request, want, hits)
	}
	return n, of, offered, found
}

func TestOf209ToolsTheNeededOneIsOfferedOrFound(t *testing.T) {
	if n := len(tools(t)); n != 209 {
		t.Fatalf("%d tools", n)
	}
	for _, window := range []int{8192, 32_768} {
		n, of, offered, found := reached(t, "cases.txt", window)
		t.Logf("window %d: %d of %d; %d offered, %d among the first five found", window, n, of, offered, found)
		if of != 40 || n < 38 {
			t.Errorf("window %d: %d of %d", window, n, of)
		}
	}
}

// The cases that the lexicon was written for say little about other requests.
func TestOtherCasesThanThoseOfTheTableReachTheirToolsToo(t *testing.T) {
	for _, window := range []int{8192, 32_768} {
		n, of, offered, found := reached(t, "others.txt", window)
		t.Logf("window %d: %d of %d; %d offered, %d among the first five found", window, n, of, offered, found)
		if of != 20 || n < 16 {
			t.Errorf("window %d: %d of %d", window, n, of)
		}
	}
}

func fitting(window int) int { return window / 4 }

func TestWhatIsOfferedFitsAndEachServerKeepsTwo(t *testing.T) {
	x := offer.NewIndex(tools(t))
	for _, window := range []int{4096, 8192, 32_768, 131_072} {
		in := input("Mach ein Bildschirmfoto der Seite", window)
		o := x.Choose(in)
		used, kept := 0, map[string]int{}
		for _, s := range o.Tools {
			used += in.Cost(s)
			kept[s.Server]++
		}
		if used > fitting(window) {
			t.Errorf("%d tokens of %d", used, fitting(window))
		}
		if len(o.Tools)+len(o.Left) != 210 { // the finder is one more
			t.Errorf("%d offered, %d left", len(o.Tools), len(o.Left))
		}
		for _, s := range o.Left {
			if window >= 32_768 && !s.Own && kept[s.Server] < 2 {
				t.Errorf("window %d: %s keeps %d tools", window, s.Server, kept[s.Server])
			}
		}
		for _, name := range core[:7] {
			if window >= 8192 && !slices.Contains(names(o.Tools), name) {
				t.Errorf("window %d: %s is not offered", window, name)
			}
		}
	}
}

func TestAllToolsAreOfferedWithoutAFinderWhereTheyFit(t *testing.T) {
	few := tools(t)[:40]
	o := offer.NewIndex(few).Choose(input("hello", 1<<20))
	if len(o.Tools) != 40 || len(o.Left) != 0 {
		t.Errorf("%d offered, %d left", len(o.Tools), len(o.Left))
	}
	if o := offer.NewIndex(tools(t)[:41]).Choose(input("hello", 1<<20)); len(o.Left) == 0 {
		t.Error("41 tools are all offered")
	}
}

func TestWhatWasFoundIsOfferedFirst(t *testing.T) {
	in := input("hello", 8192)
	in.Wanted = []string{"excel_apply_formula", "deepl_translate_text"}
	got := names(offer.NewIndex(tools(t)).Choose(in).Tools)
	for _, want := range in.Wanted {
		if !slices.Contains(got, want) {
			t.Errorf("%s is not among %v", want, got)
		}
	}
}

func TestTheFinderLooksInOneServerWhereOneIsNamed(t *testing.T) {
	for _, s := range offer.NewIndex(tools(t)).Search("create something", "GitHub", 5) {
		if s.Server != "github" {
			t.Errorf("%s is of another", s.Name)
		}
	}
}
