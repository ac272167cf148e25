package files_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf16"
)

func TestHostileNamesBecomeOneSafeComponent(t *testing.T) {
	tests := []struct{ name, to, want string }{
		{"a path that climbs out of the folder's name", "x..\\..\\.ssh\\authorized_keys", "x..-..-.ssh-authorized_keys.pdf"},
		{"a device", "CON.pdf", "CON_.pdf"},
		{"a device with a raised digit", "COM¹.pdf", "COM¹_.pdf"},
		{"trailing dots", "Acme....pdf", "Acme.pdf"},
		{"a turned reading direction", "invoice\u202egpj.exe", "invoicegpj.pdf"},
		{"a leading dash", "-rf.pdf", "rf.pdf"},
		{"another extension", "Acme.exe", "Acme.pdf"},
		{"no extension", "Acme Inc", "Acme Inc.pdf"},
		{"a version is no extension", "Report v1.2", "Report v1.2.pdf"},
		{"nothing that can stay", "\u202e.pdf", "Untitled.pdf"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d := newFixture(t, "scan.pdf")
			r := d.ok("move", object{"moves": []object{{"from": d.path("scan.pdf"), "to": tt.to}}})
			if got := filepath.Base(r.Moved[0].To); got != tt.want || filepath.Dir(r.Moved[0].To) != d.root {
				t.Fatalf("%q became %q, want %q", tt.to, r.Moved[0].To, tt.want)
			}
			d.holds(map[string]string{tt.want: "contents of scan.pdf"})
		})
	}
}

func TestALongTitleKeepsItsExtensionWithinTheLimits(t *testing.T) {
	d := newFixture(t, "scan.jpeg")
	r := d.ok("move", object{"moves": []object{{"from": d.path("scan.jpeg"), "to": strings.Repeat("😀", 300)}}})
	name := filepath.Base(r.Moved[0].To)
	if len(name) > 255 || len(utf16.Encode([]rune(name))) > 255 || !strings.HasSuffix(name, "😀.jpeg") {
		t.Errorf("it is called %q", name)
	}
}

func TestAHundredFilesWithOneNameAreAHundredFiles(t *testing.T) {
	d := newFixture(t)
	var moves []object
	for i := range 100 {
		name := fmt.Sprintf("scan%03d.pdf", i)
		d.write(name, name)
		to := "Invoice.pdf"
		if i%2 == 1 {
			to = "INVOICE.pdf"
		}
		moves = append(moves, object{"from": d.path(name), "to": to})
	}
	r := d.ok("move", object{"moves": moves})
	if r.Receipt.Moved != 100 || r.Receipt.FilesOut != 100 {
		t.Fatalf("the receipt is %+v", r.Receipt)
	}
	names := map[string]bool{}
	for name := range tree(t, d.root) {
		names[strings.ToLower(name)] = true
	}
	if len(names) != 101 { // and the folder itself
		t.Errorf("%d names differ in more than case", len(names)-1)
	}
}

func TestNamesThatDifferInCaseOrAccentsBothSurvive(t *testing.T) {
	d := newFixture(t, "a.txt", "A.txt", "caf\u00e9.txt", "cafe\u0301.txt")
	before := tree(t, d.root)
	d.ok("move", object{"moves": d.moves("a.txt", "new/a.txt", "A.txt", "new/A.txt", "caf\u00e9.txt", "new/x.txt", "cafe\u0301.txt", "new/x.txt")})
	if got := len(tree(t, d.path("new"))); got != 5 {
		t.Fatalf("%d of 4 files are in the new folder", got-1)
	}
	d.ok("undo", object{})
	delete(before, "./")
	d.holds(before)
}

