package tsv

import (
	"strings"
	"testing"
)

func TestRowsOfTesseractsTableWithoutAWordAreLeftOut(t *testing.T) {
	words := Words("level\tpage_num\n5\t1\t1\t1\t2\t3\t10\t20\t30\t40\t96.5\tHello\n" +
		"5\t1\t1\t1\t2\t4\t10\t20\t30\t40\t96.5\t \n4\t1\t1\t1\t2\t0\t1\t1\t1\t1\t-1\t\n5\t1\tx\t1\t2\t3\t10\t20\t30\t40\t96\tBad\n5\t1\n")
	if len(words) != 1 || words[0].Text != "Hello" || words[0].X1 != 40 || words[0].Y1 != 60 || words[0].Line != 2 || words[0].Confidence != 0.965 {
		t.Errorf("words = %+v", words)
	}
}

func FuzzWords(f *testing.F) {
	f.Add("5\t1\t1\t1\t2\t3\t10\t20\t30\t40\t96.5\tHello\n")
	f.Fuzz(func(t *testing.T, table string) {
		for _, word := range Words(table) {
			if strings.TrimSpace(word.Text) == "" {
				t.Errorf("an empty word in %q", table)
			}
		}
	})
}
