package main

import (
	"errors"
	"fmt"
	"strings"
)

var (
	errUnknown  = errors.New("the licence is not known")
	errCopyleft = errors.New("the licence is copyleft")
)

// refused are phrases of licences that must not be linked.
var refused = []string{
	"gnu general public license", "gnu affero general public license", "gnu lesser general public license",
	"gnu library general public license", "server side public license", "mozilla public license",
	"eclipse public license", "sharealike", "noncommercial", "business source license", "commons clause",
}

// known tells licences by phrases that all stand in each copy.
var known = []struct {
	name    string
	phrases []string
	but     string // a phrase that makes it another licence
}{
	{"Apache-2.0", []string{"apache license", "version 2.0, january 2004", "grant of patent license"}, ""},
	{"MIT", []string{"permission is hereby granted, free of charge, to any person obtaining a copy", "the above copyright notice and this permission notice shall be included"}, ""},
	{"BSD-3-Clause", []string{"redistributions of source code must retain", "redistributions in binary form must reproduce", "may be used to endorse"}, ""},
	{"BSD-2-Clause", []string{"redistributions of source code must retain", "redistributions in binary form must reproduce"}, "may be used to endorse"},
	{"ISC", []string{"permission to use, copy, modify, and/or distribute this software for any purpose with or without fee"}, ""},
	{"ISC", []string{"permission to use, copy, modify, and distribute this software for any purpose with or without fee"}, ""},
	{"Zlib", []string{"must not be misrepresented", "altered source versions must be plainly marked"}, ""},
	{"libtiff", []string{"permission to use, copy, modify, distribute, and sell this software and its documentation for any purpose is hereby granted without fee", "sam leffler"}, ""},
	{"libpng", []string{"png reference library license"}, ""},
	{"IJG", []string{"independent jpeg group's free jpeg software", "permission is hereby granted to use, copy, modify, and distribute this software"}, ""},
	{"FTL", []string{"the freetype project license", "redistribution of source code must retain this license file"}, ""},
	{"Unicode-3.0", []string{"unicode license v3", "permission is hereby granted"}, ""},
	{"OFL-1.1", []string{"sil open font license"}, ""},
	{"Bitstream-Vera", []string{"bitstream vera fonts copyright", "permission is hereby granted"}, ""},
	{"Public domain", []string{"dedicated to the public domain by the authors", "anyone is free to copy, modify, publish, use"}, ""},
	{"CC-BY-4.0", []string{"creative commons attribution 4.0"}, ""},
	{"AGG-2.3", []string{"permission to copy, use, modify, sell and distribute this software is granted provided this copyright notice appears in all copies"}, ""},
}

// chosen is the part of a text that leaves the choice between BSD and another
// licence, and says so in its first line: the BSD licence.
func chosen(text string) string {
	const choice, other = "SPDX-License-Identifier: BSD-3-Clause OR GPL-2.0-only", "\nGPL v2.0:\n"
	if first, _, _ := strings.Cut(text, "\n"); !strings.Contains(first, choice) {
		return text
	}
	text, _, _ = strings.Cut(text, other)
	return strings.TrimRight(text, "-\n") + "\n"
}

// licences returns the names of the licences that a text holds. A phrase may be
// broken over lines.
func licences(text string) ([]string, error) {
	flat := strings.Join(strings.Fields(strings.ToLower(text)), " ")
	for _, phrase := range refused {
		if strings.Contains(flat, phrase) {
			return nil, fmt.Errorf("%w: it says %q", errCopyleft, phrase)
		}
	}
	var names []string
	for _, k := range known {
		fits := k.but == "" || !strings.Contains(flat, k.but)
		for _, phrase := range k.phrases {
			fits = fits && strings.Contains(flat, phrase)
		}
		if fits {
			names = append(names, k.name)
		}
	}
	if names == nil {
		return nil, errUnknown
	}
	return names, nil
}
