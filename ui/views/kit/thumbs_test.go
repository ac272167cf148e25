package kit

import (
	"fmt"
	"image"
	"testing"

	"pgregory.net/rapid"
)

func TestTheCacheKeepsTheMostRecentlyUsed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		limit := rapid.IntRange(1, 8).Draw(t, "limit")
		cache := newLRU(limit)
		var order []string // the model: most recently used last
		use := func(key string) {
			for i, k := range order {
				if k == key {
					order = append(order[:i:i], order[i+1:]...)
					break
				}
			}
			order = append(order, key)
			order = order[max(0, len(order)-limit):]
		}
		for range rapid.IntRange(0, 60).Draw(t, "steps") {
			key := fmt.Sprint(rapid.IntRange(0, 12).Draw(t, "key"))
			if rapid.Bool().Draw(t, "put") {
				cache.put(key, image.NewGray(image.Rect(0, 0, 1, 1)))
				use(key)
			} else if _, ok := cache.get(key); ok {
				use(key)
			}
			if len(cache.byKey) != len(order) || cache.order.Len() != len(order) {
				t.Fatalf("%d are kept, want %d", len(cache.byKey), len(order))
			}
			for _, k := range order {
				if _, ok := cache.byKey[k]; !ok {
					t.Fatalf("%s was thrown away", k)
				}
			}
		}
	})
}
