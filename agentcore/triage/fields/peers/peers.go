package peers

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/triage/fields/lex"
)

// File is what its peers know of a file.
type File struct {
	Issuer plan.Field
	// Sight says that OCR read it, and Numbers are those of Numbers.
	Sight   bool
	Numbers []string
}

const (
	// piece is how many letters two spellings have in common to be compared, and
	// crowd how many spellings may have them.
	piece = 6
	crowd = 48
	// perLetter is how many letters of a word there are for each that differs, where
	// there are more than one.
	perLetter = 4
	// typed is for how many readings by OCR a file counts that was not read by it.
	typed = 3
	// enough is how many votes correct another spelling.
	enough = 2
	// repaired is how much of the confidence of the spelling is left where OCR read
	// another, and disputed where each of two could be right.
	repaired = 0.95
	disputed = 0.5
	// leaning is how likely the best candidate of a file is at least, where none was
	// chosen, for other files with it to speak for it; agreed is how likely they make it
	// at most: not so that it need not be looked at.
	leaning = 0.3
	agreed  = 0.75
)

// spelling is one way in which a name is written in the batch.
type spelling struct {
	key        string // its words, folded
	votes      int
	shown      map[string]int // by how it is written, how many files have it
	asked      map[string]int // and how many ask about it
	numbers    map[string]bool
	confidence float64 // the best of the files that have it
	// leans is how often it is the best candidate of a file that chose none, likely how
	// likely it is in the files that say it the most, chosen or not.
	leans  int
	likely []float64
}

// Agree returns the issuers of the files, corrected by each other.
func Agree(files []File) []plan.Field {
	all := spellings(files)
	near := neighbours(all)
	out := make([]plan.Field, len(files))
	for i, f := range files {
		out[i] = f.Issuer
		if !f.Sight {
			continue
		}
		for n, value := range namesOf(f.Issuer) {
			own := all[keyOf(value)]
			best := strongest(own, near[own.key])
			if best == nil {
				continue
			}
			switch {
			case best.votes >= enough && best.votes > own.votes && best.confidence > 0:
				out[i] = corrected(f.Issuer, best, value)
			case best.votes == own.votes && n == 0 && f.Issuer.Value != "":
				out[i].Confidence *= disputed
			default:
				continue
			}
			break
		}
		if out[i].Value == "" {
			out[i] = together(f.Issuer, all, near)
		}
	}
	return out
}

// together is an issuer that no file alone is sure of, chosen where another has the same
// best candidate.
func together(f plan.Field, all map[string]*spelling, near map[string][]*spelling) plan.Field {
	if len(f.Candidates) == 0 || f.Candidates[0].Probability < leaning || strings.ContainsAny(f.Candidates[0].Value, slips) {
		return f
	}
	own := all[keyOf(f.Candidates[0].Value)]
	best, likely := own, own.likely
	for _, s := range near[own.key] {
		likely = twoBest(append(slices.Clone(likely), s.likely...))
		if cmp.Or(cmp.Compare(s.votes, best.votes), cmp.Compare(s.leans, best.leans), cmp.Compare(best.key, s.key)) > 0 {
			best = s
		}
	}
	if len(likely) < 2 {
		return f
	}
	chosen := *best
	chosen.confidence = min(agreed, 1-(1-likely[0])*(1-likely[1])) / repaired
	return corrected(f, &chosen, f.Candidates[0].Value)
}

// slips are marks that OCR makes of letters and that names rarely have.
const slips = "!?|*#~^=<>{}[]_\""

// twoBest is the two greatest of some numbers, the greatest first.
func twoBest(of []float64) []float64 {
	slices.Sort(of)
	slices.Reverse(of)
	return of[:min(len(of), 2)]
}

// namesOf are the names that a file's issuer could have: the one that was chosen, or
// else all that are asked about.
func namesOf(f plan.Field) []string {
	if f.Value != "" {
		return []string{f.Value}
	}
	var all []string
	for _, c := range f.Candidates {
		all = append(all, c.Value)
	}
	return all
}

// corrected is an issuer that was read as value, spelled as its peers have it.
func corrected(f plan.Field, by *spelling, value string) plan.Field {
	at := slices.IndexFunc(f.Candidates, func(c plan.Candidate) bool { return c.Value == value })
	if at >= 0 {
		f.Evidence = f.Candidates[at].Evidence
	}
	f.Value, f.Confidence = by.name(), repaired*by.confidence
	first := plan.Candidate{Value: f.Value, Evidence: f.Evidence, Probability: f.Confidence}
	others := slices.DeleteFunc(slices.Clone(f.Candidates), func(c plan.Candidate) bool { return c.Value == f.Value })
	for i := range others {
		others[i].Probability = min(others[i].Probability, 1-f.Confidence)
	}
	f.Candidates = append([]plan.Candidate{first}, others[:min(len(others), plan.MaxCandidates-1)]...)
	return f
}

// name is how most files write it; of equals the first.
func (s *spelling) name() string {
	files := s.shown
	if len(files) == 0 {
		files = s.asked
	}
	return slices.MinFunc(slices.Collect(maps.Keys(files)), func(a, b string) int {
		return cmp.Or(cmp.Compare(files[b], files[a]), cmp.Compare(a, b))
	})
}

