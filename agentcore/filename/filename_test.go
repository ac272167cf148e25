package filename_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
	"pgregory.net/rapid"

	"github.com/deskhand/deskhand/agentcore/filename"
)

func TestSanitise(t *testing.T) {
	tests := []struct{ name, stem, ext, want string }{
		{"a good name stays", "2026-03-04 Acme Invoice", ".pdf", "2026-03-04 Acme Invoice.pdf"},
		{"a path becomes one component", "../../.ssh/authorized_keys", "", "ssh-authorized_keys"},
		{"a backslash separates too", `..\..\boot.ini`, ".txt", "boot.ini.txt"},
		{"a slash between words becomes a dash", "AC/DC", ".mp3", "AC-DC.mp3"},
		{"a device name is rewritten", "CON", ".txt", "CON_.txt"},
		{"a device name in small letters too", "nul", "", "nul_"},
		{"a device name with more dots", "aux.tar", ".gz", "aux_.tar.gz"},
		{"a device name with a raised digit", "COM¹", ".pdf", "COM¹_.pdf"},
		{"a longer word is no device", "CONTRACT", ".pdf", "CONTRACT.pdf"},
		{"COM without a digit is no device", "COM", ".pdf", "COM.pdf"},
		{"trailing dots and spaces go", "Acme Inc. . ", ".pdf", "Acme Inc.pdf"},
		{"a leading dot goes", ".hidden", ".pdf", "hidden.pdf"},
		{"a leading dash goes", "--rf", "", "rf"},
		{"the direction stays", "invoice\u202Egpj", ".exe", "invoicegpj.exe"},
		{"zero-width characters go", "a\u200bb\u200dc\ufeff", ".txt", "abc.txt"},
		{"control characters go, line ends separate", "a\x00b\x1b[31m\nc", ".txt", "ab[31m c.txt"},
		{"an accent is composed", "Cafe\u0301", ".txt", "Caf\u00e9.txt"},
		{"an accent that a hidden character held off too", "e\u200d\u0301", ".txt", "\u00e9.txt"},
		{"spaces become one", "a  \u00a0 b", ".txt", "a b.txt"},
		{"the extension is not doubled", "scan.PDF", ".pdf", "scan.pdf"},
		{"another extension in the stem is just words", "scan.exe", ".pdf", "scan.exe.pdf"},
		{"no words at all", "", ".pdf", "Untitled.pdf"},
		{"nothing but dots", "...", ".pdf", "Untitled.pdf"},
		{"bytes that are no text", "a\xff\xfeb", ".txt", "ab.txt"},
		{"a hidden character in the extension goes", "a", ".p\u202edf", "a.pdf"},
		{"a dot is no extension", "a", ".", "a"},
		{"a sentence is no extension", "Dear Sir", ". I write to you because of the invoice", "Dear Sir. I write to you because of the invoice"},
		{"a lone mark has no letter", "\u0301x", ".txt", "x.txt"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := filename.Sanitise(tt.stem, tt.ext); got != tt.want {
				t.Errorf("Sanitise(%q, %q) = %q, want %q", tt.stem, tt.ext, got, tt.want)
			}
		})
	}
}

func TestALongNameIsCutBetweenGraphemesAndKeepsItsExtension(t *testing.T) {
	tests := []struct{ name, unit string }{
		{"300 emoji", "😀"},
		{"flags", "🇩🇪"},
		{"skin tones", "👍🏽"},
		{"letters with marks that do not compose", "x\u0301\u0323"},
		{"Devanagari conjuncts", "क्ष"},
		{"Thai", "น้ำ"},
		{"Latin letters", "a"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			unit := norm.NFC.String(tt.unit)
			got := filename.Sanitise(strings.Repeat(unit, 300), ".pdf")
			assertSafe(t, got)
			stem, found := strings.CutSuffix(got, ".pdf")
			if !found {
				t.Fatalf("%q lost its extension", got)
			}
			if strings.ReplaceAll(stem, unit, "") != "" {
				t.Errorf("%q was cut inside %q", got, unit)
			}
			if len(got) < filename.MaxBytes/2 && utf8.RuneCountInString(got) < filename.AimRunes/2 {
				t.Errorf("%q was cut far too short", got)
			}
		})
	}
}

