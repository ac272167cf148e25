// Package thirdparty holds the host against servers that others wrote: the
// reference servers of the protocol from npm, pinned in npm/package-lock.json to
// versions that run on Node 18, and one made with the official Go SDK (gosdk, a
// module of its own). It holds our servers against hosts that others wrote, too:
// the TypeScript SDK, the inspector, and the Go SDK (testdata/gohost). It has tests only, behind the build tag servers, because
// they install what they need: `make test-servers`.
//
// It may import the host and its rooms. Each test ends the servers it starts.
package thirdparty
