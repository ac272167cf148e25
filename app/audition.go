package app

import "time"

// Audition is how a model did, or does so far, on some of the person's files.
type Audition struct {
	Model string `json:"model"`
	// Files are those that it was tried on so far, of Of.
	Files []AuditionFile `json:"files"`
	Of    int            `json:"of"`
	// Each is the mean time a file took.
	Each time.Duration `json:"each"`
	// Valid of the answers had the form that was asked for.
	Valid int `json:"valid"`
	// Fields is how many fields it found with evidence; Rules is how many the
	// built-in rules find in the same files without it.
	Fields int `json:"fields"`
	Rules  int `json:"rules"`
	// ToolCall tells that it called a tool as it was asked to, once it was tried.
	ToolCall bool `json:"tool_call"`
	// Sentence sums it up for a person, when it is over.
	Sentence string `json:"sentence"`
}

// AuditionFile is how a model did on one file.
type AuditionFile struct {
	Path string        `json:"path"`
	Took time.Duration `json:"took"`
	// Valid tells that the answer had the form that was asked for.
	Valid bool `json:"valid"`
	// Fields it found with evidence; Name is the file name they make.
	Fields int    `json:"fields"`
	Name   string `json:"name"`
	// Problem says why there is no answer; empty when there is one.
	Problem string `json:"problem,omitempty"`
}
