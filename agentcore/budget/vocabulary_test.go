package budget

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"testing"
)

// published is the SHA-256 of cl100k_base.tiktoken that OpenAI's tiktoken checks: a line
// a token, in base 64 and with its rank.
const published = "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7"

func TestTheVocabularyIsTheOneThatItsMakersPublish(t *testing.T) {
	ranks, err := embedded{}.LoadTiktokenBpe("")
	if err != nil || len(ranks) != tokens {
		t.Fatalf("it has %d tokens: %v", len(ranks), err)
	}
	byRank := make([]string, tokens)
	for token, rank := range ranks {
		byRank[rank] = token
	}
	sum := sha256.New()
	for rank, token := range byRank {
		fmt.Fprintf(sum, "%s %d\n", base64.StdEncoding.EncodeToString([]byte(token)), rank)
	}
	if got := hex.EncodeToString(sum.Sum(nil)); got != published {
		t.Errorf("its hash is %s", got)
	}
}
