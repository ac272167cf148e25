//go:build !linux && !darwin

package holder

import "net"

// samePerson relies on the folder of the socket, which is this person's alone:
// the system does not say who is at the other end.
func samePerson(net.Conn) error { return nil }
