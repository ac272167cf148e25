// Package ollamatest is a scripted Ollama server for tests: it listens on
// loopback and speaks the protocol as a real server of version 0.17.4 was seen
// to, its error texts, its silent truncation and its faults included.
//
// A test names models, says what each answers next, and reads afterwards what
// it was asked:
//
//	s := ollamatest.Start(t)
//	a := s.Model("a", ollamatest.Tools())
//	a.Replies(ollamatest.Status(500, "boom"), ollamatest.Say("Hello ", "there"))
//
// It imports the types of github.com/ollama/ollama/api and nothing of the
// project. Each connection has its goroutine, ended with the test. All methods
// are safe for concurrent use.
package ollamatest
