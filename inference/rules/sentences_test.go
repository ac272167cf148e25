package rules

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/intent"
	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/wire/files"
	"github.com/deskhand/deskhand/agentcore/wire/library"
)

// gapsOf are the names of the gaps of a form, in order.
func gapsOf(form string) []string {
	var gaps []string
	for _, part := range strings.Split(form, "{")[1:] {
		name, _, _ := strings.Cut(part, "}")
		gaps = append(gaps, name)
	}
	slices.Sort(gaps)
	return slices.Compact(gaps)
}

// wordsOf are the words of a form between its gaps.
func wordsOf(form string) []string {
	for _, gap := range gapsOf(form) {
		form = strings.ReplaceAll(form, "{"+gap+"}", " ")
	}
	all := strings.FieldsFunc(form, func(r rune) bool { return !unicode.IsLetter(r) })
	return slices.DeleteFunc(all, func(w string) bool { return strings.ToUpper(w) == w }) // MB is one in each language
}

func TestTheSentencesAreTheSameInEachLanguage(t *testing.T) {
	english := speeches()[source].sentences
	for name, s := range speeches() {
		for key, want := range english {
			have := s.sentences[key]
			if have.Other == "" {
				t.Errorf("%s does not have %s", name, key)
				continue
			}
			if name != source && have.Other == want.Other && len(wordsOf(want.Other)) > 2 {
				t.Errorf("%s says %s in English", name, key)
			}
			for _, form := range []string{have.One, have.Other} {
				if got := gapsOf(form); form != "" && !slices.Equal(got, gapsOf(want.Other)) {
					t.Errorf("%s has the gaps %v in %q, not %v", name, got, form, gapsOf(want.Other))
				}
			}
			if want.One != "" && have.One == "" {
				t.Errorf("%s has no form of %s for one thing", name, key)
			}
		}
		for key := range s.sentences {
			if _, ok := english[key]; !ok {
				t.Errorf("%s has %s, which English does not", name, key)
			}
		}
	}
}

// inTheCode returns the literals of the package, and its calls that say a sentence:
// its key with the gaps that are filled.
func inTheCode(t *testing.T) (literals map[string]token.Position, said map[string][][]string) {
	t.Helper()
	literals, said = map[string]token.Position{}, map[string][][]string{}
	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	set := token.NewFileSet()
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), ".go") || strings.HasSuffix(e.Name(), "_test.go") {
			continue
		}
		file, err := parser.ParseFile(set, e.Name(), nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.ImportSpec:
				return false
			case *ast.Field:
				n.Tag = nil
			case *ast.BasicLit:
				if n.Kind == token.STRING {
					literals[literal(n)] = set.Position(n.Pos())
				}
			case *ast.CallExpr:
				if key, gaps, ok := saying(n); ok {
					said[key] = append(said[key], gaps)
				}
			}
			return true
		})
	}
	return literals, said
}

func literal(e ast.Expr) string {
	lit, ok := e.(*ast.BasicLit)
	if !ok || lit.Kind != token.STRING {
		return ""
	}
	text, _ := strconv.Unquote(lit.Value) // the parser has seen that it is one
	return text
}

// saying is the key of a call of text, say or count with a literal, and the gaps that it
// fills.
func saying(call *ast.CallExpr) (key string, gaps []string, ok bool) {
	method, isMethod := call.Fun.(*ast.SelectorExpr)
	if !isMethod || len(call.Args) == 0 || !slices.Contains([]string{"text", "say", "count"}, method.Sel.Name) {
		return "", nil, false
	}
	if key = literal(call.Args[0]); key == "" {
		return "", nil, false
	}
	first := 1
	if method.Sel.Name == "count" {
		first, gaps = 2, []string{"n"}
	}
	for i := first; i < len(call.Args); i += 2 {
		gaps = append(gaps, literal(call.Args[i]))
	}
	slices.Sort(gaps)
	return key, gaps, true
}

func TestNoSentenceStandsInTheCode(t *testing.T) {
	literals, _ := inTheCode(t)
	verbs := strings.NewReplacer("%s", "", "%d", "", "%0*d", "")
	for text, at := range literals {
		if strings.ContainsFunc(verbs.Replace(text), unicode.IsLetter) && (strings.ContainsAny(text, " :“") || strings.HasSuffix(text, ".")) {
			t.Errorf("%s: %q belongs into sentences/", at, text)
		}
	}
}

