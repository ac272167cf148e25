package documents

import "fmt"

// Pages are the pages of a document that were read, written "1-3 of 18". Empty where
// nothing was read, or where a document has no pages.
type Pages string

// PagesOf returns the pages from first to last of a document of total pages.
func PagesOf(first, last, total int) Pages {
	return Pages(fmt.Sprintf("%d-%d of %d", first, last, total))
}

// Range returns what PagesOf was given, and whether p was made by it: p may come from
// a file.
func (p Pages) Range() (first, last, total int, ok bool) {
	_, err := fmt.Sscanf(string(p), "%d-%d of %d", &first, &last, &total)
	return first, last, total, err == nil && PagesOf(first, last, total) == p
}
