package lists

import "slices"

// AddNew appends the values that a list does not contain yet.
func AddNew[T comparable](list []T, values ...T) []T {
	for _, v := range values {
		if !slices.Contains(list, v) {
			list = append(list, v)
		}
	}
	return list
}
