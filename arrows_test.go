// Package deskhand_test holds the rules of the project that no compiler knows: who
// may import whom, that each package says what it is for, and that one file
// alone reaches for the window's thread.
package deskhand_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"
)

const module = "github.com/deskhand/deskhand"

// A rule names packages and what they may (or must not) import. The patterns of
// a list are parted by spaces; * is one element of a path, /... is the package
// and everything below it.
type rule struct{ packages, list string }

// arrows says what of the project a package may import. The first row that fits
// a package counts; a package without a row may import nothing of the project.
var arrows = []rule{
	{"cmd/deskhand", "assets cmd/internal/cli app app/config mcp/servers/... mcp/reaper"},
	{"cmd/deskhand-window", "cmd/internal/cli ui/... app app/config app/holder assets"},
	{"cmd/internal/cli/serverwords", "app agentcore/wire/entry cmd/internal/cli/termtext"},
	{"cmd/internal/cli/failurewords", "agentcore/chat"},
	{"cmd/internal/cli/termtext", ""},
	{"cmd/internal/cli/pathwords", "agentcore/suggest"},
	{"cmd/internal/cli/configwords", "app/config agentcore/filename agentcore/rule agentcore/template"},
	{"cmd/internal/cli/serverform", "agentcore/wire/elicit"},
	{"cmd/internal/cli/staywords", "agentcore/plan agentcore/wire/documents"},
	{"cmd/internal/cli/turns", "agentcore/chat agentcore/event"},
	{"cmd/internal/cli/arguments", ""},
	{"cmd/internal/cli/verb", "app agentcore/chat agentcore/event agentcore/plan agentcore/wire/..."},
	{"cmd/internal/cli", "cmd/internal/cli/arguments cmd/internal/cli/verb cmd/internal/cli/pathwords cmd/internal/cli/naming cmd/internal/cli/papers cmd/internal/cli/duplicates cmd/internal/cli/scans cmd/internal/cli/termtext cmd/internal/cli/failurewords cmd/internal/cli/serverform cmd/internal/cli/configwords cmd/internal/cli/serverwords cmd/internal/cli/staywords cmd/internal/cli/turns app app/config app/holder agentcore/chat agentcore/event agentcore/filename agentcore/plan agentcore/wire/..."},
	{"cmd/internal/cli/naming", "cmd/internal/cli/verb cmd/internal/cli/termtext cmd/internal/cli/serverwords app agentcore/chat"},
	{"cmd/internal/cli/papers", "cmd/internal/cli/verb cmd/internal/cli/arguments cmd/internal/cli/termtext cmd/internal/cli/serverwords app app/papers app/papers/sheet agentcore/event agentcore/plan"},
	{"cmd/internal/cli/duplicates", "cmd/internal/cli/verb cmd/internal/cli/arguments cmd/internal/cli/termtext cmd/internal/cli/serverwords app app/duplicates agentcore/event agentcore/plan"},
	{"cmd/internal/cli/scans", "cmd/internal/cli/verb cmd/internal/cli/arguments cmd/internal/cli/termtext cmd/internal/cli/serverwords app app/scans agentcore/chat agentcore/event agentcore/plan agentcore/wire/..."},
	{"cmd/internal/manual", "cmd/internal/cli"},
	{"scripts/notices", ""},
	{"scripts/suite", ""},
	{"scripts/fetch", ""},
	{"scripts/fit", "agentcore/plan agentcore/triage agentcore/triage/... agentcore/wire/..."},
	{"cmd/deskhand-ocr", "mcp/servers/documents/confine mcp/servers/documents/engine/process mcp/servers/documents/engine/wire"},

	{"ui/theme", "assets/fonts"},
	{"ui/inert", ""},
	{"ui/widgets", "ui/inert ui/locale ui/theme"},
	{"ui/prose", "ui/locale ui/theme ui/widgets"},
	{"ui/markdown", "ui/inert ui/locale ui/prose"},
	{"ui/locale/early", ""},
	{"ui/locale", "ui/locale/early"},
	{"ui/bridge", ""},
	{"ui/portal", ""},
	{"ui/views/kit", "agentcore/filename ui/inert ui/locale ui/markdown ui/prose ui/theme ui/widgets app app/config app/papers agentcore/chat agentcore/event agentcore/plan agentcore/rule agentcore/template agentcore/wire/..."},
	{"ui/views/*", "agentcore/filename ui/views/kit ui/inert ui/locale ui/markdown ui/prose ui/theme ui/widgets app app/config app/duplicates app/papers agentcore/chat agentcore/event agentcore/plan agentcore/wire/..."}, // never another page
	{"ui", "ui/... app app/config app/papers app/scans agentcore/chat agentcore/event agentcore/plan agentcore/wire/... assets/..."},

	{"app/papers/sheet", "agentcore/wire/library"},
	{"app/papers", "app/access app/papers/sheet agentcore/collection agentcore/library agentcore/event agentcore/wire/..."},
	{"app/batch", "agentcore agentcore/chat agentcore/event agentcore/plan agentcore/wire/..."},
	{"app/duplicates", "app/access app/batch app/scans agentcore/collection agentcore/event agentcore/filename agentcore/plan agentcore/wire/..."},
	{"app/scans", "app/access app/batch agentcore/chat agentcore/event agentcore/plan agentcore/wire/..."},
	{"app/engines", "app/config inference/backends"},
	{"app/runlog", "agentcore/guard agentcore/regular agentcore/wire/entry mcp"},
	{"app", "app/runlog app/engines app/papers app/batch app/duplicates app/scans app/access app/config app/memory app/rulebook agentcore/... inference inference/backend inference/backends inference/rules inference/toolcall mcp mcp/manifest mcp/signin"}, // and no kind of backend
	{"app/config", "agentcore/regular agentcore/rule agentcore/triage inference/backend inference/backends"},
	{"app/access", ""},
	{"app/memory", ""},
	{"app/holder", ""},
	{"app/rulebook", "app/config agentcore agentcore/chat agentcore/rule agentcore/template"},

	{"inference/rules", "agentcore/chat agentcore/filename agentcore/intent agentcore/plan agentcore/wire/..."},
	{"inference", "inference/backend inference/toolcall agentcore/chat"}, // and no kind of backend
	{"inference/backends", "inference/backend inference/ollama inference/openai"},
	{"inference/...", "inference/... agentcore/chat agentcore/event"},

	{"mcp", "agentcore/filename agentcore/chat agentcore/event agentcore/regular agentcore/wire/elicit agentcore/wire/entry mcp/schema mcp/lookalike mcp/meta mcp/signin"},
	{"mcp/signin", "agentcore/wire/elicit agentcore/wire/entry"},
	{"mcp/meta", "agentcore/chat agentcore/filename"},
	{"mcp/schema", ""},
	{"mcp/reaper", ""},
	{"mcp/lookalike", ""},
	{"mcp/manifest", "mcp/lookalike agentcore/regular agentcore/wire/entry"},
	{"mcp/thirdparty/...", ""},
	{"mcp/mcptest", "mcp/meta agentcore/chat"},
	{"mcp/servers", "mcp/servers/... agentcore/chat agentcore/filename agentcore/suggest agentcore/wire/..."},
	// Inside of the files server a package may import what stands above it, never what stands below.
	{"mcp/servers/files/recognise", ""},
	{"mcp/servers/files/safefs", "agentcore/chat agentcore/wire/files"},
	{"mcp/servers/files/journal", "agentcore/chat agentcore/wire/files mcp/servers/files/safefs"},
	{"mcp/servers/fault", "agentcore/chat mcp/servers/files/safefs mcp/servers/files/journal"},
	{"mcp/servers/roots", "agentcore/chat mcp/servers/fault"},
	{"mcp/servers/files/folders", filesLeaves},
	{"mcp/servers/files/find", filesLeaves + " mcp/servers/files/folders"},
	{"mcp/servers/files/trash", filesLeaves + " mcp/servers/files/folders"},
	{"mcp/servers/files/names", filesLeaves + " mcp/servers/files/folders mcp/servers/files/trash"},
	{"mcp/servers/files/mover", filesLeaves + " mcp/servers/files/folders mcp/servers/files/find mcp/servers/files/trash mcp/servers/files/names"},
	{"mcp/servers/...", "mcp/meta mcp/servers/call mcp/servers/fault mcp/servers/roots mcp/servers/*/*/... agentcore/cache agentcore/chat agentcore/filename agentcore/suggest agentcore/wire/..."}, // each other's leaves, never a server

	{"agentcore", "agentcore/wire/files agentcore/filename agentcore/chat agentcore/claims agentcore/event agentcore/intent agentcore/budget agentcore/history agentcore/offer agentcore/suggest"},
	{"agentcore/guard", "agentcore agentcore/intent agentcore/keylock agentcore/policy agentcore/chat agentcore/event agentcore/wire/files"},
	{"agentcore/triage", "agentcore agentcore/example agentcore/habit agentcore/intent agentcore/plan agentcore/rule agentcore/template agentcore/triage/fields agentcore/triage/fields/kinds agentcore/triage/fields/lex agentcore/triage/fields/page agentcore/triage/fields/peers agentcore/filename agentcore/chat agentcore/event agentcore/wire/..."},
	{"agentcore/triage/fields", "agentcore/plan agentcore/triage/fields/amount agentcore/triage/fields/firm agentcore/triage/fields/kinds agentcore/triage/fields/label agentcore/triage/fields/lex agentcore/triage/fields/page agentcore/triage/fields/rank agentcore/wire/documents"},
	{"agentcore/triage/fields/amount", "agentcore/plan agentcore/triage/fields/lex agentcore/triage/fields/page agentcore/triage/fields/rank"},
	{"agentcore/triage/fields/firm", "agentcore/triage/fields/lex agentcore/triage/fields/page"},
	{"agentcore/triage/fields/kinds", "agentcore/plan agentcore/triage/fields/amount agentcore/triage/fields/firm agentcore/triage/fields/label agentcore/triage/fields/lex agentcore/triage/fields/page agentcore/triage/fields/rank"},
	{"agentcore/triage/fields/page", "agentcore/plan agentcore/triage/fields/lex agentcore/wire/documents"},
	{"agentcore/triage/fields/peers", "agentcore/plan agentcore/triage/fields/lex"},
	{"agentcore/triage/fields/label", "agentcore/triage/fields/firm agentcore/triage/fields/lex agentcore/triage/fields/page"},
	{"agentcore/triage/fields/lex", ""},
	{"agentcore/triage/fields/rank", ""},
	{"agentcore/store/storetest", "agentcore agentcore/guard agentcore/triage agentcore/budget agentcore/chat agentcore/plan"},
	{"agentcore/store", "agentcore agentcore/guard agentcore/chat agentcore/regular"},
	{"agentcore/history", "agentcore/budget agentcore/chat"},
	{"agentcore/event", "agentcore/chat agentcore/plan"},
	{"agentcore/plan", "agentcore/filename agentcore/chat agentcore/wire/..."},
	{"agentcore/budget", "agentcore/chat"},
	{"agentcore/policy", "agentcore/filename agentcore/chat agentcore/intent"},
	{"agentcore/intent/span", ""},
	{"agentcore/intent", "agentcore/intent/span agentcore/library/words"},
	{"agentcore/offer", "agentcore/chat"},
	{"agentcore/chat", ""},
	{"agentcore/wire/...", "agentcore/wire agentcore/chat"},
	{"agentcore/filename", ""},
	{"agentcore/cache", ""},
	{"agentcore/suggest", ""},
	{"agentcore/habit", "agentcore/template"},
	{"agentcore/example", "agentcore/habit agentcore/template"},
	{"agentcore/rule", "agentcore/intent agentcore/suggest agentcore/template"},
	{"agentcore/library/words", ""},
	{"agentcore/alike", "agentcore/library/words"},
	{"agentcore/library", "agentcore/library/words agentcore/intent agentcore/plan agentcore/regular agentcore/wire/library"},
	{"agentcore/collection", "agentcore/alike agentcore/filename agentcore agentcore/library agentcore/library/words agentcore/triage agentcore/chat agentcore/event agentcore/plan agentcore/wire/..."},
	{"agentcore/habit/habitfile", "agentcore/habit agentcore/regular"},
	{"agentcore/template", "agentcore/filename agentcore/suggest"},
	{"agentcore/claims", ""},
	{"agentcore/excerpt", ""},
	{"agentcore/lists", ""},
	{"agentcore/keylock", ""},
	{"agentcore/regular", ""},

	{"assets/...", "assets"},
}

