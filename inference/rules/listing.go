package rules

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// row is a line of a listing: "name | file | 12 kB | date". Other lines have no
// name.
type row struct{ name, kind, size, line string }

// rowOf finds the kind from the right: a name may hold the separator itself.
func rowOf(line string) row {
	parts := strings.Split(line, " | ")
	for i := len(parts) - 2; i > 0; i-- {
		switch parts[i] {
		case "file", "folder", "link", "other":
			return row{name: strings.Join(parts[:i], " | "), kind: parts[i], size: parts[i+1], line: line}
		}
	}
	return row{line: line}
}

// String is the row as an answer lists it.
func (r row) String() string {
	switch {
	case r.name == "":
		return r.line
	case r.kind == "file":
		return "- " + r.name + " (" + r.size + ")"
	default:
		return "- " + r.name + " (" + r.kind + ")"
	}
}

// listing is the account of one folder: its counts, its kinds, then its names.
func listing(path, text string) string {
	lines, cut := whole(text)
	head := "In " + path
	if strings.HasPrefix(lines[0], path+": ") {
		head, lines = "In "+lines[0], lines[1:]
	}
	if kinds := kindsIn(lines); kinds != "" {
		head += " (" + kinds + ")"
	}
	rows := make([]string, len(lines))
	for i, line := range lines {
		rows[i] = rowOf(line).String()
	}
	body, more := beginning(strings.Join(rows, "\n"), listRunes)
	if cut || more {
		body += "\n\nThere is more than is shown here."
	}
	return head + "\n\n" + body
}

// kindsIn counts the kinds of the files in a listing, the most frequent first;
// empty when there are none.
func kindsIn(lines []string) string {
	counts := map[string]int{}
	for _, line := range lines {
		if r := rowOf(line); r.kind == "file" {
			if ext := extension.FindString(r.name); ext != "" {
				counts[strings.ToUpper(ext[1:])]++
			}
		}
	}
	kinds := slices.Collect(maps.Keys(counts))
	slices.SortFunc(kinds, func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b))
	})
	for i, kind := range kinds {
		kinds[i] = fmt.Sprintf("%d %s", counts[kind], kind)
	}
	return strings.Join(kinds, ", ")
}
