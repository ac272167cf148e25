package lookalike_test

import (
	"testing"

	"github.com/deskhand/deskhand/mcp/lookalike"
)

func TestNamesOfServersThatLookLikeOursAreKnown(t *testing.T) {
	rows := []struct{ what, name, ours string }{
		{"ours", "files", "files"},
		{"in capitals", "Documents", "documents"},
		{"a Cyrillic o", "d\u043ecuments", "documents"},
		{"Cyrillic capitals", "\u041eCR", "ocr"},
		{"Greek", "tr\u03b9age", "triage"},
		{"full width", "\uff46\uff49\uff4c\uff45\uff53", "files"},
		{"a ligature", "\ufb01les", "files"},
		{"mathematical letters", "\U0001d41f\U0001d422\U0001d425\U0001d41e\U0001d42c", "files"},
		{"an accent", "fil\u00e9s", "files"},
		{"a blank at the end", "files ", "files"},
		{"blanks between", "f i\u00a0les", "files"},
		{"nothing to see between", "fi\u200bles", "files"},
		{"a soft hyphen", "desk\u00adhand", "deskhand"},
		{"a capital I for l", "fiIes", "files"},
		{"a digit for a letter", "d0cuments", "documents"},
		{"two letters for one", "docurnents", "documents"},
		{"other signs between", "read-more", "read_more"},
		{"without a dotted i", "f\u0131les", "files"},
	}
	for _, row := range rows {
		if got := lookalike.Server(row.name); got != row.ours {
			t.Errorf("%s: %+q is taken for %q, want %q", row.what, row.name, got, row.ours)
		}
		if got := lookalike.Tool(row.name); got != row.ours {
			t.Errorf("%s: the tool %+q is taken for %q, want %q", row.what, row.name, got, row.ours)
		}
	}
}

func TestOtherNamesOfServersAreFree(t *testing.T) {
	for _, name := range []string{
		"file", "filesystem", "my files", "document", "docs", "notes", "weather", "calendar", "memory", "git", "fetch",
		"Дела", "файлы", "文書", "αρχεία", "files2", "triage-bot", "",
	} {
		if got := lookalike.Server(name); got != "" {
			t.Errorf("%q is taken for %s", name, got)
		}
	}
}

func TestToolsThatLookLikeOursAreKnown(t *testing.T) {
	rows := []struct{ name, ours string }{
		{"files_move", "files"},
		{"f\u0456les_move", "files"},
		{"\uff46\uff49\uff4c\uff45\uff53\uff3f\uff4d\uff4f\uff56\uff45", "files"},
		{"Documents_read", "documents"},
		{"triage_apply", "triage"},
		{"re\u0430d_more", "read_more"},
		{"ReadMore", "read_more"},
		{"find tools", "find_tools"},
		{"files-move", "files"},
		{"f iles move", "files"},
		{"read", ""},
		{"list_files", ""},
		{"move", ""},
		{"filesystem_read", ""},
		{"find_tool", ""},
		{"", ""},
	}
	for _, row := range rows {
		if got := lookalike.Tool(row.name); got != row.ours {
			t.Errorf("%+q is taken for %q, want %q", row.name, got, row.ours)
		}
	}
}
