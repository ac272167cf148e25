//go:build builtinocr

package engine

import (
	"fmt"
	"strings"
	"testing"
)

func TestTheEngineThatIsBuiltInReadsTheWordsOfTheLibrary(t *testing.T) {
	goods := strings.Fields("Saucer Lantern Kettle Hammer Blanket Candle Mirror Basket Ladder Whistle Teapot Drawer Pillow Bucket Hanger")
	var lines []string
	for i := range 45 {
		lines = append(lines, fmt.Sprintf("%s and %s no. %d at %d.%02d", goods[i%len(goods)], strings.ToLower(goods[i*7%len(goods)]), 4021+i*137, i*17%90, i*13%100))
	}
	read := map[string][]string{}
	for _, name := range []string{Library, BuiltIn} {
		pool := newPool(t, engines()[name])
		got, err := pool.Read(t.Context(), of(page(t, lines...)), nil)
		if err != nil || pool.Status().Engine != name {
			t.Fatalf("%s: %v", pool.Status().Engine, err)
		}
		read[name] = strings.Fields(text(got.Page))
	}
	left := map[string]int{}
	for _, word := range read[BuiltIn] {
		left[word]++
	}
	same := 0
	for _, word := range read[Library] {
		if left[word]--; left[word] >= 0 {
			same++
		}
	}
	if all := len(read[Library]); all < 250 || same*100 < all*97 {
		t.Errorf("%d of the %d words that the library reads, in %d", same, all, len(read[BuiltIn]))
	}
}

func TestALibraryWithoutALanguageIsLeftForTheEngineThatIsBuiltIn(t *testing.T) {
	config := engines()[BuiltIn]
	config.Library = script(t, "") // answers as the real one
	t.Setenv("TESSDATA_PREFIX", t.TempDir())
	if status := newPool(t, config).Status(); status.Engine != BuiltIn || len(status.Languages) == 0 || status.Advice() != "" {
		t.Errorf("status %+v, advice %q", status, status.Advice())
	}
}
