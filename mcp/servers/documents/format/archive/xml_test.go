package archive

import (
	"encoding/xml"
	"errors"
	"strings"
	"testing"

	"github.com/deskhand/deskhand/mcp/servers/documents/format"
)

// listener notes the calls that it gets.
type listener struct{ told []string }

func (l *listener) Start(path []string, _ []xml.Attr) bool {
	l.told = append(l.told, strings.Join(path, "/"))
	return path[len(path)-1] != "skip"
}

func (l *listener) Text(path []string, text string) {
	if text = strings.TrimSpace(text); text != "" {
		l.told = append(l.told, strings.Join(path, "/")+"="+text)
	}
}

func (l *listener) End([]string) {}

func TestTheVisitorGetsElementsAndTheirText(t *testing.T) {
	var l listener
	err := Walk(strings.NewReader(`<?xml version="1.0" encoding="ISO-8859-1"?><!-- it's > --><a x="a>b"><b>t</b><skip><c>no</c></skip><d>`+"\xfc"+`</d></a>`), &l)
	if got := strings.Join(l.told, " "); err != nil || got != "a a/b a/b=t a/skip a/d a/d=ü" {
		t.Errorf("%s, %v", got, err)
	}
}

func TestXMLBeyondTheLimitsIsRefused(t *testing.T) {
	for name, text := range map[string]string{
		"deep":           strings.Repeat("<a>", maxDepth+1),
		"deep, left out": "<skip>" + strings.Repeat("<a>", maxDepth+1),
		"wide":           "<a>" + strings.Repeat("<b/>", maxElements+1) + "</a>",
		"attributes":     "<a" + strings.Repeat(" b='>'", maxTag) + "/>",
		"a name":         "<a" + strings.Repeat("b", maxTag+1) + "/>",
		"a comment":      "<a><!--" + strings.Repeat(" ", maxToken+1<<16) + "--></a>",
	} {
		if err := Walk(strings.NewReader(text), &listener{}); !errors.Is(err, format.ErrBomb) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, text := range map[string]string{"cut off": "<a>", "cut off, left out": "<skip><b>", "an entity": `<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>`} {
		if err := Walk(strings.NewReader(text), &listener{}); !errors.Is(err, format.ErrBroken) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
