package mcp

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"

	"github.com/deskhand/deskhand/agentcore/lists"
)

// namer names the tools of one server: ID_tool. All ids are known from the start, so a
// name depends neither on which server was up first nor on what others list.
type namer struct {
	raw    string   // the configured name
	id     string   // its part of tool names
	others []string // ids of the other servers
}

// namers returns a namer for each server, with unique ids.
func namers(servers []Server) []namer {
	raw := lists.Map(servers, func(s Server) string { return s.Name })
	ids := wording{spare: "server"}.words(raw)
	all := make([]namer, len(servers))
	for i := range servers {
		others := append(append([]string(nil), ids[:i]...), ids[i+1:]...)
		all[i] = namer{raw: raw[i], id: ids[i], others: others}
	}
	return all
}

// names returns the full names of a server's tools, in order. The second of two equal
// tools gets an empty name.
func (n namer) names(tools []string) []string {
	return wording{prefix: n.id + "_", spare: "tool", salt: n.raw, barred: n.foreign}.words(tools)
}

// foreign reports whether a name falls into the space of another server: "a_b_c" belongs
// to "a_b" if there is one, never to the tool "b_c" of "a".
func (n namer) foreign(full string) bool {
	return slices.ContainsFunc(n.others, func(other string) bool { return len(other) > len(n.id) && strings.HasPrefix(full, other+"_") })
}

// wording turns names into distinct words of letters, digits and '_'.
type wording struct {
	prefix string            // before each word
	spare  string            // for a name without letters
	salt   string            // of the digests
	barred func(string) bool // reserved words; may be nil
}

// words keeps names that are valid words. A clashing or reserved word gets "__" and a
// digest, which cannot clash: a sanitized name never holds two '_' in a row.
func (w wording) words(raw []string) []string {
	words := make([]string, len(raw))
	taken, seen := map[string]bool{}, map[string]bool{}
	var proper, rest []int
	for i, name := range raw {
		switch {
		case seen[name]:
		case sanitize(name) == name:
			proper = append(proper, i)
		default:
			rest = append(rest, i)
		}
		seen[name] = true
	}
	for _, i := range append(proper, rest...) {
		words[i] = w.word(raw[i], taken)
		taken[words[i]] = true
	}
	return words
}

func (w wording) word(raw string, taken map[string]bool) string {
	word := sanitize(raw)
	word = cmp.Or(word, w.spare)
	full := w.prefix + word
	if word == raw || !taken[full] {
		if w.barred == nil || !w.barred(full) {
			return full
		}
	}
	sum := sha256.Sum256([]byte(w.salt + "\x00" + raw))
	return full + "__" + hex.EncodeToString(sum[:5])
}

// sanitize keeps ASCII letters and digits and replaces each run of others by one '_'.
func sanitize(name string) string {
	var b strings.Builder
	for _, r := range name {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9':
			b.WriteRune(r)
		case !strings.HasSuffix(b.String(), "_"):
			b.WriteByte('_')
		}
	}
	return strings.Trim(b.String(), "_")
}