func TestEachSentenceIsSaidWithItsGapsFilled(t *testing.T) {
	literals, said := inTheCode(t)
	english := speeches()[source].sentences
	for key, sentence := range english {
		if _, ok := literals[key]; !ok {
			t.Errorf("nobody says %s", key)
		}
		for _, gaps := range said[key] {
			// A count that a sentence does not repeat in English has no gap there.
			if want := gapsOf(sentence.Other); !slices.Equal(gaps, want) {
				t.Errorf("%s is said with %v, not %v", key, gaps, want)
			}
		}
	}
	keys := slices.Collect(maps.Keys(said))
	keys = slices.AppendSeq(keys, maps.Values(causes))
	keys = slices.AppendSeq(keys, maps.Values(classes))
	keys = slices.AppendSeq(keys, maps.Values(kept))
	keys = slices.AppendSeq(keys, maps.Values(notes))
	keys = slices.AppendSeq(keys, maps.Values(states))
	for _, a := range all() {
		keys = append(keys, a.does)
	}
	for _, key := range keys {
		if english[key].Other == "" {
			t.Errorf("there is no sentence %s", key)
		}
	}
}

// quotations are what a sentence says in quotes.
func quotations(text string) []string {
	var all []string
	for _, pair := range []struct{ open, end string }{{"„", "“"}, {"«", "»"}, {`"`, `"`}} {
		rest := text
		for {
			_, after, ok := strings.Cut(rest, pair.open)
			said, left, closed := strings.Cut(after, pair.end)
			if !ok || !closed {
				break
			}
			all, rest = append(all, strings.Trim(said, "\u00a0")), left
		}
	}
	return all
}

func TestWhatAnAnswerOffersIsUnderstood(t *testing.T) {
	wanted := map[string][]intent.Action{
		"can_propose": {intent.Tidy}, "can_tidy": {intent.Tidy}, "can_list": {intent.List}, "can_read": {intent.Read},
		"can_find": {intent.Find}, "can_pick": {intent.Tidy, intent.Tidy},
		"can_change": {intent.Rename, intent.Move, intent.Recase}, "can_sort": {intent.SortInto},
		"can_keep_rule": {intent.KeepRule}, "can_trash": {intent.Trash}, "can_dedupe": {intent.Dedupe, intent.Dedupe},
		"can_undo": {intent.Undo}, "can_history": {intent.History},
		"say_do_it": {intent.GoAhead}, "say_yes_trash": {intent.GoAhead}, "say_yes_spare_trash": {intent.GoAhead},
		"say_yes_spare_folder": {intent.GoAhead}, "ask_back": {intent.GoAhead}, "undo_hint": {intent.Undo},
	}
	tidy := map[string]string{
		"en": "tidy this folder, ", "de": "räum diesen Ordner auf, ", "fr": "range ce dossier, ", "es": "ordena esta carpeta, ",
	}
	for name, s := range speeches() {
		for key, actions := range wanted {
			said := quotations(s.text(key))
			if len(said) != len(actions) {
				t.Errorf("%s, %s: offers %q", name, key, said)
				continue
			}
			for i, text := range said {
				req := intent.Parse(text)
				if req.Do != actions[i] || len(req.Left) > 0 || req.Proposal != (key == "can_propose") {
					t.Errorf("%s, %s: %q is read as %q, with %q left, a proposal: %v", name, key, text, req.Do, req.Left, req.Proposal)
				}
				if req.Language != name && req.Language != "" {
					t.Errorf("%s, %s: %q is taken for %s", name, key, text, req.Language)
				}
			}
		}
		for _, key := range []string{"deeper", "not_looked_into"} {
			for _, said := range quotations(s.text(key)) {
				if req := intent.Parse(tidy[name] + said); req.Do != intent.Tidy || !req.Files.Subfolders || len(req.Left) > 0 {
					t.Errorf("%s: %q is read as %+v", name, said, req)
				}
			}
		}
	}
}

