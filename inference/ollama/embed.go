package ollama

import (
	"context"

	"github.com/ollama/ollama/api"
)

// Embed returns a vector for each text; similar meanings give similar directions. The
// server cuts texts that are too long for the model. A model that runs on another
// computer is not asked, and gives ErrCloud: texts of documents stay here whatever is
// allowed for chats.
func (c *Client) Embed(ctx context.Context, model string, texts []string) ([][]float32, error) {
	info, err := c.Show(ctx, model)
	if err == nil && info.Remote != "" {
		err = ErrCloud
	}
	if err != nil {
		return nil, err
	}
	var made api.EmbedResponse
	req := api.EmbedRequest{Model: model, Input: texts, KeepAlive: &api.Duration{Duration: c.keepAlive}}
	err = c.ask(ctx, c.limits.Load, "/api/embed", req, &made)
	return made.Embeddings, err
}
