// Package runlog keeps what servers said on stderr in their last runs, with secrets
// masked, a file a server.
package runlog
