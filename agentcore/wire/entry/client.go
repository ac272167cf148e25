package entry

// Client is the OAuth client that Deskhand is at a server, where the person has
// registered one there: some servers register nobody by themselves. The zero value
// says that they have not.
type Client struct {
	ID string `json:"clientId,omitempty"`
	// Secret proves that it is that client, where it was given one.
	Secret string `json:"clientSecret,omitempty"`
	// Scope is what is asked for, in words between blanks; empty: what the server
	// gives anybody.
	Scope string `json:"scope,omitempty"`
	// Port is the one on this computer that the browser comes back to; 0: any that
	// is free.
	Port int `json:"callbackPort,omitempty"`
}

// InputMark stands in a reference before the id of something that the person is
// asked for once.
const InputMark = "input:"

// InputReference is what stands in an entry for what the person gives as id.
func InputReference(id string) string { return "${" + InputMark + id + "}" }
