package budget_test

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"runtime"
	"sync"
	"testing"

	"github.com/deskhand/deskhand/agentcore/budget"
)

// fresh is set for a new process that counts a text from several goroutines and prints
// the number of tokens, and the memory used before and after.
const fresh = "DESKHAND_TEST_COUNT"

func TestMain(m *testing.M) {
	if text := os.Getenv(fresh); text != "" {
		countAfresh(text)
		return
	}
	os.Exit(m.Run())
}

func countAfresh(text string) {
	e := budget.NewEstimator(kept{})
	count := e.For("a").Tokenizer()
	(budget.Counter{}).Prose(text) // needs no vocabulary
	before := heap()
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() { count.Prose(text) })
	}
	wg.Wait()
	fmt.Println(count.Prose(text), before>>20, heap()>>20)
	runtime.KeepAlive(e)
}

func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

func TestTheVocabularyIsLoadedAtTheFirstCountAndNothingIsFetched(t *testing.T) {
	proxy, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	defer proxy.Close() //nolint:errcheck // nothing was sent
	asked := make(chan struct{}, 16)
	go func() {
		for {
			c, err := proxy.Accept()
			if err != nil {
				return
			}
			asked <- struct{}{}
			_ = c.Close()
		}
	}()
	program, err := os.Executable()
	must(t, err)
	child := exec.Command(program)
	address := "http://" + proxy.Addr().String()
	child.Env = []string{
		fresh + "=hello world", "TIKTOKEN_CACHE_DIR=" + t.TempDir(),
		"HTTPS_PROXY=" + address, "HTTP_PROXY=" + address,
	}
	out, err := child.CombinedOutput()
	must(t, err)
	var tokens, before, after int
	if _, err := fmt.Sscan(string(out), &tokens, &before, &after); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if tokens != 2 {
		t.Errorf("hello world has %d tokens", tokens)
	}
	if before > 4 || after < 8 {
		t.Errorf("%d MB before the first count, %d MB after it", before, after)
	}
	if len(asked) != 0 {
		t.Error("the network was asked")
	}
}