// spellings are those of the batch, by their letters.
func spellings(files []File) map[string]*spelling {
	all := map[string]*spelling{}
	for _, f := range files {
		for n, value := range namesOf(f.Issuer) {
			key := keyOf(value)
			s := all[key]
			if s == nil {
				s = &spelling{key: key, shown: map[string]int{}, asked: map[string]int{}, numbers: map[string]bool{}}
				all[key] = s
			}
			for _, n := range f.Numbers {
				s.numbers[n] = true
			}
			p := f.Issuer.Confidence
			if f.Issuer.Value == "" {
				p = f.Issuer.Candidates[n].Probability
			}
			if n == 0 && p >= leaning {
				s.likely = twoBest(append(s.likely, p))
			}
			if f.Issuer.Value == "" {
				if n == 0 && p >= leaning {
					s.leans++
					s.asked[value]++
				}
				continue // it is asked about
			}
			s.shown[value]++
			s.votes++
			s.confidence = max(s.confidence, f.Issuer.Confidence)
			if !f.Sight {
				s.votes += typed - 1
			}
		}
	}
	return all
}

// neighbours are the spellings that could be of the same name.
func neighbours(all map[string]*spelling) map[string][]*spelling {
	with := map[string][]*spelling{}
	for _, key := range slices.Sorted(maps.Keys(all)) {
		for p := range pieces(key) {
			with[p] = append(with[p], all[key])
		}
	}
	near := map[string][]*spelling{}
	for key, s := range all {
		seen := map[*spelling]bool{s: true}
		for p := range pieces(key) {
			if len(with[p]) > crowd {
				continue
			}
			for _, o := range with[p] {
				if !seen[o] && isSameName(s, o) {
					near[key] = append(near[key], o)
				}
				seen[o] = true
			}
		}
	}
	return near
}

// pieces are the strings of so many letters in key.
func pieces(key string) map[string]bool {
	all := map[string]bool{}
	runes := []rune(key)
	for i := 0; i+piece <= len(runes); i++ {
		all[string(runes[i:i+piece])] = true
	}
	return all
}

// isSameName reports whether two spellings are of one name.
func isSameName(a, b *spelling) bool {
	shared := false
	for n := range a.numbers {
		shared = shared || b.numbers[n]
	}
	x, y := strings.Fields(a.key), strings.Fields(b.key)
	if !shared || digits(a.key) != digits(b.key) {
		return false
	}
	if len(x) != len(y) {
		return distance([]rune(strings.Join(x, "")), []rune(strings.Join(y, ""))) <= 1
	}
	for i := range x {
		if len(x[i]) == 1 && len(y[i]) == 1 && alike.Replace(x[i]) == alike.Replace(y[i]) {
			continue
		}
		v, w := []rune(x[i]), []rune(y[i])
		if x[i] != y[i] && (isNumber(x[i]) || isNumber(y[i])) || distance(v, w) > max(1, min(len(v), len(w))/perLetter) {
			return false
		}
	}
	return true
}

// alike makes one of the digits and letters that OCR takes for each other.
var alike = strings.NewReplacer("0", "o", "1", "l", "i", "l", "5", "s", "8", "b")

// digits are those of a key that look like no letter.
func digits(key string) string {
	return strings.Map(func(r rune) rune {
		if lex.IsDigit(r) && !strings.ContainsRune("0158", r) {
			return r
		}
		return -1
	}, key)
}

// isNumber reports whether a word is all digits: that of a branch.
func isNumber(word string) bool { return lex.Run(word, lex.IsDigit) == len(word) }

// strongest is the spelling with the most votes; of equals the first of the alphabet.
func strongest(own *spelling, near []*spelling) *spelling {
	var best *spelling
	for _, s := range near {
		if s.votes == 0 || s.votes < own.votes {
			continue
		}
		if best == nil || s.votes > best.votes || s.votes == best.votes && s.key < best.key {
			best = s
		}
	}
	return best
}

// distance is how many letters have to be changed, added or left out to make b of a.
func distance(a, b []rune) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range a {
		corner := row[0]
		row[0] = i + 1
		for j := range b {
			change := corner
			if a[i] != b[j] {
				change++
			}
			corner = row[j+1]
			row[j+1] = min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}

// keyOf is the words of a name, folded.
func keyOf(name string) string {
	return strings.Join(strings.FieldsFunc(lex.Fold(name), func(r rune) bool { return !lex.IsLetter(r) && !lex.IsDigit(r) }), " ")
}

// The numbers of firms: how many digits they have, and in how many lines and how many
// of them are kept.
const (
	leastDigits = 7
	mostDigits  = 15
	mostLines   = 60
	mostNumbers = 24
)

// Numbers are what could be the number of a firm in the text at the head of a
// document: digits with at most one mark between them.
func Numbers(text string) []string {
	var all []string
	lines := 0
	for line := range strings.SplitSeq(text, "\n") {
		if lines++; lines > mostLines {
			break
		}
		digits, gap := "", 0
		keep := func() {
			if n := len(digits); n >= leastDigits && n <= mostDigits && len(all) < mostNumbers && !slices.Contains(all, digits) {
				all = append(all, digits)
			}
			digits, gap = "", 0
		}
		for _, r := range line {
			switch {
			case lex.IsDigit(r):
				digits, gap = digits+string(r), 0
			case digits != "" && gap == 0 && strings.ContainsRune(" -.", r):
				gap++
			default:
				keep()
			}
		}
		keep()
	}
	return all
}
