//go:build !linux && !darwin

package holder

import "net"

// samePerson relies on the permissions of the socket's folder: the system does not tell
// who is at the other end.
func samePerson(net.Conn) error { return nil }
