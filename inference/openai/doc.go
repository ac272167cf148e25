// Package openai asks servers that speak the chat completions of OpenAI: vLLM,
// llama.cpp, LM Studio, SGLang, LocalAI, Ollama's own /v1, alone or behind a load
// balancer. It asks nothing of one that its neighbour might have to answer: models
// are neither loaded nor looked at.
//
// A model may have several addresses: the least busy one is asked, and one that
// failed is left out for a while. Nothing is sent to another computer that nobody
// agreed to. A key is read from its variable for each request and never kept.
//
// It may import agentcore/chat and the packages of inference below. A Client is safe
// for concurrent use and starts no goroutine beyond those of its requests.
package openai