// filesLeaves is what the packages inside of the files server share.
const filesLeaves = "agentcore/chat agentcore/filename agentcore/suggest agentcore/wire/files mcp/servers/roots mcp/servers/fault " +
	"mcp/servers/files/safefs mcp/servers/files/recognise mcp/servers/files/journal"

// helpers are what every package may import, like the standard library.
const helpers = "agentcore/excerpt agentcore/lists"

// keepers says which packages may import a part from outside. The first row
// that fits the part counts; a part without a row is free to all.
var keepers = []rule{
	{"go.etcd.io/bbolt", "agentcore/store"},
	{"modernc.org/...", "agentcore/library"},
	{"fyne.io/fyne/v2/app", "cmd/deskhand-window"},
	{"fyne.io/...", "ui/... cmd/deskhand-window"},
	{"github.com/go-gl/...", "cmd/deskhand-window"},
	{"github.com/godbus/dbus/...", "ui/portal"},
	{"github.com/jezek/xgb/...", "cmd/deskhand-window"},
	{"github.com/otiai10/gosseract/...", "cmd/deskhand-ocr"},
	{"github.com/mark3labs/mcp-go/...", "mcp/... scripts/fit"},
	{"github.com/ollama/ollama/...", "inference/ollama inference/ollamatest inference/ollamatest/realserver"},
	{"github.com/klippa-app/go-pdfium/...", "mcp/servers/documents/..."},
	{"github.com/landlock-lsm/...", "mcp/servers/documents/confine"},
	{"github.com/alecthomas/kong", "cmd/internal/cli cmd/internal/cli/arguments cmd/internal/manual"},
	{"github.com/adrg/xdg", "app/config"},
	{"github.com/pelletier/go-toml/...", "app/config"},
	{"github.com/pkoukk/...", "agentcore/budget"},
	{"github.com/sashabaranov/...", "inference/openai"},
	{"net", "app/holder inference/transport inference/ollama/... inference/openai inference/ollamatest/... mcp mcp/signin mcp/mcptest mcp/thirdparty/..."},
	{"net/http/...", "inference/transport inference/ollama inference/openai inference/ollamatest inference/ollamatest/contract inference/ollamatest/real mcp mcp/signin mcp/mcptest mcp/thirdparty/... scripts/fetch"},
	{"os/exec", "app app/memory mcp/... cmd/* cmd/internal/cli inference/ollamatest/real scripts/..."},
}

