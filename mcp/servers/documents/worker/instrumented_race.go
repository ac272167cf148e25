//go:build race

package worker

// instrumented is how many times as much memory a build takes for its checks:
// the race detector keeps a shadow of all of it, 5 to 10 times as large
// (https://go.dev/doc/articles/race_detector).
const instrumented = 10
