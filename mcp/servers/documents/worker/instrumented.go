//go:build !race

package worker

// instrumented is how many times as much memory a build takes for its checks.
const instrumented = 1
