package schema

import (
	"errors"
	"regexp"
	"regexp/syntax"
	"strconv"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// A schema can be made so that a check of a few bytes takes for ever: branches
// inside branches, each tried with each. The validator knows no limit, so that a
// meter is built into the schema: each schema in it gets a format of our own,
// which the validator asks about on its way and which counts what the schema is
// about to cost. It is asked before anything that could branch, so that what is
// not counted is bounded by what is.

// budget is how many steps one check may take, less than half a microsecond each
// as it was measured. Ten thousand moves take 150,000.
const budget = 2_000_000

// errCostly ends a check.
var errCostly = errors.New("checking the arguments takes too long")

type meter struct {
	left int
	// whole is the size of the arguments under check.
	whole int
}

func (m *meter) spend(steps int) {
	m.left -= steps
	if m.left < 0 {
		panic(errCostly) // through the validator, to Check
	}
}

// install returns a copy of doc with the meter in each of its schemas, which are
// those that were found.
func (m *meter) install(c *jsonschema.Compiler, found map[string]map[string]any) {
	dearest := 0
	for _, s := range found {
		dearest = max(dearest, ownCost(s))
	}
	registered := map[string]bool{}
	for _, s := range found {
		name, format := m.format(s, dearest)
		if !registered[name] {
			registered[name] = true
			c.RegisterFormat(format)
		}
		s["format"] = name
	}
}

// format counts a schema: once for each value that may be checked inside, with
// what each schema directly inside may cost before it is counted itself.
func (m *meter) format(s map[string]any, dearest int) (string, *jsonschema.Format) {
	each := 1
	eachInside(s, func(_ string, inside map[string]any) {
		if inside["$ref"] != nil || inside["$dynamicRef"] != nil || inside["$recursiveRef"] != nil {
			each += dearest
		}
		each += ownCost(inside)
	})
	whole := 0 // times the whole value is looked through
	for _, key := range []string{"enum", "const", "uniqueItems"} {
		if s[key] != nil {
			whole = 1
		}
	}
	name := "deskhand-" + strconv.Itoa(each) + "-" + strconv.Itoa(whole)
	return name, &jsonschema.Format{Name: name, Validate: func(v any) error {
		m.spend(each*max(1, length(v)) + whole*m.whole)
		return nil
	}}
}

// ownCost is what a schema costs without those inside it.
func ownCost(s map[string]any) int {
	cost := 1
	for _, key := range []string{"enum", "const", "required", "dependentRequired", "type"} {
		cost += size(s[key])
	}
	return cost
}

func length(v any) int {
	switch v := v.(type) {
	case map[string]any:
		return len(v)
	case []any:
		return len(v)
	}
	return 1
}

const (
	// maxProgram is how large a regular expression may get, in instructions.
	maxProgram = 2000
	// maxMatched is the longest text that one is tried on, in bytes.
	maxMatched = 16 << 10
)

// pattern is a regular expression that counts. One that Go does not know, or
// that is too large, matches everything: that check is left to the server.
type pattern struct {
	meter   *meter
	text    string
	program *regexp.Regexp // nil: not checked
	length  int            // in instructions
}

func (m *meter) pattern(text string) (jsonschema.Regexp, error) {
	p := &pattern{meter: m, text: text}
	parsed, err := syntax.Parse(text, syntax.Perl)
	if err != nil {
		return p, nil
	}
	program, err := syntax.Compile(parsed.Simplify())
	if err != nil || len(program.Inst) > maxProgram {
		return p, nil
	}
	p.length = len(program.Inst)
	p.program, err = regexp.Compile(text)
	return p, err
}

// MatchString reports whether text fits, as far as that is checked.
func (p *pattern) MatchString(text string) bool {
	if p.program == nil || len(text) > maxMatched {
		return true
	}
	p.meter.spend(1 + p.length*len(text)/16)
	return p.program.MatchString(text)
}

func (p *pattern) String() string { return p.text }