func TestKeyIsOneForNamesThatSomeFileSystemTakesForOne(t *testing.T) {
	for _, pair := range [][2]string{
		{"Scan.PDF", "scan.pdf"},
		{"Caf\u00e9.txt", "CAFE\u0301.TXT"},
		{"straße", "STRASSE"},
		{"Ꭰ", "ꭰ"},
		{"Σίσυφος", "ΣΊΣΥΦΟΣ"},
	} {
		if filename.Key(pair[0]) != filename.Key(pair[1]) {
			t.Errorf("%q and %q have different keys", pair[0], pair[1])
		}
	}
	if filename.Key("a.pdf") == filename.Key("b.pdf") {
		t.Error("different names have one key")
	}
}

func TestUniqueNumbersBeforeTheExtension(t *testing.T) {
	tests := []struct {
		name  string
		taken []string
		want  string
	}{
		{"a.pdf", nil, "a.pdf"},
		{"a.pdf", []string{"a.pdf"}, "a (2).pdf"},
		{"a.pdf", []string{"A.PDF", "a (2).PDF"}, "a (3).pdf"},
		{"a.tar.gz", []string{"a.tar.gz"}, "a (2).tar.gz"},
		{"README", []string{"readme"}, "README (2)"},
		{"Report (2019).pdf", []string{"Report (2019).pdf"}, "Report (2019) (2).pdf"},
		{".profile", []string{".profile"}, ".profile (2)"},
	}
	for _, tt := range tests {
		taken := map[string]bool{}
		for _, name := range tt.taken {
			taken[filename.Key(name)] = true
		}
		if got := filename.Unique(tt.name, func(key string) bool { return taken[key] }); got != tt.want {
			t.Errorf("Unique(%q) with %q taken = %q, want %q", tt.name, tt.taken, got, tt.want)
		}
	}
}

func TestUniqueAsksFewTimesForManyDuplicates(t *testing.T) {
	const duplicates = 10_000
	taken, asked := map[string]bool{}, 0
	for range duplicates {
		name := filename.Unique("a.pdf", func(key string) bool { asked++; return taken[key] })
		taken[filename.Key(name)] = true
	}
	if len(taken) != duplicates {
		t.Fatalf("%d names for %d files", len(taken), duplicates)
	}
	for n := 2; n <= duplicates; n++ {
		if !taken[fmt.Sprintf("a (%d).pdf", n)] {
			t.Fatalf("number %d was left out", n)
		}
	}
	if limit := duplicates * 32; asked > limit {
		t.Errorf("asked %d times, more than %d", asked, limit)
	}
}

func TestUniqueKeepsALongNameWithinTheLimits(t *testing.T) {
	name := filename.Sanitise(strings.Repeat("ä", 300), ".pdf")
	got := filename.Unique(name, func(key string) bool { return key == filename.Key(name) })
	assertSafe(t, got)
	if !strings.HasSuffix(got, " (2).pdf") {
		t.Errorf("%q has no number", got)
	}
}

func TestUniqueShortensAnExtensionThatLeavesNoRoom(t *testing.T) {
	name := "0." + strings.Repeat("A", 118)
	got := filename.Unique(name, func(key string) bool { return key == filename.Key(name) })
	assertSafe(t, got)
	if !strings.HasPrefix(got, "0.A") || !strings.HasSuffix(got, " (2)") {
		t.Errorf("%q of %q", got, name)
	}
}

// hostile draws words with much of what goes wrong in names.
func hostile() *rapid.Generator[string] {
	odd := rapid.SampledFrom([]string{
		"..", "/", "\\", "CON", "com¹", "nul.", " ", ".", "-", "~", "\u202e", "\u200d", "\u200b", "\x00", "\n",
		"e\u0301", "\u0301", "😀", "🇩", "👍🏽", ".pdf", ".PDF", "ß", "İ", "\xff", "क्", "각", "ᄀ", "\u1161", "\u3164", "\ufe0f",
	})
	part := rapid.OneOf(odd, rapid.String(), rapid.StringMatching(`[A-Za-z0-9 .]{0,40}`))
	return rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(part, 0, 60).Draw(t, "parts"), "")
	})
}

func TestAnyWordsMakeASafeNameAndTwiceIsOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		stem := hostile().Draw(t, "stem")
		ext := rapid.OneOf(rapid.SampledFrom([]string{"", ".pdf", ".tar.gz", ".JPG", "."}), hostile()).Draw(t, "ext")
		checkSanitise(t, stem, ext)
	})
}

