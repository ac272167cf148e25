//go:build race

package worker

// overhead is how many times the memory a process takes in this build.
const overhead = 6