// Each row is a request with what tools answered, and what the answer says.
func TestAnAnswerIsInTheLanguageOfTheRequest(t *testing.T) {
	one := plan.Receipt{Batch: "b-7", FilesIn: 12, FilesOut: 12, Moved: 1}
	none := plan.Summary{ID: "p", Files: 2, Skip: 2}
	table := library.Table{
		Documents: 3, Total: 3, NoAmount: 1, Sums: []library.Sum{{Amount: "12.00", Currency: "EUR", Count: 1}, {Amount: "9.00", Currency: "USD", Count: 1}},
	}
	found := scansListing(files.Entry{Path: "lease.pdf", Size: 1500})
	undone := files.Undone{Batch: "b-7", Restored: 1200, Of: 1200}
	tidied := func(request string, r plan.Receipt) *script {
		return asked(request).answers(toolPropose, plan9).answers(toolApply, r)
	}
	sum := func(request string) *script {
		s := asked(request)
		s.tools = append(s.tools, chat.ToolSpec{Name: toolTable})
		return s.answers(toolTable, table)
	}
	rows := []struct {
		script *script
		want   []string
	}{
		// Tidied.
		{tidied("tidy this folder", batch9), []string{"Renamed 9 files. 12 in, 12 out, 0 contents changed.", "2 files are for you to look at, 1 keeps its name:", "empty.txt keeps its name: It is empty.", "say \"undo\""}},
		{tidied("Räum diesen Ordner auf", batch9), []string{"9 Dateien umbenannt. Dateien vorher: 12, nachher: 12, geänderte Inhalte: 0.", "2 Dateien sind noch zu prüfen, 1 behält ihren Namen:", "empty.txt behält ihren Namen: Sie ist leer.", "„rückgängig“"}},
		{tidied("Range ce dossier", batch9), []string{"9 fichiers renommés.", "2 fichiers sont à vérifier, 1 garde son nom\u00a0:", "empty.txt garde son nom\u00a0: Il est vide.", "dites «\u00a0annule\u00a0»"}},
		{tidied("Ordena esta carpeta", batch9), []string{"9 archivos renombrados.", "2 archivos quedan por revisar, 1 conserva su nombre:", "empty.txt conserva su nombre: Está vacío.", "diga «deshacer»"}},
		{tidied("Räum diesen Ordner auf", one), []string{"1 Datei umbenannt."}},
		{tidied("Range ce dossier", one), []string{"1 fichier renommé."}},
		{tidied("Ordena esta carpeta", one), []string{"1 archivo renombrado."}},
		// Not understood: what was, what was not, and what can be asked.
		{asked("tidy everything and frobnicate the receipts"), []string{"I did not understand “", "What I understood is “tidy”, “everything”, “receipts”.", "\"Tidy this folder\""}},
		{asked("Räum alles auf und frobniziere die Rechnungen"), []string{"frobniziere“ habe ich nicht verstanden und deshalb nichts geändert", "Verstanden habe ich „räum", "„Räum diesen Ordner auf“"}},
		{asked("Range tout et frobnique les factures"), []string{"Je n'ai pas compris «\u00a0frobnique\u00a0», je n'ai donc rien modifié", "J'ai compris «\u00a0range", "«\u00a0Range ce dossier\u00a0»"}},
		{asked("Ordena todo y frobnica las facturas"), []string{"No he entendido «frobnica», así que no he cambiado nada", "He entendido «ordena", "«Ordena esta carpeta»"}},
		{asked("rename the reciepts"), []string{"Did you mean “rename the receipts”?"}},
		{asked("Benenne nur die Rechnugen um"), []string{"Meinten Sie „Benenne nur die Rechnungen um“?"}},
		// Denied, and a tool that failed.
		{tidied("Räum diesen Ordner auf", batch9).says("rückgängig").fails(toolUndo, chat.StatusDenied, chat.Failure{Class: chat.ErrDenied}), []string{"Nichts wurde geändert: Der Änderung wurde nicht zugestimmt."}},
		{asked("Lis gone.png").fails(toolRead, chat.StatusError, chat.Failure{Code: chat.CodePermission, Path: "/x"}), []string{"Cela n'a pas fonctionné\u00a0: l'ordinateur ne l'autorise pas.\nChemin\u00a0: /x"}},
		{asked("Lee gone.png").fails(toolRead, chat.StatusBlocked, chat.Failure{Code: chat.CodeLookOnly}), []string{"No se ha hecho: la petición solo pregunta. No se ha cambiado ningún archivo."}},
		// Found.
		{asked("find lease").answers(toolList, found), []string{"1 name for lease:", "- lease.pdf (1.5 kB)"}},
		{asked("Finde lease").answers(toolList, found), []string{"1 Name zu lease:", "- lease.pdf (1,5 kB)"}},
		{asked("Cherche lease").answers(toolList, found), []string{"1 nom pour lease\u00a0:", "- lease.pdf (1,5 ko)"}},
		{asked("Busca lease").answers(toolList, found), []string{"1 nombre para lease:", "- lease.pdf (1,5 kB)"}},
		{asked("Was ist in diesem Ordner?").answers(toolList, scansListing()), []string{"In /home/ann/Scans: 0 Dateien, 0 Ordner"}},
		{asked("Que contient ce dossier ?").answers(toolList, scansListing()), []string{"Dans /home/ann/Scans\u00a0: 0 fichier, 0 dossier"}},
		// Added up.
		{sum("sum of the invoices"), []string{"12.00 EUR (1 document), and 9.00 USD (1 document).", "1 of them have no amount that I could find."}},
		{sum("Summe der Rechnungen"), []string{"12.00 EUR (1 Dokument) und 9.00 USD (1 Dokument).", "In 1 davon fand ich keinen Betrag."}},
		{sum("Total des factures"), []string{"12.00 EUR (1 document) et 9.00 USD (1 document).", "Dans 1 d'entre eux"}},
		{sum("Suma de las facturas"), []string{"12.00 EUR (1 documento) y 9.00 USD (1 documento).", "En 1 de ellos"}},
		// Undone.
		{asked("undo").answers(toolUndo, undone), []string{"Restored 1,200 files of batch b-7."}},
		{asked("Mach das rückgängig").answers(toolUndo, undone), []string{"1.200 Dateien wiederhergestellt (Vorgang b-7)."}},
		{asked("Annule la dernière modification").answers(toolUndo, undone), []string{"1\u00a0200 fichiers rétablis (opération b-7)."}},
		{asked("Deshaz el último cambio").answers(toolUndo, undone), []string{"1.200 archivos restaurados (operación b-7)."}},
		// What can be done.
		{asked("what can you do?"), []string{"You can ask me, for example:", "10 tools are running:"}},
		{asked("Was kannst du?"), []string{"Sie können mir zum Beispiel sagen:", "10 Werkzeuge laufen:"}},
		{asked("Que peux-tu faire ?"), []string{"Vous pouvez me demander, par exemple\u00a0:", "10 outils sont actifs\u00a0:"}},
		{asked("¿Qué puedes hacer?"), []string{"Puede pedirme, por ejemplo:", "10 herramientas activas:"}},
		// Nothing to do.
		{asked("tidy this folder").answers(toolPropose, none), []string{"I looked at 2 files and would rename none of them. Nothing was changed.", "2 keep their names:"}},
		{asked("Räum diesen Ordner auf").answers(toolPropose, none), []string{"Ich habe 2 Dateien angesehen und würde keine davon umbenennen. Nichts wurde geändert.", "2 behalten ihre Namen:"}},
		{asked("Range ce dossier").answers(toolPropose, none), []string{"J'ai examiné 2 fichiers et je n'en renommerais aucun. Rien n'a été modifié.", "2 gardent leur nom\u00a0:"}},
		{asked("Ordena esta carpeta").answers(toolPropose, none), []string{"He revisado 2 archivos y no renombraría ninguno. No se ha cambiado nada.", "2 conservan su nombre:"}},
		// What is of no clear language is answered in that of what was said before.
		{asked("Was würdest du umbenennen?").answers(toolPropose, plan9).says("ok").answers(toolApply, batch9), []string{"9 Dateien umbenannt."}},
	}
	for _, row := range rows {
		r := row.script.reply(t)
		for _, want := range row.want {
			if !strings.Contains(r.Text, want) {
				t.Errorf("%q: %q is missing in\n%s\ncalls %s", row.script.messages[0].Text, want, r.Text, called(r))
			}
		}
	}
}