func TestLinksArePointedOutAndNeverFollowed(t *testing.T) {
	d := newFixture(t, "a.txt")
	secret := filepath.Join(t.TempDir(), "secret")
	if err := os.Mkdir(secret, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(secret, "key"), []byte("secret"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, to := range map[string]string{"ssh": secret, "key": filepath.Join(secret, "key"), "dangling": "nowhere"} {
		if err := os.Symlink(to, d.path(name)); err != nil {
			t.Fatal(err)
		}
	}
	r := d.ok("move", object{"moves": d.moves("key", "k", "dangling", "d", "ssh/key", "k2", "a.txt", "ssh/a.txt"), "dry_run": true})
	for _, e := range r.Effect {
		if e.From != e.To || e.Note == "" {
			t.Errorf("a link would be followed: %+v", e)
		}
	}
	if r := d.call("list", object{"path": d.path("ssh")}); !r.failed || r.ErrorType != "permission_denied" {
		t.Errorf("a link is listed: %+v", r)
	}
	if r := d.call("list", object{"path": d.root, "recursive": true}); r.failed || r.Files != 1 || r.Folders != 0 || len(r.Entries) != 4 {
		t.Errorf("the list is %+v", r)
	}
	if r := d.ok("info", object{"path": d.path("key")}); r.Type != "link" || r.SHA256 != "" {
		t.Errorf("a link is read: %+v", r)
	}
	if got := tree(t, secret); len(got) != 2 || got["key"] != "secret" {
		t.Errorf("outside is now %q", got)
	}
}

func TestWhatIsOutsideTheRootsIsRefused(t *testing.T) {
	d := newFixture(t, "in.txt", "sub/in.txt")
	outside := filepath.Join(t.TempDir(), "out.txt")
	if err := os.WriteFile(outside, []byte("out"), 0o600); err != nil {
		t.Fatal(err)
	}
	narrow := object{"deskhand/roots": []string{d.path("sub")}}
	single := object{"deskhand/roots": []string{d.path("in.txt")}}
	move := func(from, to string) object { return object{"moves": []object{{"from": from, "to": to}}} }
	tests := []struct {
		name string
		tool string
		args object
		meta object
	}{
		{"a file outside", "move", move(outside, d.path("x.txt")), nil},
		{"a target outside", "move", move(d.path("in.txt"), outside+"2"), nil},
		{"a climb out of the root", "move", move(d.path("in.txt"), d.root+"/../x.txt"), nil},
		{"a file outside the roots of the call", "move", move(d.path("in.txt"), d.path("sub/x.txt")), narrow},
		{"a target outside the roots of the call", "move", move(d.path("sub/in.txt"), d.path("x.txt")), narrow},
		{"roots of the call that are outside", "move", move(outside, outside+"2"), object{"deskhand/roots": []string{filepath.Dir(outside)}}},
		{"a call without any root", "list", object{"path": d.root}, object{"deskhand/roots": []string{}}},
		{"the neighbour of a single file", "info", object{"path": d.path("sub/in.txt")}, single},
		{"another folder than a single file's own", "move", move(d.path("in.txt"), d.path("sub/x.txt")), single},
		{"a list outside", "list", object{"path": filepath.Dir(outside)}, nil},
		{"a folder outside", "make_folder", object{"path": filepath.Dir(outside) + "/new"}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := d.callWith(tt.tool, tt.args, tt.meta)
			if !r.failed || r.ErrorType != "permission_denied" || r.Message == "" {
				t.Fatalf("it is answered %+v", r)
			}
		})
	}
	d.holds(map[string]string{"in.txt": "contents of in.txt", "sub/": "", "sub/in.txt": "contents of sub/in.txt"})

	if r := d.callWith("move", move(d.path("in.txt"), "renamed.txt"), single); r.failed {
		t.Errorf("a single file may be renamed: %s", r.text)
	}
	if r := d.callWith("undo", object{}, narrow); !r.failed {
		t.Errorf("an undo outside the roots of the call is answered %+v", r)
	}
	if r := d.callWith("undo", object{}, single); r.failed || r.Restored != 1 {
		t.Errorf("the undo is answered %+v", r)
	}
}

func TestWrongArgumentsAreExplained(t *testing.T) {
	d := newFixture(t, "a.txt")
	tests := []struct {
		name, tool string
		args       object
		says       string
	}{
		{"no moves", "move", object{"moves": []object{}}, "No moves are given."},
		{"an argument of another tool", "list", object{"path": d.root, "depth": 3}, `There is no argument "depth".`},
		{"a number for a path", "list", object{"path": 3}, "must be of type string"},
		{"a batch id that is a path", "undo", object{"batch": "../../etc/passwd"}, "batch id is"},
		{"a batch that nobody made", "undo", object{"batch": "nobody"}, "There is no such batch"},
		{"a folder that is missing", "list", object{"path": d.path("nowhere")}, "not there"},
		{"nothing to undo", "undo", object{}, "There is nothing to undo."},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := d.call(tt.tool, tt.args)
			if !r.failed || r.ErrorType != "invalid_args" || !strings.Contains(r.Message, tt.says) {
				t.Fatalf("it is answered %+v", r)
			}
		})
	}
}

// TestAFolderOfTooManyLevelsIsRefusedAtOnce asks for folders as a model gone wrong
// does.
func TestAFolderOfTooManyLevelsIsRefusedAtOnce(t *testing.T) {
	d := newFixture(t, "a.txt")
	if r := d.ok("make_folder", object{"path": d.path(strings.Repeat("x/", 64))}); len(r.Created) != 64 {
		t.Errorf("of 64 levels %d are made", len(r.Created))
	}
	for _, levels := range []int{65, 16_000, 500_000} {
		deep := d.path(strings.Repeat("y/", levels))
		if r := d.call("make_folder", object{"path": deep}); !r.failed || r.ErrorType != "invalid_args" {
			t.Errorf("%d levels are answered %.200s", levels, r.text)
		}
		if r := d.call("move", object{"moves": []object{{"from": d.path("a.txt"), "to": deep + "/z.txt"}}}); !r.failed || r.ErrorType != "invalid_args" {
			t.Errorf("a move %d levels down is answered %.200s", levels, r.text)
		}
	}
}
