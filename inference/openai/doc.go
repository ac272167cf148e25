// Package openai is a client of servers with OpenAI's chat completions API: vLLM,
// llama.cpp, LM Studio, SGLang, LocalAI, Ollama's own /v1, alone or behind a load
// balancer. No request depends on which server behind a balancer answers: models are
// neither loaded nor inspected.
//
// A model may have several addresses: the least busy one is asked, and one that failed is
// not used for a while. Nothing is sent to another computer without the user's consent. A
// key is read from its variable for each request and never kept.
//
// It may import agentcore/chat and the packages of inference below. A Client is safe for
// concurrent use and starts no goroutine beyond those of its requests.
package openai
