package plan

import "encoding/json"

// UnmarshalJSON also reads an item of an older plan, with words in place of codes.
func (it *Item) UnmarshalJSON(raw []byte) error {
	type item Item
	said := struct {
		*item
		Why  string `json:"why"`
		Note string `json:"note"`
	}{item: (*item)(it)}
	if err := json.Unmarshal(raw, &said); err != nil {
		return err //nolint:wrapcheck // it is that of json.Unmarshal, which calls this
	}
	if len(it.Reasons) == 0 || it.Reasons[0].Code == reasonUntouched {
		it.Reasons = inWords(said.Why)
	}
	if len(it.Notes) == 0 {
		it.Notes = inWords(said.Note)
	}
	return nil
}

// UnmarshalJSON also reads a field of an older plan, with words in place of codes.
func (f *Field) UnmarshalJSON(raw []byte) error {
	type field Field
	said := struct {
		*field
		Doubt string `json:"doubt"`
	}{field: (*field)(f)}
	if err := json.Unmarshal(raw, &said); err != nil {
		return err //nolint:wrapcheck // it is that of json.Unmarshal, which calls this
	}
	if len(f.Doubts) == 0 {
		f.Doubts = inWords(said.Doubt)
	}
	return nil
}

// reasonUntouched is why a file is left as it is, in plans that explain it in words.
const reasonUntouched ReasonCode = "untouched"

func inWords(text string) []Reason {
	if text == "" {
		return nil
	}
	return []Reason{{Code: ReasonSaid, Text: text}}
}
