package recognise

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

func TestWhatBelongsTogetherIsOneGroup(t *testing.T) {
	tests := []struct {
		name   string
		names  string // a name that ends in / is a folder
		groups string // the group of each, or -
	}{
		{"parts of an archive", "film.part1.rar film.part2.rar other.rar", "film film -"},
		{"numbered parts", "data.zip.001 data.zip.002 data.zip.003", "data data data"},
		{"a split zip with its head", "x.z01 x.z02 x.zip", "x x x"},
		{"old rar parts", "x.rar x.r00 x.r01", "x x x"},
		{"one part alone", "film.part1.rar film.txt", "- -"},
		{"a live photo", "IMG_1.HEIC IMG_1.MOV IMG_2.HEIC", "IMG_1 IMG_1 -"},
		{"a photo with its settings", "a.CR2 a.xmp b.jpg b.jpg.xmp", "a a b.jpg b.jpg"},
		{"a live photo with edits", "IMG_3.HEIC IMG_3.AAE IMG_3.mov", "IMG_3 IMG_3 IMG_3"},
		{"a raw picture with its copy", "d.nef d.jpg", "d d"},
		{"subtitles", "film.mkv film.srt film.txt", "film film -"},
		{"a page with its pictures", "Page.html Page_files/ Note.md Note.assets/ Plan.md plan/ other/", "Page Page Note Note Plan Plan -"},
		{"a signature", "a.pdf a.pdf.sig a.asc", "a.pdf a.pdf -"},
		{"papers that only share a name", "invoice.pdf invoice.docx invoice.txt", "- - -"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var names []Name
			for _, n := range strings.Fields(tt.names) {
				names = append(names, Name{strings.TrimSuffix(n, "/"), strings.HasSuffix(n, "/")})
			}
			f := NewFolder(names)
			for i, want := range strings.Fields(tt.groups) {
				got := Group(f.Flags(names[i].Name, names[i].Folder))
				if want == "-" {
					want = ""
				}
				if got != want {
					t.Errorf("%s is in group %q, want %q", names[i].Name, got, want)
				}
				if got != "" && f.Size(got) < 2 {
					t.Errorf("the group %q has %d names", got, f.Size(got))
				}
			}
		})
	}
}

func TestFlagsOfNames(t *testing.T) {
	f := NewFolder([]Name{{".~lock.open.odt#", false}, {"open.odt", false}, {"~$word.docx", false}, {"word.docx", false}})
	tests := []struct {
		name   string
		folder bool
		want   string
	}{
		{"a.pdf", false, ""},
		{".hidden", false, "hidden"},
		{".IMG_1.HEIC.icloud", false, "hidden online_only"},
		{"scan.pdf.part", false, "being_written"},
		{"film.mkv.crdownload", false, "being_written"},
		{"Safari.download", true, "being_written"},
		{"open.odt", false, "being_written"},
		{"word.docx", false, "being_written"},
		{"Photos.photoslibrary", true, "package"},
		{"Tool.app", true, "package"},
		{"Tool.app", false, ""},
	}
	for _, tt := range tests {
		if got := strings.Join(f.Flags(tt.name, tt.folder), " "); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
		if flags := f.Flags(tt.name, tt.folder); (Words(flags) == "") != (len(flags) == 0 || tt.want == Hidden) {
			t.Errorf("%s is told as %q", tt.name, Words(flags))
		}
	}
	for mark, want := range map[string]bool{".git": true, "go.mod": true, "App.sln": true, "notes.md": false, "Invoices": false} {
		if NewFolder([]Name{{mark, false}}).Project() != want {
			t.Errorf("%s makes a project: %v", mark, !want)
		}
	}
}

func TestASignatureIsFoundWhereverItIs(t *testing.T) {
	for _, at := range []int{0, 5, signatureWindow - 4, signatureWindow, 3 * signatureWindow} {
		text := strings.Repeat(" ", at) + "/ByteRange [0 10 20 30]"
		for name, r := range map[string]*strings.Reader{"whole": strings.NewReader(text), "in pieces": strings.NewReader(text)} {
			var signed bool
			var err error
			if name == "whole" {
				signed, err = IsSigned(r, 1<<30)
			} else {
				signed, err = IsSigned(iotest.HalfReader(r), 1<<30)
			}
			if !signed || err != nil {
				t.Errorf("a signature at byte %d, read %s: %v (%v)", at, name, signed, err)
			}
		}
	}
	if signed, err := IsSigned(strings.NewReader(strings.Repeat("/ByteRang", 100_000)), 1<<30); signed || err != nil {
		t.Errorf("none is found: %v (%v)", signed, err)
	}
}

func TestAHugeFolderIsReadInLinearTime(t *testing.T) {
	var names []Name
	for i := range 50_000 {
		names = append(names, Name{Name: fmt.Sprintf("same.part%d.rar", i)}, Name{Name: fmt.Sprintf("IMG_%d.HEIC", i)}, Name{Name: fmt.Sprintf("IMG_%d.MOV", i)})
	}
	f := NewFolder(names)
	if f.Size("same") != 50_000 || f.Size("IMG_7") != 2 {
		t.Errorf("the groups have %d and %d names", f.Size("same"), f.Size("IMG_7"))
	}
	if !slices.Contains(f.Flags("IMG_49999.MOV", false), "group:IMG_49999") {
		t.Error("the last one is in no group")
	}
}
