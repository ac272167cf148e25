package documents

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	wire "github.com/deskhand/deskhand/agentcore/wire/documents"
)

const (
	// defaultPages is how many pages are read when none are named.
	defaultPages = 3
	// maxPages is how many pages one call reads.
	maxPages = 50
)

// errPages is returned for pages that cannot be parsed or do not exist.
var errPages = errors.New("bad pages")

// pageRange is a range of pages, including both ends.
type pageRange struct{ first, last int }

// parsePages reads "2" or "1-3" for a document of total pages; empty: the
// first few. Pages after the last one are left out.
func parsePages(text string, total int) (pageRange, error) {
	text = strings.ReplaceAll(text, " ", "")
	if text == "" {
		return pageRange{1, min(defaultPages, total)}, nil
	}
	from, to, isRange := strings.Cut(text, "-")
	first, err := strconv.Atoi(from)
	if err != nil {
		return pageRange{}, fmt.Errorf("%w: %q", errPages, text)
	}
	last := first
	if isRange {
		if last, err = strconv.Atoi(to); err != nil {
			return pageRange{}, fmt.Errorf("%w: %q", errPages, text)
		}
	}
	if first < 1 || last < first || first > total {
		return pageRange{}, fmt.Errorf("%w: %q of %d", errPages, text, total)
	}
	return pageRange{first, min(last, total, first+maxPages-1)}, nil
}

func (r pageRange) of(total int) wire.Pages { return wire.PagesOf(r.first, r.last, total) }
