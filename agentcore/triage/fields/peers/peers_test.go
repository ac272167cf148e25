package peers

import (
	"fmt"
	"slices"
	"testing"

	"github.com/deskhand/deskhand/agentcore/plan"
)

const phone = "0387686092"

func seen(name string, confidence float64, numbers ...string) File {
	e := plan.Evidence{Text: name, Page: 1}
	return File{
		Issuer: plan.Field{Value: name, Evidence: e, Confidence: confidence, Candidates: []plan.Candidate{{Value: name, Evidence: e, Probability: confidence}}},
		Sight:  true, Numbers: numbers,
	}
}

// asked is a file of which the name is asked about.
func asked(name string, numbers ...string) File {
	f := seen(name, 0.4, numbers...)
	f.Issuer.Value, f.Issuer.Evidence, f.Issuer.Confidence = "", plan.Evidence{}, 0
	return f
}

func printed(name string, numbers ...string) File {
	f := seen(name, 0.97, numbers...)
	f.Sight = false
	return f
}

func TestFilesOfOneShopCorrectHowItIsSpelled(t *testing.T) {
	for name, row := range map[string]struct {
		files []File
		want  []string
	}{
		"two of three":                                {[]File{seen("ONE FOUR BAKERY", 0.9, phone), seen("QNE FOUR BAKERY", 0.9, phone), seen("ONE FOUR BAKERY", 0.8, phone)}, []string{"ONE FOUR BAKERY", "ONE FOUR BAKERY", "ONE FOUR BAKERY"}},
		"one that is asked about":                     {[]File{seen("Harbour Books", 0.9, phone), seen("Harbour Books", 0.9, phone), asked("Harb0ur Books", phone)}, []string{"Harbour Books", "Harbour Books", "Harbour Books"}},
		"a file that was not read by OCR":             {[]File{printed("Harbour Books", phone), seen("Harbcur Books", 0.9, phone), seen("Harbcur Books", 0.9, phone)}, []string{"Harbour Books", "Harbour Books", "Harbour Books"}},
		"no file that was not read by OCR is changed": {[]File{printed("Harbcur Books", phone), seen("Harbour Books", 0.9, phone), seen("Harbour Books", 0.9, phone), seen("Harbour Books", 0.9, phone), seen("Harbour Books", 0.9, phone)}, []string{"Harbcur Books", "Harbour Books", "Harbour Books", "Harbour Books", "Harbour Books"}},
		"no number in common":                         {[]File{seen("Bäckerei Müller", 0.9, "1234567"), seen("Bäckerei Müller", 0.9, "1234567"), seen("Bäckerei Möller", 0.9, "7654321")}, []string{"Bäckerei Müller", "Bäckerei Müller", "Bäckerei Möller"}},
		"branches with a number":                      {[]File{seen("Corner Shop 12", 0.9, phone), seen("Corner Shop 12", 0.9, phone), seen("Corner Shop 13", 0.9, phone)}, []string{"Corner Shop 12", "Corner Shop 12", "Corner Shop 13"}},
		"branches of towns":                           {[]File{seen("Speedy Mart Klang", 0.9, phone), seen("Speedy Mart Klang", 0.9, phone), seen("Speedy Mart Kajang", 0.9, phone)}, []string{"Speedy Mart Klang", "Speedy Mart Klang", "Speedy Mart Kajang"}},
		"two that ask about the same":                 {[]File{asked("Harbour Books", phone), asked("Harb0ur Books", phone)}, []string{"Harb0ur Books", "Harb0ur Books"}},
		"one that asks about what another has chosen": {[]File{seen("99 HARBOUR MART 5/B", 0.7, phone), asked("99 HARBOUR MART S/B", phone)}, []string{"99 HARBOUR MART 5/B", "99 HARBOUR MART 5/B"}},
		"what OCR misread":                            {[]File{asked("Harb!ur Books", phone), asked("Harb!ur Books", phone)}, []string{"", ""}},
		"one that asks about it alone":                {[]File{asked("Harbour Books", phone), asked("Anna Weber", phone)}, []string{"", ""}},
		"nothing like it":                             {[]File{seen("Harbour Books", 0.9, phone), seen("Harbour Books", 0.9, phone), asked("Anna Weber", phone)}, []string{"Harbour Books", "Harbour Books", ""}},
	} {
		t.Run(name, func(t *testing.T) {
			forward := Agree(row.files)
			backward := slices.Clone(row.files)
			slices.Reverse(backward)
			other := Agree(backward)
			slices.Reverse(other)
			for i, f := range forward {
				if f.Value != row.want[i] || other[i].Value != f.Value || other[i].Confidence != f.Confidence {
					t.Errorf("file %d is %q (%.2f), the other way round %q (%.2f), want %q", i, f.Value, f.Confidence, other[i].Value, other[i].Confidence, row.want[i])
				}
			}
		})
	}
}

func TestACorrectedNameShowsWhatStandsInTheFile(t *testing.T) {
	got := Agree([]File{seen("Harbour Books", 0.9, phone), seen("Harbour Books", 0.9, phone), seen("Harbcur Books", 0.97, phone)})[2]
	if got.Value != "Harbour Books" || got.Evidence.Text != "Harbcur Books" || got.Confidence > 0.9 || len(got.Candidates) != 2 || got.Candidates[1].Value != "Harbcur Books" {
		t.Errorf("got %+v", got)
	}
}

func TestWhatFilesOnlyAskAboutIsNeverSureTogether(t *testing.T) {
	for i, f := range Agree([]File{asked("Harbour Books", phone), asked("Harbour Books", phone), asked("Harbour Books", phone)}) {
		if f.Value != "Harbour Books" || f.Confidence < 0.6 || f.Confidence > 0.75 || f.Evidence.Text == "" {
			t.Errorf("file %d: %+v", i, f)
		}
	}
}

func TestSpellingsOfWhichNoneIsMoreFrequentAreInDoubt(t *testing.T) {
	for i, f := range Agree([]File{seen("QNE FOUR BAKERY", 0.95, phone), seen("CNE FOUR BAKERY", 0.95, phone)}) {
		if f.Confidence > 0.5 || f.Value == "" {
			t.Errorf("file %d is %q, %.2f", i, f.Value, f.Confidence)
		}
	}
}

func TestNumbersAreThoseOfFirms(t *testing.T) {
	got := Numbers("TEL : 03-87686092 FAX: 03-8768 6092\n(0005583085-K)\ntotal 12.40\n26/05/2018 11:22\nDE 136 695 976")
	if want := []string{"0387686092", "0005583085", "136695976"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestManyFilesWithSpellingsAlikeAreHeldAgainstFew(t *testing.T) {
	took := func(n int) float64 {
		var files []File
		for i := range n {
			files = append(files, seen(fmt.Sprintf("Harbour Books %c%c%c Ltd", 'a'+i%26, 'a'+i/26%26, 'a'+i/676%26), 0.9, phone))
		}
		return float64(testing.Benchmark(func(b *testing.B) {
			for b.Loop() {
				Agree(files)
			}
		}).NsPerOp())
	}
	if few, many := took(300), took(3000); many > 30*few {
		t.Errorf("ten times the files took %.0f times as long", many/few)
	}
}
