package lists

import (
	"slices"
	"strings"
)

// AddNew appends the values that a list does not contain yet.
func AddNew[T comparable](list []T, values ...T) []T {
	for _, v := range values {
		if !slices.Contains(list, v) {
			list = append(list, v)
		}
	}
	return list
}

// Map returns what f makes of each value.
func Map[A, B any](list []A, f func(A) B) []B {
	made := make([]B, len(list))
	for i, v := range list {
		made[i] = f(v)
	}
	return made
}

// Words returns the words of a text as a set.
func Words(text string) map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(text) {
		set[w] = true
	}
	return set
}

// Filter returns the values that fit.
func Filter[T any](list []T, fits func(T) bool) []T {
	var kept []T
	for _, v := range list {
		if fits(v) {
			kept = append(kept, v)
		}
	}
	return kept
}

// Count returns how many values fit.
func Count[T any](list []T, fits func(T) bool) (n int) {
	for _, v := range list {
		if fits(v) {
			n++
		}
	}
	return n
}