func TestTheEncodingOfAnAccentDoesNotChangeTheKey(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name := hostile().Draw(t, "name")
		key := filename.Key(name)
		if composed := filename.Key(norm.NFC.String(name)); composed != key {
			t.Fatalf("Key(%q) = %q, composed %q", name, key, composed)
		}
		if apart := filename.Key(norm.NFD.String(name)); apart != key {
			t.Fatalf("Key(%q) = %q, decomposed %q", name, key, apart)
		}
	})
}

func FuzzSanitise(f *testing.F) {
	f.Add("../../.ssh/authorized_keys", "")
	f.Add("COM¹ . ", ".txt")
	f.Add("e\u200d\u0301\u202e", ".pdf")
	f.Add(strings.Repeat("😀", 300), ".jpeg")
	f.Add("scan.pdf.PDF", ".pdf")
	f.Fuzz(func(t *testing.T, stem, ext string) { checkSanitise(t, stem, ext) })
}

func checkSanitise(t rapid.TB, stem, ext string) {
	t.Helper()
	name := filename.Sanitise(stem, ext)
	assertSafe(t, name)
	if again := filename.Sanitise(name, ""); again != name {
		t.Fatalf("sanitising %q again gives %q", name, again)
	}
	if kept, found := strings.CutPrefix(filename.Sanitise("", ext), filename.Nameless); found {
		if again := filename.Sanitise(name, kept); again != name || !strings.HasSuffix(name, kept) {
			t.Fatalf("sanitising %q again with %q gives %q", name, kept, again)
		}
	}
	if numbered := filename.Unique(name, func(key string) bool { return key == filename.Key(name) }); numbered == name {
		t.Fatalf("%q is taken and was given again", name)
	} else {
		assertSafe(t, numbered)
	}
}

func assertSafe(t rapid.TB, name string) {
	t.Helper()
	switch {
	case name == "" || name != filepath.Base(name) || strings.ContainsAny(name, `/\:*?"<>|`):
		t.Fatalf("%q is not one component", name)
	case !utf8.ValidString(name) || !norm.NFC.IsNormalString(name):
		t.Fatalf("%q is not in NFC", name)
	case len(name) > filename.MaxBytes || len(utf16.Encode([]rune(name))) > filename.MaxUnits:
		t.Fatalf("%q is too long", name)
	case utf8.RuneCountInString(name) > filename.AimRunes:
		t.Fatalf("%q is longer than we aim for", name)
	case strings.HasSuffix(name, ".") || strings.HasSuffix(name, " "):
		t.Fatalf("%q ends in what Windows drops", name)
	case strings.ContainsRune(".- ~", rune(name[0])):
		t.Fatalf("%q starts badly", name)
	}
	for _, r := range name {
		if !unicode.IsPrint(r) || unicode.Is(unicode.Cf, r) {
			t.Fatalf("%q holds %U", name, r)
		}
	}
	base, _, _ := strings.Cut(strings.ToUpper(name), ".")
	for _, device := range []string{"CON", "PRN", "AUX", "NUL", "COM1", "COM¹", "LPT9"} {
		if strings.TrimRight(base, " ") == device {
			t.Fatalf("%q is a device", name)
		}
	}
}

func TestAPathIsInsideOfAFolderOrNot(t *testing.T) {
	for _, row := range []struct {
		folder, path, rel string
		inside            bool
	}{
		{"/home/ada", "/home/ada", ".", true},
		{"/home/ada", "/home/ada/a/b.pdf", "a/b.pdf", true},
		{"/home/ada", "/home/ada/..notes", "..notes", true},
		{"/home/ada/", "/home/ada/x/../a", "a", true},
		{"/", "/a", "a", true},
		{"/home/ada", "/home/adam", "", false},
		{"/home/ada", "/home", "", false},
		{"/home/ada", "/home/ada/../bob", "", false},
		{"/home/ada", "a", "", false},
		{"a", "/a", "", false},
	} {
		rel, inside := filename.Inside(filepath.FromSlash(row.folder), filepath.FromSlash(row.path))
		if inside != row.inside || inside && rel != filepath.FromSlash(row.rel) {
			t.Errorf("%s in %s: %q, %t", row.path, row.folder, rel, inside)
		}
	}
}