// refused says what a package must not import whatever the tables above allow:
// the ground floor, but for the store, does not touch the disk, and neither it
// nor a server nor the window talks to the network.
var refused = []rule{
	{
		"agentcore agentcore/chat agentcore/event agentcore/plan agentcore/filename agentcore/intent agentcore/offer agentcore/suggest agentcore/template agentcore/wire/... agentcore/budget " +
			"agentcore/habit agentcore/rule agentcore/example agentcore/history agentcore/policy agentcore/guard agentcore/triage/... agentcore/collection agentcore/library/words", "os",
	},
	{"agentcore/... mcp/servers/... ui/...", "net net/http/..."},
	{"ui/... inference/rules", "regexp"}, // they read data, not sentences
}

// refusedInTests says what tests must not lean on either: what stands above the
// package they test.
var refusedInTests = []rule{
	{"agentcore/...", module + "/app " + module + "/ui/... " + module + "/mcp/... " + module + "/inference/..."},
	{"mcp/... inference/...", module + "/app " + module + "/ui/..."},
	{"app/...", module + "/ui/..."},
	{"ui/...", "fyne.io/fyne/v2/app " + module + "/mcp/... " + module + "/inference/... " + module + "/agentcore/store"},
}

// plain are the packages that live on the standard library and golang.org/x/text.
const plain = "agentcore/library/words agentcore/chat agentcore/filename agentcore/intent agentcore/suggest agentcore/wire/... mcp/meta"

