package budget

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"testing"
)

// published is the SHA-256 of cl100k_base.tiktoken that OpenAI's tiktoken checks.
const published = "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7"

func TestTheVocabularyIsTheOneThatItsMakersPublish(t *testing.T) {
	text, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.New()
	if _, err := io.Copy(sum, text); err != nil || hex.EncodeToString(sum.Sum(nil)) != published {
		t.Errorf("its hash is %x: %v", sum.Sum(nil), err)
	}
	ranks, err := embedded{}.LoadTiktokenBpe("")
	if err != nil || len(ranks) != 100256 {
		t.Errorf("it has %d tokens: %v", len(ranks), err)
	}
}
