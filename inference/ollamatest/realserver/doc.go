// Command realserver is the Ollama server alone, without its command line, window and
// downloads. Tests use it to find out how a server behaves; scripts/ollama.sh builds it.
//
// It listens on OLLAMA_HOST and prints the address on its first line, so that port 0 can
// be used. Its runners end with it.
//
// It is a module of its own, since a server has far more dependencies than its client.
package main