func TestARequestOfNoClearLanguageIsAnsweredInTheUsualOne(t *testing.T) {
	for _, row := range []struct{ usual, window, system, request, want string }{
		{"", "", "es_ES.UTF-8", "ok", "No hay ninguna propuesta"},
		{"", "fr", "es_ES.UTF-8", "ok", "Aucune proposition"},
		{"de", "fr", "es_ES.UTF-8", "ok", "Es liegt kein Vorschlag vor"},
		{"", "", "C", "ok", "There is no proposal"},
		{"", "pseudo", "ja_JP", "", "I did not understand that"},
		{"de", "", "", "undo", "That did not work"},
	} {
		t.Setenv("DESKHAND_LOCALE", row.window)
		t.Setenv("LANGUAGE", "")
		t.Setenv("LC_ALL", row.system)
		t.Setenv("LC_MESSAGES", "")
		t.Setenv("LANG", "")
		s := asked(row.request).fails(toolUndo, chat.StatusError, chat.Failure{})
		r, err := New(Config{Language: row.usual}).Chat(t.Context(), chat.Request{Messages: s.messages, Tools: s.tools}, func(chat.Delta) {})
		if err != nil || !strings.HasPrefix(r.Text, row.want) {
			t.Errorf("%+v: %v, %q", row, err, r.Text)
		}
	}
}