func TestPackagesOfTheProjectImportOnlyAlongTheArrows(t *testing.T) {
	for _, p := range packages(t) {
		allowed, known := first(arrows, p.path)
		if !known {
			t.Errorf("%s has no row in the table of arrows: say there what it may import", p.path)
		}
		for _, to := range p.imports {
			inside, ok := strings.CutPrefix(to, module+"/")
			if ok && !fits(inside, allowed+" "+helpers) {
				t.Errorf("%s imports %s: no arrow leads there", p.path, inside)
			}
		}
	}
}

func TestPartsFromOutsideAreImportedByTheirKeepersOnly(t *testing.T) {
	for _, p := range packages(t) {
		for _, part := range p.imports {
			if by, kept := first(keepers, part); kept && !fits(p.path, by) {
				t.Errorf("%s imports %s, which only %s may", p.path, part, by)
			}
			if fits(p.path, plain) && strings.Contains(part, ".") && !fits(part, "golang.org/x/text/... "+module+"/...") {
				t.Errorf("%s imports %s: it lives on the standard library and golang.org/x/text", p.path, part)
			}
		}
	}
}

func TestDiskAndNetworkAreOutOfReachWhereTheyAreNotNeeded(t *testing.T) {
	for _, p := range packages(t) {
		complain(t, refused, p.path, p.imports)
	}
}

