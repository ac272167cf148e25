// Command realserver is the Ollama server itself, without the rest of Ollama: no
// command line, no window, no download of anything. Tests ask it to find out how
// a server behaves; scripts/ollama.sh builds it.
//
// It listens where OLLAMA_HOST says and prints the address on its first line, so
// that a port of 0 is any free one. Its runners, which compute, end with it.
//
// It is a module of its own, because a server needs far more of the world than
// its client.
package main