func TestTestsDoNotLeanOnWhatStandsAbove(t *testing.T) {
	for _, p := range packages(t) {
		complain(t, refusedInTests, p.path, p.testImports)
	}
}

func complain(t *testing.T, rules []rule, path string, imports []string) {
	t.Helper()
	for _, r := range rules {
		for _, to := range imports {
			if fits(path, r.packages) && fits(to, r.list) {
				t.Errorf("%s imports %s", path, to)
			}
		}
	}
}

func TestEachPackageSaysInDocGoWhatItIsFor(t *testing.T) {
	for _, p := range packages(t) {
		file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(p.dir, "doc.go"), nil, parser.PackageClauseOnly|parser.ParseComments)
		if err != nil {
			t.Errorf("%s: %v", p.path, err)
			continue
		}
		begins := "Package " + p.name + " "
		if p.name == "main" {
			begins = "Command " + filepath.Base(p.dir) + " "
		}
		if comment := file.Doc.Text(); !strings.HasPrefix(comment, begins) {
			t.Errorf("%s/doc.go: the comment does not begin with %q", p.path, begins)
		}
	}
}

func TestOneFileAloneReachesForTheWindowsThread(t *testing.T) {
	var found []string
	for _, p := range packages(t) {
		for _, name := range p.files {
			if callsFyneDo(t, filepath.Join(p.dir, name)) {
				found = append(found, p.path+"/"+name)
			}
		}
	}
	if len(found) != 1 || !strings.HasPrefix(found[0], "ui/bridge/") {
		t.Errorf("fyne.Do and fyne.DoAndWait are used in %q, want one file of ui/bridge", found)
	}
}

func callsFyneDo(t *testing.T, path string) bool {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	found := false
	ast.Inspect(file, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			from, _ := s.X.(*ast.Ident)
			found = found || from != nil && from.Name == "fyne" && strings.HasPrefix(s.Sel.Name, "Do")
		}
		return !found
	})
	return found
}
